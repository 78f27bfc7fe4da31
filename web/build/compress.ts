import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const shrinks = (file: string): boolean => /\.(js|css|html|svg|json|webmanifest)$/.test(file);

/** Writes `x.br` and `x.gz` beside every text file of a build, at the highest compression level. */
export async function compressFolder(folder: string): Promise<void> {
  for (const entry of fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(shrinks)) {
    const file = path.join(folder, entry);
    const content = fs.readFileSync(file);
    const [br, gz] = await Promise.all([
      brotli(content, {
        params: {
          [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      gzip(content, { level: 9 }),
    ]);
    fs.writeFileSync(`${file}.br`, br);
    fs.writeFileSync(`${file}.gz`, gz);
  }
}
