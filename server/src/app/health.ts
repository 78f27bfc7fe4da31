import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { LoadShedder } from '../platform/http/admission/load-shedding.ts';
import type { RequestDelays } from '../platform/http/admission/request-delays.ts';
import { measureEntries, type LoginAttempts } from './entry-metrics.ts';
import { measureQueue } from './queue-metrics.ts';
import { measureScheduler } from './scheduler-metrics.ts';

/**
 * Mounts `/health/live` (the process runs), `/health/ready` (it can reach its database) and
 * `/metrics` (Prometheus).
 */
export function mountHealth(
  app: FastifyInstance,
  {
    db,
    clock,
    loadShedder,
    ...entries
  }: {
    db: Db;
    clock: Clock;
    loadShedder: LoadShedder;
    delays: RequestDelays;
    loginAttempts: LoginAttempts;
  },
): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = await sql`SELECT 1`.execute(db.q).then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
  const registry = measureRequests(app);
  registry.registerMetric(
    new Counter({
      name: 'lavra_requests_turned_away_total',
      help: 'Requests refused at the door, before anything was done for them',
      registers: [],
      collect() {
        this.reset();
        this.inc(loadShedder.rejected());
      },
    }),
  );
  measureEntries(registry, entries);
  const measures = [
    measureQueue(registry, { db, clock }),
    measureScheduler(registry, { db, clock }),
  ];
  app.get('/metrics', async (_request, reply) => {
    await Promise.all(measures.map((measure) => measure()));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });
  return registry;
}
