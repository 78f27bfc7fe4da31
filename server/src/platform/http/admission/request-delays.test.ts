import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleError } from '../../errors.ts';
import { createRequestDelays } from './request-delays.ts';

const isOverloaded = (error: unknown): boolean =>
  error instanceof RuleError &&
  error.code === 'overloaded' &&
  Number(error.details['retry_after']) >= 1;

/** Creates delays that end when the test releases them. */
function heldDelays() {
  const gate = Promise.withResolvers<void>();
  const delays = createRequestDelays({ clock: { pause: () => gate.promise }, limits: true });
  return { delays, release: gate.resolve };
}

describe('request delays', () => {
  it('hold at most sixteen requests of an address, and others beside them', async () => {
    const { delays, release } = heldDelays();
    const waits = Array.from({ length: 16 }, () => delays.wait(50, { key: 'one' }));
    await assert.rejects(delays.wait(50, { key: 'one' }), isOverloaded);
    waits.push(delays.wait(1, { key: 'another' }));
    assert.equal(delays.active(), 17);
    release();
    await Promise.all(waits);
    assert.equal(delays.active(), 0);
    await delays.wait(1, { key: 'one' });
  });

  it('hold at most half of the total for one wider network', async () => {
    const { delays, release } = heldDelays();
    const of = (n: number) => ({ key: `address ${n}`, network: 'network' });
    const waits = Array.from({ length: 128 }, (_, n) => delays.wait(50, of(n)));
    await assert.rejects(delays.wait(50, of(128)), isOverloaded);
    waits.push(delays.wait(1, { key: 'another', network: 'elsewhere' }));
    release();
    await Promise.all(waits);
    await delays.wait(1, of(129));
  });

  it('hold at most 256 requests in all', async () => {
    const { delays, release } = heldDelays();
    const waits = Array.from({ length: 256 }, (_, n) =>
      delays.wait(50, { key: `address ${n}`, network: `network ${n}` }),
    );
    await assert.rejects(delays.wait(50, { key: 'late' }), isOverloaded);
    release();
    await Promise.all(waits);
  });
});
