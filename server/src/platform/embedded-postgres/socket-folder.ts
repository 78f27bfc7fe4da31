import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { dirKey } from './dir-key.ts';
import type { DataLocation } from './data-location.ts';
import { canUseFolder, currentUser } from './run-as.ts';

/** Each cluster has its own folder, so the port is only part of the socket's file name. */
export const PORT = 5432;

const PREFIX = 'lavra-';
// A socket's path may have 107 bytes; plain characters need no quoting in settings and URLs.
const PLAIN_SHORT_PATH = /^\/[\w./-]{0,60}$/;

/**
 * Creates an empty private (0700) folder for the cluster's socket. Call only while no server runs
 * there.
 */
export function createSocketFolder(location: DataLocation): string {
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const folder = PLAIN_SHORT_PATH.test(base) ? tryFolder(base, location) : undefined;
    if (folder !== undefined) return folder;
  }
  throw new Error(
    'Não há pasta temporária em que o banco embutido possa abrir seu socket. Libere /tmp ou defina DATABASE_URL.',
  );
}

/** Removes a socket folder after its server has stopped. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(PREFIX)) rmSync(folder, { recursive: true, force: true });
}

/** Returns the path of the socket file. */
export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}

function tryFolder(base: string, location: DataLocation): string | undefined {
  try {
    const folder = emptyFolder(base, location);
    chownSync(folder, location.runAs.uid, location.runAs.gid);
    chmodSync(folder, 0o700);
    if (canUseFolder(location.runAs, folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // Missing, read-only or full: the next base may work.
  }
  return undefined;
}

function emptyFolder(base: string, location: DataLocation): string {
  const folder = join(base, `${PREFIX}${dirKey(location.dataDir)}`);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const owners = [currentUser().uid, location.runAs.uid];
  // The name can be guessed and any user can write to /tmp: never use what another user put there.
  if (found !== undefined && !(found.isDirectory() && owners.includes(found.uid)))
    return mkdtempSync(join(base, PREFIX));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}
