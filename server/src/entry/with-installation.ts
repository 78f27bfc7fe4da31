import { openInstallation, type Installation } from '../app/installation.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/** Does a command's work on the installation that the environment names, and closes it. */
export async function withInstallation<T>(
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(configOf(readEnv()));
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
