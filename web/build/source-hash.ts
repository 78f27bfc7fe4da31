import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { webRoot } from './portals.ts';

const repository = path.resolve(webRoot, '..');
/**
 * What a build depends on: the web sources, the rules and paths it shares with the server, and the
 * versions of its libraries.
 */
const parts = [
  'web/src',
  'web/public',
  'web/build',
  'domain/src',
  'contract/src',
  'web/package.json',
  'web/producer.html',
  'web/supplier.html',
  'web/admin.html',
];
const counts = (file: string): boolean => !/\.test\.tsx?$/.test(file);

/** Returns a hash of everything a build depends on; a different hash means a different build. */
export function sourceHash(): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    for (const file of filesOf(path.join(repository, part)).filter(counts)) {
      hash
        .update(path.relative(repository, file))
        .update('\0')
        .update(fs.readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesOf(place: string): string[] {
  if (!fs.existsSync(place)) return [];
  if (fs.statSync(place).isFile()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
