import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** One table of a backup: its rows as PostgreSQL's COPY writes them, compressed. */
export interface BackedUpTable {
  /** Such as `public.orders`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Size of the compressed file, which is named after the table. */
  readonly bytes: number;
  readonly sha256: string;
}

/** The description stored with a backup. */
export interface Manifest {
  readonly format: 1;
  /** The instant of the snapshot, in UTC. */
  readonly made_at: string;
  readonly version: string;
  readonly migrations: readonly string[];
  /**
   * Shows whether the restoring installation has the key of the secrets inside; it decrypts
   * nothing.
   */
  readonly key_check: string;
  /** In the form of `audit verify --head`; null when nothing was sealed yet. */
  readonly audit_head: string | null;
  /** The object store that holds files of these tables, which are not in the backup; else absent. */
  readonly files?: { readonly location: string };
  readonly sequences: Readonly<Record<string, number>>;
  readonly tables: readonly BackedUpTable[];
}

/** The reason why a backup must not be used, worded for the operator of the installation. */
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

/**
 * Reads a backup's manifest. Throws `BackupError` when it is missing, changed, or in a format
 * unknown to this version.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string): Promise<string> =>
    fs.readFile(path.join(folder, name), 'utf8').catch(() => {
      throw new BackupError(`O backup está incompleto: falta ${name} em ${folder}.`);
    });
  const text = await read(FILE);
  if (sumOf(text) !== (await read(SUM)).trim())
    throw new BackupError(`O backup foi alterado: ${FILE} não confere com a sua soma.`);
  const manifest = JSON.parse(text) as Manifest; // Cast: the checksum shows that it is as written.
  if (manifest.format !== 1)
    throw new BackupError(
      `O backup tem um formato que esta versão não conhece: ${String(manifest.format)}.`,
    );
  return manifest;
}
