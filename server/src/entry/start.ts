import { banner } from '../app/banner.ts';
import { openInstallation } from '../app/installation.ts';
import { listenForSignals } from '../app/until-signal.ts';
import { restrictDemoAccess } from '../demo/restrict-demo-access.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';

/** Runs everything in one process. */
export async function start(): Promise<void> {
  const { untilSignal, closing } = listenForSignals();
  const config = configOf(readEnv());
  const installation = await openInstallation(config);
  const { app } = installation;
  try {
    await restrictDemoAccess(installation, { loading: config.demo });
    const demo = config.demo ? await loadDemo(installation) : undefined;
    // the demo is months old: what is due by time, and what its people are sent, follows from all of it
    await installation.begin({ scheduler: config.scheduler, worker: config.worker });
    await app.http.listen({ host: config.host, port: config.port });
    process.stdout.write(
      banner({ address: app.http.listeningOrigin, config, database: installation.database, demo }),
    );
  } catch (error) {
    await installation.close();
    throw error;
  }
  await untilSignal;
  await closing(() => installation.close());
  process.stdout.write('Até logo.\n');
}
