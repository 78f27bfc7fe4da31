import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileForm } from '../../../../test/files.ts';
import { startService } from '../../../../test/service.ts';
import { openNegotiation } from '../proposals.fixture.ts';

const service = await startService();
const { supplier, order } = await openNegotiation(service, { itemCount: 120 });

/**
 * Returns the longest time, in milliseconds, for which the event loop is blocked while a sheet with
 * this text in its cells is rejected.
 */
async function holdsUp(text: string): Promise<number> {
  const rows = order.items.map(({ id }) => `${id};1;${text};${text}`);
  const heading = 'Código;Preço unitário;Similar (sim/não);Motivo';
  const content = Buffer.from([heading, ...rows].join('\r\n'));
  assert.ok(content.length < 1024 * 1024);
  const { payload, headers } = fileForm({ content, filename: 'a.csv' });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const url = `/api/v1/supplier/orders/${order.uuid}/quote-sheet`;
  const { status } = await service.call('POST', url, { token: supplier.token, payload, headers });
  await setTimeout(50); // the next timer measures the delay
  delay.disable();
  assert.equal(status, 422);
  return delay.max / 1e6;
}

describe('a quote sheet whose cells consist of accents', () => {
  it('delays other requests no longer than one of plain letters', async () => {
    // Two accents of different combining classes, alternating: normalising their order takes
    // quadratic time.
    const accents = `a${'\u0301\u0316'.repeat(1_000)}`;
    await holdsUp('a'); // warm-up: compiles the code
    const plain = Math.min(await holdsUp('a'.repeat(4_000)), await holdsUp('a'.repeat(4_000)));
    const accented = Math.min(await holdsUp(accents), await holdsUp(accents));
    assert.ok(accented < 3 * Math.max(plain, 50), `${accented} ms, plain letters ${plain} ms`);
  });
});
