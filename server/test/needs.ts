import fs from 'node:fs';
import path from 'node:path';

/** What tests need that is no program of the search path. */
const others: Readonly<Record<string, () => boolean>> = {
  root: () => process.getuid?.() === 0,
  postgresql: () => fs.globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
};

/**
 * Returns why tests are skipped that need these programs (or `root`, or Debian's `postgresql`), or
 * false where all are there. Throws where the environment variable `LAVRA_NEEDS`, a list with
 * commas, names one that is missing: there its lack is a failure.
 */
export function lacking(...needs: readonly string[]): string | false {
  const missing = needs.filter((need) => !(others[need]?.() ?? isInstalled(need)));
  const demanded = process.env['LAVRA_NEEDS']?.split(',') ?? [];
  const failed = missing.filter((need) => demanded.includes(need));
  if (failed.length > 0)
    throw new Error(`LAVRA_NEEDS demands ${failed.join(', ')}, missing on this machine`);
  return missing.length > 0 && `${missing.join(', ')} missing on this machine`;
}

/** True for a program in a folder of the search path, or in one of the system's own. */
function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return [...folders, '/usr/sbin', '/sbin'].some((folder) =>
    fs.existsSync(path.join(folder, program)),
  );
}
