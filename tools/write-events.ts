import fs from 'node:fs';
import path from 'node:path';
import { eventDocument } from '@lavra/server/features/notifications/event-document';

// Writes docs/events.md from the catalogue of events. With --check it only reports, by its exit
// code, whether the committed file is up to date.

const target = path.resolve(import.meta.dirname, '../docs/events.md');
const fresh = eventDocument();

if (!process.argv.includes('--check')) fs.writeFileSync(target, fresh);
else if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== fresh) {
  process.stderr.write('docs/events.md is stale: run `npm run events`\n');
  process.exitCode = 1;
}
