import { chmodSync, existsSync, mkdirSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dirKey } from './dir-key.ts';
import {
  canEnterFolder,
  canUseFolder,
  canUseNamespace,
  currentUser,
  giveTree,
  hasUserName,
  NOBODY_UID,
  runSync,
  type RunAs,
} from './run-as.ts';

/** Where the cluster is stored and which user PostgreSQL runs as there. */
export interface DataLocation {
  readonly dataDir: string;
  readonly runAs: RunAs;
}

/**
 * Persistent folders that any user can reach, for root when no other user may enter its own
 * folders.
 */
const SHARED_FOLDERS = ['/var/lib', '/var/tmp'];

/**
 * Returns whether the folder holds a complete cluster: pg_control is the last file put in place.
 */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'global/pg_control'));
}

/**
 * Creates the data folder and picks a user that can work in it. Only root may end up in another
 * folder (`/var/lib/lavra-<key>/postgres`), and finds its data there again on every later start.
 * `forceMode: 'user'` excludes user namespaces, as many containers do.
 */
export function chooseDataLocation(wantedDir: string, forceMode?: 'user'): DataLocation {
  const wanted = resolve(wantedDir);
  return currentUser().uid === 0 ? locationForRoot(wanted, forceMode) : locationForUser(wanted);
}

function locationForUser(wanted: string): DataLocation {
  const runAs: RunAs = { mode: hasUserName() ? 'self' : 'namespace', ...currentUser() };
  makeFolder(wanted);
  if (statSync(wanted).uid !== runAs.uid) {
    throw new Error(
      `A pasta do banco ${wanted} pertence a outro usuário. Devolva-a com "sudo chown -R $(id -u) '${wanted}'", escolha outra em DATA_DIR ou defina DATABASE_URL.`,
    );
  }
  chmodSync(wanted, 0o700);
  return { dataDir: realpathSync(wanted), runAs };
}

function locationForRoot(wanted: string, forceMode: 'user' | undefined): DataLocation {
  const shared = SHARED_FOLDERS.map((base) => join(base, `lavra-${dirKey(wanted)}`, 'postgres'));
  const existing = [wanted, ...shared].find(hasCluster);
  for (const dir of existing === undefined ? [wanted, ...shared] : [existing]) {
    const runAs = usersFor(dir, forceMode).find((user) => claim(dir, user));
    if (runAs !== undefined) return { dataDir: realpathSync(dir), runAs };
  }
  throw new Error(
    `O PostgreSQL não roda como root e nenhum outro usuário alcança ${existing ?? wanted}. Mova a pasta para um lugar como /var/lib/lavra e aponte DATA_DIR para lá, ou defina DATABASE_URL.`,
  );
}

/**
 * Returns the users to try, best first. An existing cluster of an ordinary user stays that user's.
 */
function usersFor(dir: string, forceMode: 'user' | undefined): RunAs[] {
  const cluster = hasCluster(dir) ? asUser(statSync(dir)) : undefined;
  if (cluster !== undefined && cluster.uid !== 0) return [cluster];
  const users =
    forceMode !== 'user' && canUseNamespace()
      ? [{ mode: 'namespace', ...currentUser() } as const]
      : [];
  const neighbour = asUser(statSync(nearestFolder(dirname(dir))));
  const isNamed =
    neighbour.uid !== 0 &&
    runSync(asUser(currentUser()), 'id', ['-un', String(neighbour.uid)]).status === 0;
  return [...users, asUser({ uid: NOBODY_UID, gid: NOBODY_UID }), ...(isNamed ? [neighbour] : [])];
}

/**
 * Creates the folder and gives it to the user; returns false, leaving nothing new, where that user
 * cannot work.
 */
function claim(dir: string, runAs: RunAs): boolean {
  const isNew = !existsSync(dir);
  try {
    makeFolder(dir);
    if (canEnterFolder(runAs, dirname(dir))) {
      if (statSync(dir).uid !== runAs.uid) giveTree(dir, runAs);
      chmodSync(dir, 0o700);
      if (canUseFolder(runAs, dir)) return true;
    }
    if (isNew) rmdirSync(dir);
  } catch {
    // A read-only or foreign file system: the next candidate may work.
  }
  return false;
}

function makeFolder(dir: string): void {
  const parent = dirname(dir);
  const isSharedParent = SHARED_FOLDERS.includes(dirname(parent));
  mkdirSync(parent, { recursive: true });
  if (isSharedParent) {
    // Any user can write in /var/tmp: a folder prepared there by another user cannot be trusted.
    if (statSync(parent).uid !== currentUser().uid)
      throw new Error(`${parent} pertence a outro usuário`);
    chmodSync(parent, 0o755);
  }
  if (!existsSync(dir)) mkdirSync(dir, { mode: 0o700 });
}

function nearestFolder(dir: string): string {
  return existsSync(dir) ? dir : nearestFolder(dirname(dir));
}

function asUser({ uid, gid }: { uid: number; gid: number }): RunAs {
  return { mode: 'user', uid, gid };
}
