import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Goes on answering for some seconds, each answer the last on its connection, so that a gateway that keeps connections
 * has none left when the door closes: none of its requests meets a closed one.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  if (seconds === 0) return;
  server.prependListener('request', (_request, reply) => { reply.setHeader('connection', 'close'); });
  await pause(seconds * 1000);
}
