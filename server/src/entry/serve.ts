import { drain } from '../app/drain.ts';
import { openInstallation } from '../app/installation.ts';
import { listenForSignals } from '../app/until-signal.ts';
import { restrictDemoAccess } from '../demo/restrict-demo-access.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/** Runs the API without the demo; scheduler and worker run beside it unless switched off. */
export async function serve(): Promise<void> {
  const { untilSignal, closing } = listenForSignals();
  const config = configOf(readEnv());
  const installation = await openInstallation(config, {
    scheduler: config.scheduler,
    worker: config.worker,
  });
  try {
    await restrictDemoAccess(installation, { loading: false });
  } catch (error) {
    await installation.close();
    throw error;
  }
  await installation.app.http.listen({ host: config.host, port: config.port });
  installation.logger.info({ address: installation.app.http.listeningOrigin }, 'listening');
  await untilSignal;
  await drain(installation.app.http.server, config.drainSeconds);
  await closing(() => installation.close());
}
