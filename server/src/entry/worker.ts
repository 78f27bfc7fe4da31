import { openInstallation } from '../app/installation.ts';
import { listenForSignals } from '../app/until-signal.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/**
 * Handles events and jobs only, for installations whose other processes have `WORKER=off`. Several
 * share the work.
 */
export async function worker(): Promise<void> {
  const { untilSignal, closing } = listenForSignals();
  const installation = await openInstallation(configOf(readEnv()), { worker: true });
  await untilSignal;
  await closing(() => installation.close());
}
