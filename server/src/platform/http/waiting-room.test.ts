import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleError } from '../errors.ts';
import { createWaitingRoom } from './waiting-room.ts';

const isOverloaded = (error: unknown): boolean => error instanceof RuleError && error.code === 'overloaded' && Number(error.details['retry_after']) >= 1;

describe('the waiting room', () => {
  it('has sixteen seats for an address, and leaves the others theirs', async () => {
    const room = createWaitingRoom({ limits: true });
    const waits = Array.from({ length: 16 }, () => room.wait(50, 'one'));
    await assert.rejects(room.wait(50, 'one'), isOverloaded);
    waits.push(room.wait(1, 'another'));
    assert.equal(room.waiting(), 17);
    await Promise.all(waits);
    assert.equal(room.waiting(), 0);
    await room.wait(1, 'one');
  });

  it('has 256 seats in all', async () => {
    const room = createWaitingRoom({ limits: true });
    const waits = Array.from({ length: 256 }, (_, n) => room.wait(50, `address ${n}`));
    await assert.rejects(room.wait(50, 'late'), isOverloaded);
    await Promise.all(waits);
  });
});
