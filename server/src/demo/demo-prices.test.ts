import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderStories } from './demo-order-stories.ts';
import { priceOf, termsOf } from './demo-prices.ts';
import { readTender } from './tender.ts';

/** The sent proposals of each order, as prices by item. */
const compared = orderStories.flatMap(({ description, items, answers = [] }) => {
  const sent = answers.filter(([, , fate]) => fate === undefined);
  return sent.length < 2
    ? []
    : [
        {
          description,
          suppliers: sent.map(([supplier]) => supplier),
          prices: items.map(([product]) =>
            sent.map(([supplier, level]) => priceOf(product, supplier, level)),
          ),
        },
      ];
});

describe('the prices of the demo', () => {
  it('lie apart as in public tenders: by at most a half, and never equal', () => {
    assert.ok(compared.length >= 5);
    for (const { description, prices } of compared) {
      for (const item of prices) {
        const ratio = Math.max(...item) / Math.min(...item);
        assert.ok(ratio > 1 && ratio <= 1.5, `${description}: ${ratio}`);
      }
    }
  });

  it('make now one supplier, now another the best for an item', () => {
    const mixed = compared.filter(
      ({ prices }) => new Set(prices.map((item) => item.indexOf(Math.min(...item)))).size > 1,
    );
    assert.ok(mixed.length >= 2, mixed.map(({ description }) => description).join());
  });

  it('lie within the bids of the tender for the goods that it names', () => {
    const { items } = readTender();
    for (const [product, tendered] of [
      ['Ureia 45% N', 'Ureia 45% N'],
      ['Cloreto de potássio (KCl)', 'Cloreto de potássio (KCl)'],
      ['Roundup Original', 'Glifosato 648 g/L'],
    ] as const) {
      const bids = items
        .filter((item) => item.product === tendered)
        .flatMap((item) => item.bids.map((bid) => Number(bid.final_unit_price)));
      const usual = Array.from({ length: 33 }, (_, supplier) => priceOf(product, supplier, 1));
      const middle = usual.toSorted((a, b) => a - b)[16] ?? 0;
      assert.ok(middle >= Math.min(...bids) && middle <= Math.max(...bids), `${product} ${middle}`);
    }
  });

  it('come with freight of every kind and with different terms', () => {
    const terms = compared.flatMap(({ suppliers }) => suppliers.map(termsOf));
    assert.equal(new Set(terms.map(({ freight_kind }) => freight_kind)).size, 3);
    assert.ok(new Set(terms.map(({ payment_terms }) => payment_terms)).size >= 4);
    assert.ok(new Set(terms.map(({ delivery_days }) => delivery_days)).size >= 4);
  });
});
