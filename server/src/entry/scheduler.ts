import { openInstallation } from '../app/installation.ts';
import { listenForSignals } from '../app/until-signal.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/**
 * Runs the scheduled tasks only, for installations whose other processes have `SCHEDULER=off`.
 * Several may run.
 */
export async function scheduler(): Promise<void> {
  const { untilSignal, closing } = listenForSignals();
  const installation = await openInstallation(configOf(readEnv()), { scheduler: true });
  installation.logger.info('scheduler running');
  // The tasks' timers do not keep the process alive by themselves.
  const alive = setInterval(() => undefined, 60_000);
  await untilSignal;
  clearInterval(alive);
  await closing(() => installation.close());
}
