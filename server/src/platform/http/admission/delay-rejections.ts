import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import { originOf } from '../address-key.ts';
import { tokenHashOf, type Authenticator } from './access-control.ts';
import { createRequestDelays } from './request-delays.ts';

const DELAY_MS = 1_000;
const LIMITS = { most: 1_024, each: 256 } as const;

/**
 * Delays a 429 by a second when its caller is not signed in. A client that retries at once over a
 * hundred connections would otherwise keep the process busy with rejections. A delayed reply holds
 * no slot; when too many are waiting, it is sent at once.
 */
export function delayRejections(
  app: FastifyInstance,
  {
    authenticator,
    clock,
  }: { authenticator: Pick<Authenticator, 'personOf'>; clock: Pick<Clock, 'pause'> },
): void {
  const delays = createRequestDelays({ clock, limits: true, bounds: LIMITS });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const tokenHash = tokenHashOf(request.headers.authorization);
    if (tokenHash !== undefined && authenticator.personOf(tokenHash) !== undefined) return;
    await delays.wait(DELAY_MS, originOf(request.ip)).catch(() => {});
  });
}
