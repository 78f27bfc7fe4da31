import { readFileSync } from 'node:fs';

const folder = new URL('../../../data/', import.meta.url);

/**
 * Returns the text of one file of `server/data`. The files are our own: the tests of each loader
 * verify the structure that it parses.
 */
export function readDataFile(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
