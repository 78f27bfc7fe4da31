import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const shrinks = (file: string): boolean => /\.(js|css|html|svg|json|webmanifest)$/.test(file);

/** Brotli's qualities. For the portals the best makes 7 % less of the bytes, in fifty times the time. */
const [QUICK, BEST] = [5, 11];

/** Name of the file in a build whose brotli files are the smallest there are. */
const doneFile = 'compressed';

const filesIn = (folder: string): string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(shrinks);

const brotliOf = (content: Buffer, quality: number): Promise<Buffer> =>
  brotli(content, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Writes `x.br` and `x.gz` beside every text file of a folder, in a fraction of a second for a portal. */
export async function compressFolder(folder: string): Promise<void> {
  for (const file of filesIn(folder).map((name) => path.join(folder, name))) {
    const content = fs.readFileSync(file);
    const [br, gz] = await Promise.all([
      brotliOf(content, QUICK),
      gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }),
    ]);
    fs.writeFileSync(`${file}.br`, br);
    fs.writeFileSync(`${file}.gz`, gz);
  }
}

/** Returns whether `compressBest` has gone through a build. */
export const isCompressedBest = (build: string): boolean =>
  fs.existsSync(path.join(build, doneFile));

/**
 * Replaces every `x.br` of a build that is in use by the smallest, one after the other. Files that
 * are not finished lie in a folder beside the build: its readers meet whole files only.
 */
export async function compressBest(build: string): Promise<void> {
  const work = fs.mkdtempSync(path.join(path.dirname(build), '.compressing-'));
  const small = path.join(work, 'small');
  try {
    const files = filesIn(build).map((name) => path.join(build, name));
    for (const file of files.filter((one) => fs.existsSync(`${one}.br`))) {
      fs.writeFileSync(small, await brotliOf(fs.readFileSync(file), BEST));
      fs.renameSync(small, `${file}.br`);
    }
    fs.writeFileSync(path.join(build, doneFile), '');
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
