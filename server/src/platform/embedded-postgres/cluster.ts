import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataLocation } from './data-location.ts';
import { spawnAs } from './run-as.ts';

/**
 * The role that owns everything; it is reachable only through the private socket, so it needs no
 * password.
 */
export const SUPERUSER = 'lavra';

const STAGE = '.initdb-';
const CLUSTER_ENTRY =
  /^(PG_VERSION|base|global|pg_\w+(\.conf)?|postgresql(\.auto)?\.conf|postmaster\.(pid|opts)|postgres\.log(\.1)?|\.initdb-\w+)$/;

/**
 * Creates a UTF8, locale C cluster in the folder, first clearing what an interrupted attempt left.
 * It is built in a subfolder and moved into place, `global` last, so that a crash at any moment
 * leaves nothing that looks complete. Throws when the folder holds files of other kinds.
 */
export async function createCluster(
  location: DataLocation,
  binaries: Binaries,
  options: { sync: boolean },
): Promise<void> {
  clearLeftovers(location.dataDir);
  // A new name each time: an initdb whose parent was killed may still be writing to the old one.
  const stage = mkdtempSync(join(location.dataDir, STAGE));
  if (location.runAs.mode === 'user') chownSync(stage, location.runAs.uid, location.runAs.gid);
  await initdb(location, binaries, stage, options.sync);
  for (const name of readdirSync(stage).toSorted(
    (a, b) => Number(a === 'global') - Number(b === 'global'),
  )) {
    renameSync(join(stage, name), join(location.dataDir, name));
  }
  rmSync(stage, { recursive: true });
  if (options.sync) syncFolder(location.dataDir);
}

/** Removes what an initdb that outlived its killed parent left beside a cluster created later. */
export function clearStages(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith(STAGE))) {
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function clearLeftovers(dataDir: string): void {
  const names = readdirSync(dataDir);
  const foreign = names.find((name) => name !== 'lost+found' && !CLUSTER_ENTRY.test(name));
  if (foreign !== undefined) {
    throw new Error(
      `A pasta do banco ${dataDir} tem arquivos que não são do banco (${foreign}). Escolha outra pasta em DATA_DIR ou defina DATABASE_URL.`,
    );
  }
  for (const name of names.filter((name) => name !== 'lost+found')) {
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function initdb(
  location: DataLocation,
  binaries: Binaries,
  stage: string,
  sync: boolean,
): Promise<void> {
  const args = [
    '-D',
    stage,
    '-U',
    SUPERUSER,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  // A pipe, not a file: an initdb whose parent was killed stops at its next line of output.
  const child = spawnAs(location.runAs, binaries.initdb, sync ? args : [...args, '--no-sync'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  if (code !== 0)
    throw new Error(
      `Não foi possível criar o banco embutido em ${location.dataDir}: ${output.trim() || String(code)}`,
    );
}

function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
