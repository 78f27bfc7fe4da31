import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileForm } from '../../../../test/files.ts';
import { startService } from '../../../../test/service.ts';
import type { TestOrder } from '../../../../test/orders.ts';
import { openNegotiation } from '../proposals.fixture.ts';

const service = await startService();
const { supplier, order } = await openNegotiation(service, { itemCount: 120 });

/** Returns the longest time that `holdsUp` measures while a sheet with this text in its cells is rejected. */
const holdsUpWith = (text: string): Promise<number> =>
  holdsUp(
    order,
    'Código;Preço unitário;Similar (sim/não);Motivo',
    ({ id }) => `${id};1;${text};${text}`,
  );

/**
 * Returns the longest time, in milliseconds, for which the event loop is blocked while a sheet is
 * rejected, or enters with `?only_valid=true`.
 */
async function holdsUp(
  { uuid, items }: TestOrder,
  heading: string,
  rowOf: (item: TestOrder['items'][number], index: number) => string,
  query = '',
  { token }: { readonly token?: string } = supplier,
): Promise<number> {
  const content = Buffer.from([heading, ...items.map(rowOf)].join('\r\n'));
  assert.ok(content.length < 1024 * 1024);
  const { payload, headers } = fileForm({ content, filename: 'a.csv' });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const url = `/api/v1/supplier/orders/${uuid}/quote-sheet${query}`;
  const { status } = await service.call('POST', url, { token, payload, headers });
  await setTimeout(50); // the next timer measures the delay
  delay.disable();
  assert.equal(status, query === '' ? 422 : 200);
  return delay.max / 1e6;
}

describe('a quote sheet whose cells consist of accents', () => {
  it('delays other requests no longer than one of plain letters', async () => {
    // Two accents of different combining classes, alternating: normalising their order takes
    // quadratic time.
    const accents = `a${'\u0301\u0316'.repeat(1_000)}`;
    await holdsUpWith('a'); // warm-up: compiles the code
    const plain = Math.min(
      await holdsUpWith('a'.repeat(4_000)),
      await holdsUpWith('a'.repeat(4_000)),
    );
    const accented = Math.min(await holdsUpWith(accents), await holdsUpWith(accents));
    assert.ok(accented < 3 * Math.max(plain, 50), `${accented} ms, plain letters ${plain} ms`);
  });
});

describe('a quote sheet with hundreds of wrong rows', () => {
  it('delays other requests no longer when it enters without them', async () => {
    const long = await openNegotiation(service, { itemCount: 600 });
    const send = (query: string): Promise<number> =>
      holdsUp(
        long.order,
        'Código;Preço unitário;Produto similar',
        ({ id }, index) => `${id};1;${index === 0 ? 'a' : 'a'.repeat(301)}`,
        query,
        long.supplier,
      );
    await send(''); // warm-up
    const refused = Math.min(await send(''), await send(''));
    const partly = Math.min(await send('?only_valid=true'), await send('?only_valid=true'));
    assert.ok(partly < 3 * Math.max(refused, 50), `${partly} ms, refused ${refused} ms`);
  });
});
