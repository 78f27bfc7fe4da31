import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { startRunning } from '../running-service.ts';
import { playTender } from './play.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-tender-'));
const service = await startRunning({ DATA_DIR: path.join(folder, 'dados do pregão') });
after(async () => {
  await service.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the tender of 2024, played over HTTP against the running service', async () => {
  const lines: string[] = [];
  const outcome = await playTender(service.address, (line) => lines.push(line));

  test('thirteen suppliers offer sixty-two prices for fourteen items', () => {
    assert.equal(outcome.order.items.length, 14);
    assert.equal(outcome.received.length, 13);
    assert.equal(
      outcome.received.flatMap((proposal) => proposal.items).filter((item) => item.has_price)
        .length,
      62,
    );
    assert.ok(
      outcome.received.filter((proposal) => proposal.priced_items < 14).length >= 11,
      'most bids are partial',
    );
    assert.ok(
      outcome.received
        .flatMap((proposal) => proposal.items)
        .some((item) => item.unit_price === 21.4892),
      'prices keep their four decimals',
    );
  });

  test('the figures equal those of the public record', () => {
    assert.equal(outcome.estimated_total, '299994.71');
    assert.equal(outcome.best_total, '269555.00');
    assert.equal(outcome.best_received, '269555.00');
  });

  test('three proposals are compared over the items they all price, and one is accepted', () => {
    const { comparison, accepted } = outcome;
    assert.equal(comparison.proposals.length, 3);
    const common = comparison.rows.filter((row) => row.is_common);
    assert.equal(common.length, comparison.common_items);
    assert.ok(common.every((row) => row.cells.every((cell) => cell.is_priced)));
    assert.ok(
      comparison.rows.every(
        (row) =>
          row.best_unit_price === null ||
          row.cells.some(
            (cell) => (cell.is_best || cell.is_only) && cell.unit_price === row.best_unit_price,
          ),
      ),
    );
    assert.equal(accepted.is_accepted, true);
    assert.equal(accepted.order.status, 'adjudicada');
  });

  test('no reply to the producer names a supplier', () => {
    const seen = JSON.stringify([outcome.received, outcome.comparison, outcome.accepted]);
    assert.ok(!seen.includes('supplier'));
    assert.ok(!/Licitante|licitante/.test(seen));
  });

  test('the printed comparison shows labels, coverage and both figures', () => {
    const text = lines.join('\n');
    assert.match(text, /Proposta [A-M]/);
    for (const part of ['de 14 itens', '299.994,71', '269.555,00', 'Aceita: Proposta'])
      assert.ok(text.includes(part), part);
  });
});
