import { createElement, Fragment, type ReactNode } from 'react';
import text from '../pages/static-page.module.css';

const allowedTags = new Set([
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'blockquote',
  'code',
  'pre',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'caption',
  'a',
  'span',
  'div',
]);
const dropped = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'template',
  'noscript',
  'svg',
  'math',
]);
const empty = new Set(['br', 'hr']);

/**
 * Shows HTML as a page will show it. It is parsed in an inert document; only known elements are
 * rendered, and of their attributes only the targets of links.
 */
export const Preview = ({ html }: { readonly html: string }) => (
  <div className={text['text']}>
    {childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}
  </div>
);

const childrenOf = (element: Element): ReactNode[] =>
  [...element.childNodes].map((node, index) => <Fragment key={index}>{drawn(node)}</Fragment>);

function drawn(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (dropped.has(tag)) return null;
  if (!allowedTags.has(tag)) return childrenOf(node);
  if (empty.has(tag)) return createElement(tag);
  return createElement(tag, linkOf(tag, node), ...childrenOf(node));
}

function linkOf(tag: string, node: Element): object {
  const href = node.getAttribute('href') ?? '';
  return tag === 'a' && /^(https?:|mailto:|tel:|\/|#)/i.test(href)
    ? { href, target: '_blank', rel: 'noreferrer' }
    : {};
}
