import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFairQueue, QueueFullError } from './fair-queue.ts';

/** Creates tasks that end when the test says so, and records the order in which they start. */
function scene(bounds: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(bounds);
  const [begun, ends]: [string[], (() => void)[]] = [[], []];
  const ask = (person: string, name: string): Promise<string> =>
    queue.run(
      person,
      () =>
        new Promise((resolve) => {
          begun.push(name);
          ends.push(() => resolve(name));
        }),
    );
  const endNext = async (): Promise<void> => {
    await new Promise(setImmediate); // every task that may start has started
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, ask, endNext };
}

const isFull =
  (whose: string) =>
  (error: unknown): boolean =>
    error instanceof QueueFullError && error.whose === whose;

describe('the fair queue', () => {
  it('serves persons round-robin, however many tasks one of them has waiting', async () => {
    const { begun, ask, endNext } = scene({ atOnce: 1, each: 10, waiting: 20 });
    const asked = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name)),
      ask('b', 'b1'),
      ask('c', 'c1'),
      ask('b', 'b2'),
    ];
    for (let n = 0; n < asked.length; n += 1) await endNext();
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  });

  it('runs as many tasks at once as its bound allows', async () => {
    const { begun, ask, endNext } = scene({ atOnce: 2, each: 10, waiting: 20 });
    const asked = ['1', '2', '3'].map((name) => ask(name, name));
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['1', '2']);
    for (let n = 0; n < 3; n += 1) await endNext();
    await Promise.all(asked);
  });

  it('runs no more tasks of one person than their bound allows, and others past them', async () => {
    const { begun, ask, endNext } = scene({ atOnce: 3, eachAtOnce: 1, each: 10, waiting: 3 });
    const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2')];
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a1', 'b1']);
    await assert.rejects(ask('a', 'a4'), isFull('all'));
    asked.push(ask('c', 'c1'));
    for (let n = 0; n < asked.length; n += 1) await endNext();
    assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    await Promise.all(asked);
  });

  it('refuses a person with too many tasks waiting, and every person when too many tasks wait in all', async () => {
    const { ask, endNext } = scene({ atOnce: 1, each: 2, waiting: 3 });
    const asked = [ask('a', 'a1'), ask('a', 'a2')];
    await assert.rejects(ask('a', 'a3'), isFull('own'));
    asked.push(ask('b', 'b1'), ask('c', 'c1'));
    await assert.rejects(ask('d', 'd1'), isFull('all'));
    for (let n = 0; n < 4; n += 1) await endNext();
    await Promise.all(asked);
    const later = ask('a', 'a4');
    await endNext();
    assert.equal(await later, 'a4');
  });

  it('gives a place to who has none, and takes it from who has most waiting', async () => {
    const { begun, ask, endNext } = scene({ atOnce: 1, each: 10, waiting: 3 });
    const first = [ask('a', 'a1'), ask('b', 'b1'), ask('a', 'a2')];
    const displaced = assert.rejects(ask('a', 'a3'), isFull('own'));
    const asked = [...first, ask('c', 'c1')];
    await displaced;
    await assert.rejects(ask('b', 'b2'), isFull('all'));
    await assert.rejects(ask('d', 'd1'), isFull('all')); // each has one
    for (let n = 0; n < asked.length; n += 1) await endNext();
    assert.deepEqual(begun, ['a1', 'b1', 'a2', 'c1']);
    await Promise.all(asked);
  });

  it('continues after a task that fails', async () => {
    const { queue } = scene({ atOnce: 1, each: 1, waiting: 1 });
    await assert.rejects(
      queue.run('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await queue.run('a', () => Promise.resolve('fine')), 'fine');
  });
});
