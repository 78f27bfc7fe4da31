import type { FastifyInstance } from 'fastify';
import { createPlaces } from '../features/places/places-feature.ts';
import type { Config } from '../platform/config/config.ts';
import { createAuthenticator } from '../platform/auth/authenticator.ts';
import { createClock } from '../platform/clock/clock.ts';
import { createCommand } from '../platform/db/command.ts';
import { databaseOver } from '../platform/db/database.ts';
import { createPool } from '../platform/db/pool.ts';
import { createGate } from '../platform/http/gate.ts';
import { createLimiter } from '../platform/http/limiter.ts';
import { createMount } from '../platform/http/mount.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createHttp } from './http.ts';

export interface Application {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  /** Finishes what is in flight, then lets the connections go. */
  close(): Promise<void>;
}

/** The whole wiring of the API: one line a feature. The database is already migrated. */
export async function createApplication({ config, databaseUrl, logger }: { config: Config; databaseUrl: string; logger: Logger }): Promise<Application> {
  const clock = createClock(config.now);
  const pool = createPool({ url: databaseUrl, size: config.databasePoolSize, timezone: config.timezone, name: 'lavra-api', logger });
  const db = databaseOver(pool);
  const platform: Platform = { db, command: createCommand({ pool, clock, strict: config.strict }), clock, zone: config.timezone, logger };

  const http = await createHttp({ config, logger });
  const limiter = await createLimiter(http, { enabled: config.rateLimit });
  const mount = createMount(http, createGate({ authenticator: createAuthenticator({ db, clock }), limiter }), { strict: config.strict });
  createPlaces({ platform }).mountRoutes(mount);

  return {
    http, platform,
    close: async () => {
      await http.close();
      await pool.end();
    },
  };
}
