import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleError } from '../errors.ts';
import { createWaitingRoom } from './waiting-room.ts';

const isOverloaded = (error: unknown): boolean =>
  error instanceof RuleError &&
  error.code === 'overloaded' &&
  Number(error.details['retry_after']) >= 1;

describe('the waiting room', () => {
  it('has sixteen seats for an address, and leaves the others theirs', async () => {
    const room = createWaitingRoom({ limits: true });
    const waits = Array.from({ length: 16 }, () => room.wait(50, { key: 'one' }));
    await assert.rejects(room.wait(50, { key: 'one' }), isOverloaded);
    waits.push(room.wait(1, { key: 'another' }));
    assert.equal(room.waiting(), 17);
    await Promise.all(waits);
    assert.equal(room.waiting(), 0);
    await room.wait(1, { key: 'one' });
  });

  it('has half of its seats for the addresses of one wider network together', async () => {
    const room = createWaitingRoom({ limits: true });
    const of = (n: number) => ({ key: `address ${n}`, network: 'network' });
    const waits = Array.from({ length: 128 }, (_, n) => room.wait(50, of(n)));
    await assert.rejects(room.wait(50, of(128)), isOverloaded);
    waits.push(room.wait(1, { key: 'another', network: 'elsewhere' }));
    await Promise.all(waits);
    await room.wait(1, of(129));
  });

  it('has 256 seats in all', async () => {
    const room = createWaitingRoom({ limits: true });
    const waits = Array.from({ length: 256 }, (_, n) =>
      room.wait(50, { key: `address ${n}`, network: `network ${n}` }),
    );
    await assert.rejects(room.wait(50, { key: 'late' }), isOverloaded);
    await Promise.all(waits);
  });
});
