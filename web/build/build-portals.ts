import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { compressFolder } from './compress.ts';
import { makeInstallable } from './installable.ts';
import { portal } from './portal-config.ts';
import { preloadFirstScreen } from './preload.ts';
import { distRoot, portalNames } from './portals.ts';
import { sourceHash } from './source-hash.ts';

/** Name of the file that records the hash of the sources a build folder was made from. */
const stampFile = 'sources.json';

/**
 * Builds the three portals into `dist/<hash of the sources>` and removes older builds. Returns the
 * folder. The folder appears only when it is complete, so two concurrent builds, or one that is
 * killed, leave nothing half done.
 */
export async function buildPortals(): Promise<string> {
  const hash = sourceHash();
  const finished = path.join(distRoot, hash);
  if (fs.existsSync(finished)) return finished;
  const work = path.join(distRoot, `.building-${process.pid}`);
  try {
    for (const name of portalNames) {
      const outDir = path.join(work, name);
      await build(portal(name, outDir));
      fs.renameSync(path.join(outDir, `${name}.html`), path.join(outDir, 'index.html'));
      preloadFirstScreen(outDir, name);
      await makeInstallable(outDir, name);
      await compressFolder(outDir);
    }
    fs.writeFileSync(path.join(work, stampFile), JSON.stringify({ hash }));
    install(work, finished);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  removeOthers(finished);
  return finished;
}

/**
 * Moves the finished build to its final folder. When a concurrent build got there first, the error
 * is ignored: both were built from the same sources.
 */
function install(work: string, finished: string): void {
  try {
    fs.renameSync(work, finished);
  } catch (error) {
    if (!fs.existsSync(finished)) throw error;
  }
}

function removeOthers(finished: string): void {
  for (const name of fs.readdirSync(distRoot)) {
    const isOld = /^[\da-f]{64}$/.test(name) && path.join(distRoot, name) !== finished;
    if (isOld) fs.rmSync(path.join(distRoot, name), { recursive: true, force: true });
  }
}
