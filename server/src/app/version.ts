import fs from 'node:fs';
import path from 'node:path';

const manifest: { version: string } = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
);

/** The release, from the root manifest. */
export const { version } = manifest;
