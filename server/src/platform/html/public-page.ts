import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { brand, markShapes } from '@lavra/domain/brand/mark';
import { escapeHtml } from '../text/escape-html.ts';
import { oneLine } from '../text/one-line.ts';

/** A page that needs no portal and no script: its parts are HTML that is already escaped. */
export interface PublicPage {
  /** Plain text of the window's title, before the name of the brand. */
  readonly title: string;
  /** Elements of the head beyond the usual ones. */
  readonly head?: string;
  readonly main: string;
}

/** The colours are those of web/src/ui/tokens.css. */
const style = oneLine(`:root{
  color-scheme:light dark;
  --paper:#f7f5ef;
  --sheet:#fff;
  --ink:#1d2019;
  --soft:#4b4f44;
  --line:#e0dbcf;
  --leaf:${brand.green};
  --water:#17597a;
  --on:#fff;
  --sky:#174c2e}
@media (prefers-color-scheme:dark){:root{
  --paper:#141611;
  --sheet:#1d201a;
  --ink:#eeefe8;
  --soft:#c3c7ba;
  --line:#353a30;
  --leaf:${brand.greenOnDark};
  --water:#8ac8e6;
  --on:#10120d;
  --sky:#0f2a1a}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;
  display:grid;grid-template:auto 1fr auto/minmax(0,1fr);
  background:var(--paper);color:var(--ink);
  font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
header,footer{padding:16px max(16px,calc(50vw - 360px))}
header{background:var(--sky);color:#fff}
header a{display:inline-flex;gap:12px;align-items:center;min-height:44px;
  color:inherit;text-decoration:none;
  font-size:1.5rem;font-weight:750;letter-spacing:-.03em}
main{padding:24px max(16px,calc(50vw - 360px)) 40px;display:grid;gap:20px;align-content:start}
h1{margin:0;
  font-size:clamp(1.625rem,1.2rem + 2vw,2.25rem);line-height:1.15;letter-spacing:-.02em;
  text-wrap:balance;overflow-wrap:anywhere}
h2{margin:0;font-size:1.125rem}
p{margin:0;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.sheet{padding:20px;border:1px solid var(--line);border-radius:16px;background:var(--sheet);display:grid;gap:12px}
table{width:100%;border-collapse:collapse}
th,td{padding:10px 0;border-top:1px solid var(--line);
  text-align:left;vertical-align:top;font-weight:400;overflow-wrap:anywhere}
thead th{border:0;color:var(--soft);font-size:.875rem}
td:last-child,th:last-child{text-align:right;padding-left:16px;white-space:nowrap;font-variant-numeric:tabular-nums}
th span{display:block;color:var(--soft);font-size:.9375rem}
dl{margin:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,200px),1fr))}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;font-weight:600}
.actions{display:flex;flex-wrap:wrap;gap:12px}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;
  padding:10px 22px;border:1px solid var(--water);border-radius:10px;
  color:var(--water);font-weight:650;text-decoration:none}
.main{background:var(--water);color:var(--on)}
.home{border-color:var(--leaf);background:var(--leaf);color:var(--on)}
:focus-visible{outline:3px solid var(--water);outline-offset:3px}
header :focus-visible{outline-color:#fff}
footer{display:flex;flex-wrap:wrap;gap:6px 24px;color:var(--soft);font-size:.9375rem}
footer a{color:inherit;display:inline-flex;align-items:center;min-width:44px;min-height:44px}
@media (max-width:479px){.actions{display:grid}}`);

/** Nothing is loaded but images of this server, nothing runs, and the only style is allowed by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const mark = markShapes({ ground: '#fff', line: '#174c2e', sun: '#a8482a' });
const header = oneLine(`
  <header><a href="/">
    <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">${mark}</svg>${brand.name}
  </a></header>`);
const footer = oneLine(`
  <footer>
    <a href="/produtor/ajuda">Ajuda</a>
    <a href="/produtor/paginas/termos-de-uso">Termos de uso</a>
    <a href="/produtor/paginas/politica-de-privacidade">Privacidade</a>
  </footer>`);

/** Returns the page as a document. */
const renderPublicPage = ({ title, head = '', main }: PublicPage): string =>
  `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} | ${brand.name}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
${head}<style>${style}</style>
</head>
<body>
${header}
<main>
${main}
</main>
${footer}
</body>
</html>
`;

/** Sends the page, under a policy of its own; search engines leave it out. */
export const sendPublicPage = (reply: FastifyReply, page: PublicPage): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(renderPublicPage(page));
