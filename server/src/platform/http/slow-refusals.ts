import type { FastifyInstance } from 'fastify';
import { originOf } from './address-key.ts';
import { tokenHashOf, type Authenticator } from './gate.ts';
import { createWaitingRoom } from './waiting-room.ts';

const HOLD = 1_000;
const SEATS = { most: 1_024, each: 256 } as const;

/**
 * Holds a 429 back for a second where its caller is not signed in. Who asks again as soon as they are refused, over a hundred
 * connections, would otherwise keep the process busy with saying no. What is held has left its place; where too many are, the
 * refusal goes out at once.
 */
export function slowRefusals(
  app: FastifyInstance,
  { authenticator }: { authenticator: Pick<Authenticator, 'personOf'> },
): void {
  const room = createWaitingRoom({ limits: true, seats: SEATS });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429) return;
    const tokenHash = tokenHashOf(request.headers.authorization);
    if (tokenHash !== undefined && authenticator.personOf(tokenHash) !== undefined) return;
    await room.wait(HOLD, originOf(request.ip)).catch(() => {});
  });
}
