import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { ObjectStore } from '../platform/files/object-store.ts';
import type { Replica } from '../platform/db/replica.ts';
import { measureAdmission, type AdmissionMetricsSources } from './admission-metrics.ts';
import { withFormerNames } from './deprecated-metrics.ts';
import { measureObjectStore } from './object-store-metrics.ts';
import { measureQueue } from './queue-metrics.ts';
import { mountReadiness } from './readiness.ts';
import { measureReplica } from './replica-metrics.ts';
import { measureScheduler } from './scheduler-metrics.ts';

/**
 * Mounts `/health/live` (the process runs), `/health/ready` (it can work) and
 * `/metrics` (Prometheus).
 */
export function mountHealth(
  app: FastifyInstance,
  {
    db,
    clock,
    replica,
    objects,
    ...admission
  }: AdmissionMetricsSources & {
    db: Db;
    clock: Clock;
    replica: Replica | undefined;
    objects: ObjectStore | undefined;
  },
): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  mountReadiness(app, { db });
  const registry = measureRequests(app);
  measureAdmission(registry, admission);
  if (replica !== undefined) measureReplica(registry, replica);
  if (objects !== undefined) measureObjectStore(registry, objects);
  const measures = [
    measureQueue(registry, { db, clock }),
    measureScheduler(registry, { db, clock }),
  ];
  app.get('/metrics', async (_request, reply) => {
    await Promise.all(measures.map((measure) => measure()));
    return reply.type(registry.contentType).send(withFormerNames(await registry.metrics()));
  });
}

function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
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
