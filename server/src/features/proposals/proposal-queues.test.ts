import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Actor, HttpRequest } from '../../platform/auth/request.ts';
import { createProposalQueues } from './proposal-queues.ts';

const requestOf = (userId: number) =>
  ({
    caller: { userId },
    withoutSlot: (run: () => Promise<unknown>) => run(),
  }) as unknown as HttpRequest<Actor>; // all that a queue reads of it

it('two quote sheets of one supplier that take long leave a place for the sheet of another', async () => {
  const { reading } = createProposalQueues(10);
  const slow = Promise.withResolvers<string>();
  const greedy = [1, 2].map(() => reading(requestOf(1), () => slow.promise));
  const order: string[] = [];
  const modest = reading(requestOf(2), async () => order.push('modest'));
  await setImmediate();
  order.push('greedy');
  slow.resolve('slow');
  await Promise.all([...greedy, modest]);
  assert.deepEqual(order, ['modest', 'greedy']);
});
