import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { itemTotal } from '../money/proposal-total.ts';
import {
  compareProposals,
  type ComparedItem,
  type ComparedProposal,
  type Comparison,
  type RequestedItem,
} from './comparison.ts';
import { freightOf } from './freight.ts';

const ONE = 1000n;
const reais = (value: number): bigint => BigInt(value) * 10_000n;
const totalOf = (items: readonly { readonly totalPrice: bigint }[]): bigint =>
  items.reduce((sum, { totalPrice }) => sum + totalPrice, 0n);

/** Builds an order that requests a quantity of one of each item 1, 2, 3... */
const ask = (count: number): RequestedItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    quantity: ONE,
    product_id: index + 1,
    allow_similar: true,
  }));

/** Builds a proposal with these prices in reais for items 1, 2, 3...; null means not priced. */
function offer(
  prices: readonly (number | null)[],
  freightAmount: bigint | null = null,
): ComparedProposal<ComparedItem> {
  const items = prices.map((price, index) => {
    const unitPrice = price === null ? null : reais(price);
    return {
      orderItemId: index + 1,
      productId: index + 1,
      offersSimilar: false,
      unitPrice,
      quantity: ONE,
      totalPrice: itemTotal(unitPrice, ONE),
    };
  });
  return {
    items,
    totalAmount: totalOf(items),
    freight: freightOf(null, freightAmount),
    isAvailable: true,
  };
}

