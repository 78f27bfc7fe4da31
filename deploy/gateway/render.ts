import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Writes nginx's configuration for an installation:
//   node deploy/gateway/render.ts --listen 80 --api 127.0.0.1:3001,127.0.0.1:3002 \
//     --web 127.0.0.1:3100 > /etc/nginx/nginx.conf

export interface Gateway {
  /** `8080`, `127.0.0.1:8080`; with a certificate, usually `443`. */
  readonly listen: string;
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  /**
   * Address where plain HTTP is redirected to TLS, usually `80`. The certificate authority's ACME
   * challenges are served there from the folder `acme`.
   */
  readonly redirect?: string | undefined;
  readonly acme?: string | undefined;
  /** `host:port` of each process. */
  readonly api: readonly string[];
  readonly web: readonly string[];
  /** While this file exists, every request gets the maintenance page. */
  readonly flag: string;
  /** The folder that contains `maintenance.html` as `__maintenance.html`, readable by nginx. */
  readonly pages: string;
  /** nginx's own folder for temporary files, and for its pid unless `pid` is given. */
  readonly run: string;
  readonly pid?: string | undefined;
  /** The user of the worker processes when root starts nginx. */
  readonly user?: string | undefined;
  readonly accessLog: string;
  readonly errorLog: string;
}

const here = import.meta.dirname;
const page = path.join(here, 'maintenance.html');
const tooLarge = 'O envio passa do tamanho máximo permitido.';

const headers = (tls: boolean): string[] => [
  'add_header X-Content-Type-Options "nosniff" always;',
  'add_header X-Frame-Options "DENY" always;',
  'add_header Referrer-Policy "no-referrer" always;',
  ...(tls
    ? ['add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;']
    : []),
];

/**
 * Returns the configuration as text. Throws when a path or address, given by the operator, contains
 * spaces or quotes.
 */
export function renderGateway(gateway: Gateway): string {
  const { tls } = gateway;
  const listen =
    tls === undefined
      ? [`listen ${gateway.listen};`]
      : [
          `listen ${gateway.listen} ssl;`,
          `ssl_certificate ${quoted(tls.certificate)};`,
          `ssl_certificate_key ${quoted(tls.key)};`,
          'ssl_protocols TLSv1.2 TLSv1.3;',
          'ssl_session_cache shared:lavra:10m;',
        ];
  const values: Readonly<Record<string, string>> = {
    redirect:
      gateway.redirect === undefined
        ? ''
        : indented(redirection(gateway.redirect, gateway.acme), 2),
    pid: plain(gateway.pid ?? `${gateway.run}/nginx.pid`),
    user: gateway.user === undefined ? '' : `user ${plain(gateway.user)};`,
    listen: indented(listen, 4),
    proto: tls === undefined ? '$scheme' : 'https',
    apiServers: servers(gateway.api),
    webServers: servers(gateway.web),
    securityHeaders: indented(headers(tls !== undefined), 4),
    pagePolicy: pagePolicy(),
    flag: quoted(gateway.flag),
    pages: quoted(gateway.pages),
    accessLog: quoted(gateway.accessLog),
    errorLog: quoted(gateway.errorLog),
    run: plain(gateway.run),
    tooLarge,
  };
  return fs
    .readFileSync(path.join(here, 'nginx.conf.template'), 'utf8')
    .replaceAll(
      /\$\{(\w+)\}/g,
      (_whole, name: string) => values[name] ?? fail(`the template asks for an unknown ${name}`),
    );
}

const redirection = (listen: string, acme?: string): string[] => [
  'server {',
  `  listen ${plain(listen)};`,
  ...(acme === undefined
    ? []
    : [`  location /.well-known/acme-challenge/ { root ${quoted(acme)}; }`]),
  '  location / { return 301 https://$host$request_uri; }',
  '}',
];

/** Copies the maintenance page to where nginx reads it. */
export function installPages(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(page, path.join(folder, '__maintenance.html'));
}

/**
 * Returns the page's Content-Security-Policy: nothing is loaded, and its only style and script are
 * allowed by their hashes.
 */
function pagePolicy(): string {
  const html = fs.readFileSync(page, 'utf8');
  const hashOf = (tag: string): string => {
    const content =
      new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? fail(`the page has no ${tag}`);
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  return [
    "default-src 'none'",
    `style-src ${hashOf('style')}`,
    `script-src ${hashOf('script')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const servers = (addresses: readonly string[]): string =>
  indented(
    addresses.map((address) => `server ${plain(address)} max_fails=1 fail_timeout=4s;`),
    4,
  );
const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => `${' '.repeat(by)}${line}`).join('\n');
const plain = (word: string): string =>
  /^[\w./:@[\]-]+$/.test(word) ? word : fail(`nginx cannot take this as it is: ${word}`);
const quoted = (word: string): string =>
  /^[^"\\$\p{Cc}]+$/u.test(word) ? `"${word}"` : fail(`nginx cannot take this as it is: ${word}`);
function fail(message: string): never {
  throw new Error(message);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      listen: { type: 'string', default: '80' },
      api: { type: 'string', default: '127.0.0.1:3000' },
      web: { type: 'string', default: '127.0.0.1:3000' },
      flag: { type: 'string', default: '/var/lib/lavra/maintenance' },
      pages: { type: 'string', default: '/usr/share/lavra/gateway' },
      run: { type: 'string', default: '/run/lavra-gateway' },
      user: { type: 'string' },
      'access-log': { type: 'string', default: '/var/log/nginx/lavra.log' },
      'error-log': { type: 'string', default: '/var/log/nginx/lavra-error.log' },
      certificate: { type: 'string' },
      key: { type: 'string' },
      redirect: { type: 'string' },
      acme: { type: 'string' },
      pid: { type: 'string' },
    },
  });
  const {
    certificate,
    key,
    'access-log': accessLog,
    'error-log': errorLog,
    user,
    ...rest
  } = values;
  const tls = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
  process.stdout.write(
    renderGateway({
      ...rest,
      user,
      tls,
      accessLog,
      errorLog,
      api: rest.api.split(','),
      web: rest.web.split(','),
    }),
  );
}
