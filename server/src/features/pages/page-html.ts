import sanitizeHtml from 'sanitize-html';

type Attributes = sanitizeHtml.Attributes;

/**
 * Web and mail addresses, and paths on this site; a backslash, a second slash or a character that
 * browsers drop would lead elsewhere.
 */
const ADDRESS = /^(https?:\/\/|mailto:|#|\/(?!\/))[^\s\p{C}\\]*$/iu;
const COUNT = /^\d{1,3}$/;

const only = (attributes: Attributes, rules: Readonly<Record<string, RegExp>>): Attributes =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) =>
      rule.test(attributes[name] ?? '') ? [[name, attributes[name] ?? '']] : [],
    ),
  );

const asCell: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: only(attribs, { colspan: COUNT, rowspan: COUNT, scope: /^(col|row)(group)?$/ }),
});

/** Adds the rel attributes to a link; a link with a forbidden address keeps only its text. */
const asLink: sanitizeHtml.Transformer = (tagName, attribs) => {
  const { href } = only(attribs, { href: ADDRESS });
  return { tagName, attribs: href === undefined ? {} : { href, rel: 'noopener noreferrer' } };
};

/** Elements of a legal page; nothing that runs scripts, loads resources or applies styles. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'a',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'small',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  // Removed with their content; of other tags the text stays.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'select',
    'noscript',
    'template',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'title',
    'head',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  transformTags: {
    // The page's title is its only first-level heading.
    h1: 'h2',
    a: asLink,
    th: asCell,
    td: asCell,
    ol: (tagName, attribs) => ({ tagName, attribs: only(attribs, { start: COUNT }) }),
  },
  nestingLimit: 30,
};

const MAX_PASSES = 10;

/**
 * Returns the HTML without anything that a page may not contain. Sanitising its result again
 * changes nothing: what the first pass leaves badly nested is repaired by parsing it again.
 */
export function sanitizePage(html: string): string {
  let clean = sanitizeHtml(html, allowed).trim();
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    const again = sanitizeHtml(clean, allowed).trim();
    if (again === clean) break;
    clean = again;
  }
  return clean;
}

/** Returns the visible text of a page. */
export const textOfPage = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