describe('the comparison of proposals', () => {
  it('marks the best price of every item, and all proposals that share it', () => {
    const { rows } = compareProposals(ask(2), [offer([10, 7]), offer([9, 7]), offer([null, 8])]);
    assert.deepEqual(
      rows.map((row) => row.bestUnitPrice),
      [reais(9), reais(7)],
    );
    assert.deepEqual(
      rows.map((row) => row.cells.map((cell) => cell.isBest)),
      [
        [false, true, false],
        [true, true, false],
      ],
    );
  });

  it('marks a price that is alone as the only one, not as the best', () => {
    const gone = { ...offer([1, null, 1]), isAvailable: false };
    const { rows } = compareProposals(ask(3), [offer([10, null, 3]), offer([null, null, 3]), gone]);
    assert.deepEqual(
      rows.map(({ bestUnitPrice, cells }) => [
        bestUnitPrice,
        cells.map(({ isBest, isOnly }) => [isBest, isOnly]),
      ]),
      [
        [
          reais(10),
          [
            [false, true],
            [false, false],
            [false, false],
          ],
        ],
        [
          null,
          [
            [false, false],
            [false, false],
            [false, false],
          ],
        ],
        [
          reais(3),
          [
            [true, false],
            [true, false],
            [false, false],
          ],
        ],
      ],
    );
  });

  it('ranks totals over the items that all proposals price, not over their own totals', () => {
    const whole = offer([10, 20, 30]);
    const part = offer([11, 21, null]);
    const { columns, commonItemCount } = compareProposals(ask(3), [whole, part]);
    assert.equal(commonItemCount, 2);
    assert.deepEqual(
      columns.map((column) => column.totalAmount),
      [6000n, 3200n],
    );
    assert.deepEqual(
      columns.map((column) => column.commonTotal),
      [3000n, 3200n],
    );
    assert.deepEqual(
      columns.map((column) => `${column.pricedCount}/${column.itemCount}`),
      ['3/3', '2/3'],
    );
    assert.deepEqual(
      columns.map((column) => column.isLowestCommonTotal),
      [true, false],
    );
  });

  it('marks every proposal that shares the lowest common total', () => {
    const { columns } = compareProposals(ask(2), [
      offer([10, 20]),
      offer([20, 10]),
      offer([30, 30]),
    ]);
    assert.deepEqual(
      columns.map((column) => column.isLowestCommonTotal),
      [true, true, false],
    );
  });

  it('marks no lowest total when no item is priced by all', () => {
    const { columns, commonItemCount } = compareProposals(ask(2), [
      offer([10, null]),
      offer([null, 1]),
    ]);
    assert.equal(commonItemCount, 0);
    assert.ok(columns.every((column) => !column.isLowestCommonTotal && column.commonTotal === 0n));
  });

  it('marks no lowest total for a smaller offered quantity', () => {
    const half = offer([10]);
    const smaller = {
      ...half,
      items: half.items.map((item) => ({ ...item, quantity: 500n, totalPrice: 500n })),
    };
    const { columns, rows } = compareProposals(ask(1), [offer([10]), smaller]);
    assert.ok(columns.every((column) => !column.isLowestCommonTotal));
    assert.deepEqual(
      rows[0]?.cells.map((cell) => cell.quantityDiffers),
      [false, true],
    );
  });

  it('gives the best price to an offer of all that is asked for, not of a part of it', () => {
    const [asked] = ask(1);
    assert.ok(asked);
    const of = (price: number, quantity: bigint) => {
      const whole = offer([price]);
      const items = whole.items.map((item) => ({
        ...item,
        quantity,
        totalPrice: itemTotal(item.unitPrice, quantity),
      }));
      return { ...whole, items, totalAmount: totalOf(items) };
    };
    const [row] = compareProposals(
      [{ ...asked, quantity: 300n * ONE }],
      [of(25, 300n * ONE), of(20, ONE), of(26, 320n * ONE)],
    ).rows;
    assert.equal(row?.bestUnitPrice, reais(25));
    assert.deepEqual(
      row?.cells.map(({ isBest, isOnly, asideReason }) => [isBest, isOnly, asideReason]),
      [
        [true, false, null],
        [false, false, 'less_than_requested'],
        [false, false, null],
      ],
    );
    const short = compareProposals([{ ...asked, quantity: 300n * ONE }], [of(20, ONE)]).rows[0];
    assert.deepEqual(
      [short?.bestUnitPrice, short?.cells.map(({ isPriced, isOnly }) => [isPriced, isOnly])],
      [null, [[true, false]]],
    );
  });

  it('leaves a similar product out where the item takes none', () => {
    const [asked] = ask(1);
    assert.ok(asked);
    const similar = (part: Partial<ComparedItem>): ComparedProposal<ComparedItem> => {
      const one = offer([22]);
      return { ...one, items: one.items.map((item) => ({ ...item, ...part })) };
    };
    for (const part of [{ offersSimilar: true }, { productId: 77 }]) {
      const proposals = [offer([25]), similar(part)];
      const strict: Comparison<ComparedItem> = compareProposals(
        [{ ...asked, allow_similar: false }],
        proposals,
      );
      assert.deepEqual(
        strict.rows[0]?.cells.map(({ isBest, asideReason }) => [isBest, asideReason]),
        [
          [true, null],
          [false, 'similar_not_accepted'],
        ],
      );
      assert.deepEqual(
        [strict.rows[0]?.bestUnitPrice, strict.commonItemCount],
        [reais(25), 0],
        'totals are not ranked over another product',
      );
      const open: Comparison<ComparedItem> = compareProposals([asked], proposals);
      assert.deepEqual([open.rows[0]?.bestUnitPrice, open.commonItemCount], [reais(22), 1]);
    }
  });

  it('does not count a price with quantity 0 as an offer', () => {
    const whole = offer([10, 10]);
    const hollow = {
      ...whole,
      items: offer([1, 10]).items.map((item, index) =>
        index === 0 ? { ...item, quantity: 0n, totalPrice: 0n } : item,
      ),
    };
    const { rows, columns, commonItemCount } = compareProposals(ask(2), [whole, hollow]);
    assert.deepEqual(
      rows.map((row) => row.bestUnitPrice),
      [reais(10), reais(10)],
    );
    assert.deepEqual(
      rows[0]?.cells.map((cell) => [cell.isPriced, cell.isBest, cell.isOnly]),
      [
        [true, false, true],
        [false, false, false],
      ],
    );
    assert.deepEqual([commonItemCount, columns.map((column) => column.pricedCount)], [1, [2, 1]]);
  });

  it('does not count a price of zero or a missing item as an offer', () => {
    const { rows, columns } = compareProposals(ask(2), [offer([0, 5]), offer([8])]);
    assert.equal(rows[0]?.bestUnitPrice, reais(8));
    assert.equal(rows[1]?.cells[1]?.item, null);
    assert.deepEqual(
      columns.map((column) => column.pricedCount),
      [1, 1],
    );
  });

  it('adds the freight only to the landed total', () => {
    const { columns } = compareProposals(ask(1), [offer([10], 550n), offer([10])]);
    assert.deepEqual(
      columns.map((column) => column.landedTotal),
      [
        { isKnown: true, total: 1550n },
        { isKnown: false, reason: 'freight_unknown' },
      ],
    );
    assert.deepEqual(
      columns.map((column) => column.totalAmount),
      [1000n, 1000n],
    );
  });

  it('accepts one to ten proposals, and marks no lowest total for a single one', () => {
    assert.equal(compareProposals(ask(1), [offer([10])]).columns[0]?.isLowestCommonTotal, false);
    assert.equal(
      compareProposals(
        ask(1),
        Array.from({ length: 10 }, () => offer([1])),
      ).columns.length,
      10,
    );
    assert.throws(() => compareProposals(ask(1), []), RangeError);
    assert.throws(
      () =>
        compareProposals(
          ask(1),
          Array.from({ length: 11 }, () => offer([1])),
        ),
      RangeError,
    );
  });

  it('holds its invariants for any proposals', () => {
    const prices = fc.array(fc.option(fc.integer({ min: 1, max: 5 })), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(prices, { minLength: 2, maxLength: 10 }), (offers) => {
        const { rows, columns } = compareProposals(
          ask(4),
          offers.map((list) => offer(list)),
        );
        const common = [0, 1, 2, 3].filter((item) => offers.every((list) => list[item] !== null));
        const totals = offers.map((list) =>
          common.reduce((sum, item) => sum + (list[item] ?? 0), 0),
        );
        assert.deepEqual(
          columns.map((column) => Number(column.commonTotal)),
          totals.map((total) => total * 100),
        );
        const marks = totals.map((total) => common.length > 0 && total === Math.min(...totals));
        assert.deepEqual(
          columns.map((column) => column.isLowestCommonTotal),
          marks,
        );
        rows.forEach((row, item) => {
          const asked = offers.filter((list) => (list[item] ?? null) !== null).length;
          const least = Math.min(...offers.map((list) => list[item] ?? Infinity));
          assert.deepEqual(
            row.cells.map((cell) => cell.isBest),
            offers.map((list) => list[item] === least && asked > 1),
          );
        });
      }),
    );
  });
});
