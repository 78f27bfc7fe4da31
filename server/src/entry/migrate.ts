import { openInstallation } from '../app/installation.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/** Brings schema and reference data up to date, then exits. */
export async function migrateNow(): Promise<void> {
  const installation = await openInstallation(configOf(readEnv()));
  await installation.close();
  process.stdout.write('O banco está em dia.\n');
}
