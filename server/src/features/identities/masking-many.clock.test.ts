import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openNegotiation } from '../proposals/proposals.fixture.ts';

const service = await startService();

/** Forty words of four letters: each of them identifies the supplier by itself. */
const longName = (turn: number): string =>
  Array.from({ length: 40 }, (_, word) =>
    (turn * 40 + word)
      .toString(26)
      .padStart(4, 'q')
      .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? 'q'),
  ).join(' ');
function longSite(turn: number): string {
  const number = String(turn).padStart(2, '0');
  const labels = ['a', 'b', 'c', 'd'].map((label) => `${label}${number}${label.repeat(55)}`);
  return `https://${labels.join('.')}.com.br`;
}

describe('masking many short texts of a supplier with many former names', () => {
  it('delays no other request', async () => {
    const { producer, order } = await openNegotiation(service);
    const supplier = await buildSupplier(service, { name: longName(0) });
    for (let turn = 1; turn <= 30; turn += 1) {
      const { status, body } = await service.call('PUT', '/api/v1/user/profile', {
        token: supplier.token,
        body: { name: longName(turn), website: longSite(turn) },
      });
      assert.equal(status, 200, JSON.stringify(body));
    }
    for (let turn = 0; turn < 100; turn += 1) {
      const { status } = await service.call('POST', `/api/v1/orders/${order.uuid}/questions`, {
        token: supplier.token,
        body: { question: `Prazo ${turn}?` },
      });
      assert.equal(status, 200);
    }
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const { status } = await service.call(
      'GET',
      `/api/v1/orders/${order.uuid}/questions?per_page=100`,
      { token: producer.token },
    );
    await setTimeout(50); // a delay shows at the next timer
    delay.disable();
    assert.equal(status, 200);
    // A hundred questions are 900 characters: one turn's work. On an idle machine it takes a few
    // milliseconds.
    assert.ok(delay.max / 1e6 < 500, `others waited ${Math.round(delay.max / 1e6)} ms`);
  });
});
