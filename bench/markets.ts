import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { itemTotal, parseQuantity, parseUnitPrice } from '@lavra/domain/money/proposal-total';
import { readTender } from '../server/src/demo/tender.ts';
import { BENCH_NOW } from './data/instant.ts';
import { insertItemsSql } from './data/negotiation-sql.ts';
import { producerToken } from './data/tokens.ts';
import { onData } from './fixtures.ts';
import type { DataSet } from './generate.ts';

/** An order whose proposals are to be combined. */
export interface MarketTarget {
  readonly uuid: string;
  readonly token: string;
}

const PRODUCER = 1;
const FIRST_SUPPLIER = 300;

/** Stores each market as a published order: one unit of each item, and a proposal for each offer. */
export const createMarkets = (
  set: DataSet,
  markets: readonly (readonly CombinationOffer[])[],
): Promise<MarketTarget[]> =>
  onData(set, async (client) => {
    const targets: MarketTarget[] = [];
    await client.query('BEGIN');
    for (const offers of markets) {
      const items = offers[0]?.prices.length ?? 0;
      const { rows } = await client.query<{ id: string; uuid: string }>(
        `INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
           published_at, items_count, product_type_ids, has_pesticide, created_at, updated_at)
         SELECT u.uuid, 'COT-2026-M' || left(u.uuid::text, 8), ${PRODUCER}, 'publicada', 'aberta', 'Mercado',
           ($1::timestamptz)::date + 30, $1, $2, ARRAY[1]::bigint[], false, $1, $1
         FROM (SELECT gen_random_uuid() AS uuid) u RETURNING id, uuid`,
        [BENCH_NOW, items],
      );
      const [order] = rows;
      if (order === undefined) throw new Error('no order was made');
      await client.query(
        `${insertItemsSql}
         SELECT $1, j, j % 50 + 1, 1, 'KG', false FROM generate_series(1, $2::int) j`,
        [order.id, items],
      );
      await client.query(
        `INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, freight_amount, freight_rule,
           allows_partial, partial_minimum, submitted_at, created_at, updated_at)
         SELECT gen_random_uuid(), $1, ${FIRST_SUPPLIER} + o.at, 'submitted', o.total / 100.0,
           o.freight / 100.0, o.rule, o.partial, o.minimum / 100.0, $2, $2, $2
         FROM jsonb_to_recordset($3)
           AS o(at int, total bigint, freight bigint, rule text, partial boolean, minimum bigint)`,
        [order.id, BENCH_NOW, JSON.stringify(offers.map(termsOf))],
      );
      await client.query(
        `INSERT INTO proposal_items (proposal_id, order_item_id, product_id, unit_price, quantity, total_price,
           offers_similar, created_at, updated_at)
         SELECT p.id, oi.id, oi.product_id, o.price / 100.0, 1, o.price / 100.0, false, $2, $2
         FROM jsonb_to_recordset($3) AS o(at int, position int, price bigint)
         JOIN proposals p ON p.order_id = $1 AND p.supplier_id = ${FIRST_SUPPLIER} + o.at
         JOIN order_items oi ON oi.order_id = $1 AND oi.position = o.position + 1`,
        [order.id, BENCH_NOW, JSON.stringify(offers.flatMap(pricesOf))],
      );
      targets.push({ uuid: order.uuid, token: producerToken(PRODUCER) });
    }
    await client.query('COMMIT');
    await client.query('ANALYZE proposals, proposal_items, order_items');
    return targets;
  });

const termsOf = (offer: CombinationOffer, at: number) => ({
  at,
  total: Number(offer.prices.reduce<bigint>((sum, price) => sum + (price ?? 0n), 0n)),
  freight: Number(offer.freight),
  rule: offer.freightRule,
  partial: offer.partial,
  minimum: offer.partial && offer.minimum > 0n ? Number(offer.minimum) : null,
});

const pricesOf = ({ prices }: CombinationOffer, at: number) =>
  prices.flatMap((price, position) =>
    price === null ? [] : [{ at, position, price: Number(price) }],
  );

const BIDDERS = 13;

/** Returns the bidders of the real tender, each ready to sell any of its items, without freight. */
export function tenderOffers(): CombinationOffer[] {
  const { items } = readTender();
  return Array.from({ length: BIDDERS }, (_, at): CombinationOffer => ({
    proposal: String(at),
    tieBreak: String(at).padStart(2, '0'),
    partial: true,
    minimum: 0n,
    freight: 0n,
    freightRule: 'full',
    prices: items.map(({ bids }) => {
      const bid = bids.find(({ bidder }) => bidder === at + 1);
      if (bid === undefined) return null;
      const [price, quantity] = [parseUnitPrice(bid.final_unit_price), parseQuantity(bid.quantity)];
      if (!price.ok || !quantity.ok) throw new Error('the tender has a bid that is no number');
      return itemTotal(price.units, quantity.units);
    }),
  }));
}
