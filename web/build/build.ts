import fs from 'node:fs';
import path from 'node:path';
import { distRoot } from './portals.ts';
import { sourceHash } from './source-hash.ts';

// `npm run build -w web`, and what the service runs when it starts. Says `building` when there is work to do, and
// `ready <folder>` when the builds of these sources are there.

const finished = path.join(distRoot, sourceHash());
if (!fs.existsSync(finished)) {
  process.stdout.write('building\n');
  // The builder is heavy: only who builds loads it.
  const { buildPortals } = await import('./build-portals.ts');
  await buildPortals();
}
process.stdout.write(`ready ${finished}\n`);
