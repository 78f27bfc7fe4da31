import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pricePicture, type AskedProduct, type PicturedProposal } from './price-picture.ts';

/** A proposal with these unit prices for 10 of each item; null for one that it does not offer. */
const proposal = (
  uuid: string,
  prices: readonly (number | null)[],
  freight_amount: number | null = 0,
): PicturedProposal => {
  const total_amount = prices.reduce<number>((total, price) => total + (price ?? 0) * 10, 0);
  return {
    uuid,
    total_amount,
    freight_amount,
    landed_total: total_amount + (freight_amount ?? 0),
    landed_unknown: freight_amount === null ? 'freight_unknown' : null,
    delivery_days: null,
    items: prices.map((unit_price, index) => ({
      order_item_id: index,
      unit_price,
      is_offered: unit_price !== null,
      quantity: 10,
      product_id: index,
      offers_similar: false,
      order_item: { product_id: index, allow_similar: true, quantity: 10 },
    })),
  };
};

/** The items of an order, each asked for 10. */
const asked = (count: number): AskedProduct[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    position: id + 1,
    quantity: 10,
    product: { name: `Item ${id + 1}` },
  }));

describe('the price picture', () => {
  it('stands by coverage, then by what is paid at the farm, an unknown freight last', () => {
    const { bars } = pricePicture(
      [
        proposal('part', [1, null]),
        proposal('unknown', [1, 1], null),
        proposal('dear', [2, 2], 30),
        proposal('cheap', [2, 3], 10),
      ],
      asked(2),
    );
    assert.deepEqual(
      bars.map((bar) => bar.proposal.uuid),
      ['cheap', 'dear', 'unknown', 'part'],
    );
  });

  it('marks no best price of less than asked for, and of no similar where none is taken', () => {
    const changed = (one: PicturedProposal, part: object): PicturedProposal => ({
      ...one,
      items: one.items.map((item) => ({ ...item, ...part })),
    });
    const asks = { product_id: 0, allow_similar: false, quantity: 10 };
    const { rows, bars } = pricePicture(
      [
        changed(proposal('whole', [5]), { order_item: asks }),
        changed(proposal('short', [3]), { order_item: asks, quantity: 9 }),
        changed(proposal('similar', [4]), { order_item: asks, offers_similar: true }),
      ],
      asked(1),
    );
    const cells = new Map(bars.map(({ proposal: { uuid } }, at) => [uuid, rows[0]?.cells[at]]));
    assert.deepEqual(
      ['whole', 'short', 'similar'].map((uuid) => [cells.get(uuid)?.mark, cells.get(uuid)?.aside]),
      [
        ['best', null],
        [undefined, 'less_than_requested'],
        [undefined, 'similar_not_accepted'],
      ],
    );
  });

  it('adds what is missing at the best price of the others, and names it', () => {
    const { bars } = pricePicture(
      [
        proposal('a', [4, 6, null], 50),
        proposal('b', [null, 5, null]),
        proposal('c', [3, null, null]),
      ],
      asked(3),
    );
    assert.deepEqual(
      bars.map((bar) => [bar.missing, bar.missingTotal]),
      [
        [[], 0],
        [['Item 2'], 50],
        [['Item 1'], 30],
      ],
    );
    // The longest is 100 for the items and 50 of freight.
    assert.deepEqual(
      bars.map(({ widths }) => [widths.items, widths.freight, widths.missing].map(Math.round)),
      [
        [67, 33, 0],
        [20, 0, 33],
        [33, 0, 20],
      ],
    );
  });

  it('shades a price by how far it is above the best, and marks the best and the only one', () => {
    const { rows } = pricePicture(
      [proposal('a', [10, null, 5]), proposal('b', [15, 7, 5])],
      asked(3),
    );
    const seen = rows.map(({ cells }) => cells.map((cell) => cell && [cell.shade, cell.mark]));
    assert.deepEqual(seen, [
      [
        [4, undefined],
        [0, 'best'],
      ],
      [[0, 'only'], undefined],
      [
        [0, 'best'],
        [0, 'best'],
      ],
    ]);
  });

  it('names the items that no proposal prices or even mentions', () => {
    const { rows, unquoted, bars } = pricePicture([proposal('a', [1, null])], asked(3));
    assert.deepEqual(unquoted, ['Item 2', 'Item 3']);
    assert.deepEqual(
      rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length),
      [1, 0, 0],
    );
    assert.deepEqual(bars[0]?.missing, [], 'no other has what it lacks');
  });

  it('has no bar for no proposal, and no division by nothing', () => {
    assert.deepEqual(pricePicture([], []), { bars: [], rows: [], unquoted: [] });
    assert.deepEqual(pricePicture([proposal('a', [null])], asked(1)).bars[0]?.widths, {
      items: 0,
      freight: 0,
      missing: 0,
    });
  });
});
