import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** One file of a build, in each encoding a browser may accept. */
export interface PortalFile {
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
  readonly mediaType: string;
  readonly hashed: boolean;
}

/**
 * The files of one portal by their path below it. They are few and small, so they are held in
 * memory: a request's path never reaches the disk.
 */
export type PortalFiles = ReadonlyMap<string, PortalFile>;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/**
 * Reads the build of one portal. Vite puts a hash into the name of every file below `assets/`. The
 * page names the service's time zone, by which the portal shows days and hours.
 */
export function readPortal(folder: string, zone: string): PortalFiles {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const served = names.filter((name) => !/\.(br|gz)$/.test(name) && name !== 'manifest.json');
  return new Map(
    served.map((name) => [
      name,
      {
        ...(name === 'index.html' ? pageIn(folder, zone) : encodingsOf(folder, name)),
        mediaType: mediaTypes[path.extname(name)] ?? 'application/octet-stream',
        hashed: name.startsWith('assets/'),
      },
    ]),
  );
}

type Encodings = Pick<PortalFile, 'plain' | 'br' | 'gzip'>;

const encodingsOf = (folder: string, name: string): Encodings => ({
  plain: fs.readFileSync(path.join(folder, name)),
  br: twin(folder, `${name}.br`),
  gzip: twin(folder, `${name}.gz`),
});

/** Returns the portal's page with the time zone, an IANA name, in its head. */
function pageIn(folder: string, zone: string): Encodings {
  const built = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const plain = Buffer.from(
    built.replace('<head>', `<head>\n<meta name="time-zone" content="${zone}">`),
  );
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

function twin(folder: string, name: string): Buffer | undefined {
  const file = path.join(folder, name);
  return fs.existsSync(file) ? fs.readFileSync(file) : undefined;
}
