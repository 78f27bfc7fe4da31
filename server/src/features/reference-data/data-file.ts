import { readFileSync } from 'node:fs';

const folder = new URL('../../../data/', import.meta.url);

/** The text of one file of `server/data`. They are ours: the tests of each loader hold the shape it parses. */
export function readDataFile(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
