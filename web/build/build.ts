import fs from 'node:fs';
import path from 'node:path';
import { compressBest, isCompressedBest } from './compress.ts';
import { distRoot } from './portals.ts';
import { sourceHash } from './source-hash.ts';

// `npm run build -w web`, also run by the service when it starts. Prints `building` when a build is
// needed, and `ready <folder>` when the builds of these sources exist; once more when their files
// have become smaller, which takes longer than the build.

const finished = path.join(distRoot, sourceHash());
if (!fs.existsSync(finished)) {
  process.stdout.write('building\n');
  // The builder is heavy to load, so it is imported only when a build is needed.
  const { buildPortals } = await import('./build-portals.ts');
  await buildPortals();
}
process.stdout.write(`ready ${finished}\n`);
if (!isCompressedBest(finished)) {
  await compressBest(finished);
  process.stdout.write(`ready ${finished}\n`);
}
