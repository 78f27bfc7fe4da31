import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  readManifest,
  tableFile,
  type BackedUpTable,
  type Manifest,
} from './backup-manifest.ts';

/**
 * Reads a whole backup and checks every file: present, of the right size and checksum,
 * decompressible to its end.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) await checkTable(folder, table);
  return manifest;
}

async function checkTable(
  folder: string,
  { name, bytes, sha256, rows }: BackedUpTable,
): Promise<void> {
  const file = tableFile(folder, name);
  const broken = (what: string): BackupError =>
    new BackupError(`O backup está danificado: ${name} ${what}.`);
  const size = await fs.promises.stat(file).then(
    (stat) => stat.size,
    () => {
      throw broken('não está na pasta');
    },
  );
  if (size !== bytes) throw broken(`tem ${size} bytes em vez de ${bytes}`);
  const sum = createHash('sha256');
  await pipeline(fs.createReadStream(file), sum);
  if (sum.digest('hex') !== sha256) throw broken('não confere com a sua soma');
  const found = await countLines(file).catch(() => {
    throw broken('não pode ser descompactada');
  });
  if (found !== rows) throw broken(`tem ${found} linhas em vez de ${rows}`);
}

/** Counts rows: COPY writes one line per row, and no line break inside a value. */
async function countLines(file: string): Promise<number> {
  let lines = 0;
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      done();
    },
  });
  await pipeline(fs.createReadStream(file), createGunzip(), counter);
  return lines;
}
