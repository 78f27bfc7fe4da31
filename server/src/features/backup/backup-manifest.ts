import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** One table of a backup: its rows as PostgreSQL's COPY writes them, compressed. */
export interface BackedUpTable {
  /** `public.orders`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the compressed file, which is named after the table. */
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup says of itself. */
export interface Manifest {
  readonly format: 1;
  /** The instant of the snapshot, in UTC. */
  readonly made_at: string;
  readonly version: string;
  readonly migrations: readonly string[];
  /** Tells whether the installation that restores holds the key of the secrets inside; it opens nothing. */
  readonly key_check: string;
  /** As `audit verify --head` takes it; null where nothing was sealed yet. */
  readonly audit_head: string | null;
  readonly sequences: Readonly<Record<string, number>>;
  readonly tables: readonly BackedUpTable[];
}

/** A backup that must not be used, and why, in words for whoever looks after the installation. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const FILE = 'manifest.json';
const SUM = 'manifest.sha256';
export const tableFile = (folder: string, table: string): string =>
  path.join(folder, `${table}.copy.gz`);
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await fs.writeFile(path.join(folder, FILE), text, { mode: 0o600, flush: true });
  await fs.writeFile(path.join(folder, SUM), `${sumOf(text)}\n`, { mode: 0o600, flush: true });
}

/** Reads a backup's manifest. Throws `BackupError` when it is missing, changed, or of a form this version does not know. */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string): Promise<string> =>
    fs.readFile(path.join(folder, name), 'utf8').catch(() => {
      throw new BackupError(`O backup está incompleto: falta ${name} em ${folder}.`);
    });
  const text = await read(FILE);
  if (sumOf(text) !== (await read(SUM)).trim())
    throw new BackupError(`O backup foi alterado: ${FILE} não confere com a sua soma.`);
  const manifest = JSON.parse(text) as Manifest; // as it was written: its sum has just been checked
  if (manifest.format !== 1)
    throw new BackupError(
      `O backup tem um formato que esta versão não conhece: ${String(manifest.format)}.`,
    );
  return manifest;
}
