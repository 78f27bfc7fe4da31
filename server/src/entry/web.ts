import { createHttp } from '../app/http.ts';
import { drain } from '../app/drain.ts';
import { mountPortals } from '../app/portals.ts';
import { listenForSignals } from '../app/until-signal.ts';
import { configOf } from '../platform/config/config.ts';
import { readEnv } from '../platform/config/env.ts';
import { createLogger } from '../platform/log/logger.ts';

/**
 * Serves the portals only, without a database: the process to which a gateway sends everything but
 * the API.
 */
export async function web(): Promise<void> {
  const { untilSignal, closing } = listenForSignals();
  const config = configOf(readEnv());
  const logger = createLogger(config);
  const http = createHttp({ config, logger });
  const health = (): { status: string } => ({ status: 'ok' });
  http.get('/health/live', health);
  http.get('/health/ready', health);
  mountPortals(http, { logger, production: config.production, zone: config.timezone });
  await http.listen({ host: config.host, port: config.port });
  logger.info({ address: http.listeningOrigin }, 'listening');
  await untilSignal;
  await drain(http.server, config.drainSeconds);
  await closing(() => http.close());
}
