import type { FastifyInstance } from 'fastify';
import { createBodyMemory } from './admission/body-memory.ts';
import { senderOf } from './sender.ts';

const MIB = 1024 * 1024;

/** Memory limits for replies that their clients have not read yet: in all, and per client. */
const SHARES = { all: 256 * MIB, each: 64 * MIB } as const;
/** In bytes: what is smaller fits into the buffers of the system, or nearly. */
const LEAST = 64 * 1024;

/**
 * Limits the memory of large replies on their way, which hold no slot: one person could ask for
 * hundreds of files and read none. When a limit is reached, the slowest reply of the person who holds
 * most breaks off; a slow client gets its reply as long as there is room. Streams are read at their
 * client's pace and hold nothing.
 */
export function limitUnreadReplies(app: FastifyInstance): void {
  const memory = createBodyMemory({ shares: SHARES });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes >= LEAST) {
      const held = memory.track(senderOf(request), () => reply.raw.destroy());
      reply.raw.once('close', held.end);
      held.grow(bytes);
    }
    done(null, payload);
  });
}
