import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../platform/config/config.ts';

/**
 * Returns the installation's secret: from the configuration, or generated once and stored in the
 * data folder, readable by its owner alone.
 */
export function readAppKey({ appKey, dataDir }: Pick<Config, 'appKey' | 'dataDir'>): string {
  if (appKey !== undefined) return appKey;
  const file = path.join(dataDir, 'app.key');
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}
