import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { readTender, tenderFigures } from './tender.ts';

const tender = readTender();
const bids = tender.items.flatMap((item) => item.bids);

describe('the tender of 2024', () => {
  test('has 14 items and 62 bids by 13 bidders', () => {
    assert.deepEqual(
      tender.items.map((item) => item.number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    );
    assert.equal(bids.length, 62);
    assert.deepEqual(
      [...new Set(bids.map((bid) => bid.bidder))].toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    );
  });

  test('has an estimate of R$ 299.994,71, and best bids that sum to R$ 269.555,00', () => {
    assert.deepEqual(tenderFigures(tender), {
      estimated_total: '299994.71',
      best_total: '269555.00',
    });
  });

  test('has no bidder with two bids on one item or with a bid on every item', () => {
    for (const item of tender.items) {
      assert.equal(new Set(item.bids.map((bid) => bid.bidder)).size, item.bids.length);
    }
    const priced = Map.groupBy(bids, (bid) => bid.bidder);
    assert.equal(Math.max(...[...priced.values()].map((own) => own.length)), 12);
  });

  test('contains prices with two to four decimals, and exact quantities', () => {
    const prices = bids.flatMap((bid) => [bid.first_unit_price, bid.final_unit_price]);
    assert.ok(prices.every((price) => /^\d+\.\d{2,4}$/.test(price)));
    assert.ok(bids.every((bid) => /^\d+$/.test(bid.quantity)));
    assert.ok(prices.includes('21.3925'));
  });

  test('requests products of the small demo, in units that its bids name', () => {
    const core = new Set(
      readDemoCatalogue()
        .products.filter((product) => product.core)
        .map((product) => product.name),
    );
    assert.ok(tender.items.every((item) => core.has(item.product)));
    assert.deepEqual(
      tender.items.flatMap((item) => (item.unit === null ? [] : [`${item.number} ${item.unit}`])),
      ['10 SC50', '11 SC50', '12 SC50', '13 L', '14 L'],
    );
  });
});

test('an amount of exactly half a cent is rounded up', () => {
  const bid = {
    bidder: 1,
    first_unit_price: '1',
    final_unit_price: '0.0050',
    quantity: '1',
    brand: '',
    model: '',
  };
  const item = {
    number: 1,
    description: '',
    product: '',
    quantity: '0.5',
    unit: null,
    estimated_unit_price: '0.03',
  };
  const figures = tenderFigures({ source: '', items: [{ ...item, bids: [bid] }] });
  assert.deepEqual(figures, { estimated_total: '0.02', best_total: '0.01' });
});
