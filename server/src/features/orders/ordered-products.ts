import { sql } from 'kysely';
import type { OrderedProducts } from '@lavra/contract/orders/schemas';
import { endOfDay, startOfDay, type CalendarDate } from '@lavra/domain/calendar/calendar';
import { seasonBefore } from '@lavra/domain/calendar/seasons';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import { wireNumber } from '../../platform/text/wire.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';

/** The orders that are read, and the products of them that are returned. */
const [RECENT_ORDERS, RECENT_PRODUCTS] = [20, 30];
const [SEASON_ORDERS, SEASON_PRODUCTS] = [200, 100];
/** Orders of a season that were asked for and not withdrawn. */
const ORDERED: readonly OrderStatus[] = ['publicada', 'em_analise', 'adjudicada', 'finalizada'];

interface Asked {
  readonly producerId: number;
  /** The UUID of an order to leave out, which is being written. */
  readonly except: string | undefined;
  readonly zone: string;
  readonly today: CalendarDate;
}

/**
 * Returns the products of a producer's latest orders and of the season before `today`, as far as
 * they can still be ordered.
 */
export async function listOrderedProducts(
  db: Db,
  { producerId, except, zone, today }: Asked,
): Promise<OrderedProducts> {
  const season = seasonBefore(today);
  const latest = db.q
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('producer_id', '=', producerId)
    .$if(except !== undefined, (orders) => orders.where('uuid', '!=', except ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const [recent, seasonal] = await Promise.all([
    db.q
      .selectFrom(
        itemsOf(db, latest.limit(RECENT_ORDERS))
          .distinctOn(['p.id', 'oi.unit'])
          .select(['oi.quantity', 'o.id as order_id', 'oi.position', 'o.created_at'])
          .orderBy('p.id')
          .orderBy('oi.unit')
          .orderBy('o.created_at', 'desc')
          .orderBy('o.id', 'desc')
          .orderBy('oi.position')
          .as('r'),
      )
      .selectAll()
      .orderBy('r.created_at', 'desc')
      .orderBy('r.order_id', 'desc')
      .orderBy('r.position')
      .limit(RECENT_PRODUCTS)
      .execute(),
    itemsOf(
      db,
      latest
        .where('status', 'in', ORDERED)
        .where(sql<boolean>`created_at >= ${startOfDay(season.from, zone)}`)
        .where(sql<boolean>`created_at < ${endOfDay(season.to, zone)}`)
        .limit(SEASON_ORDERS),
    )
      .select(sql<string>`sum(oi.quantity)`.as('quantity'))
      .groupBy(['p.id', 'oi.unit'])
      .orderBy('p.name_key')
      .orderBy('p.id')
      .orderBy('oi.unit')
      .limit(SEASON_PRODUCTS)
      .execute(),
  ]);
  return {
    recent: recent.map(present),
    last_season: { name: season.name, products: seasonal.map(present) },
  };
}

/** Selects product and unit of the items of some orders. */
const itemsOf = (db: Db, orders: ReturnType<typeof ordersOf>) =>
  db.q
    .selectFrom(orders.as('o'))
    .innerJoin('order_items as oi', 'oi.order_id', 'o.id')
    .innerJoin('products as p', 'p.id', 'oi.product_id')
    .where(sql<boolean>`${sql.raw(orderableSql('p'))}`)
    .where('p.is_unlisted', '=', false)
    .select([
      'p.id',
      'p.name',
      'p.brand',
      'p.active_ingredient',
      'p.concentration',
      'p.unit as product_unit',
      'oi.unit',
    ]);

const ordersOf = (db: Db) => db.q.selectFrom('orders').select(['id', 'created_at']);

type Row = Omit<OrderedProducts['recent'][number]['product'], 'unit'> & {
  readonly product_unit: string;
  readonly unit: string;
  readonly quantity: string;
};

const present = ({
  id,
  name,
  brand,
  active_ingredient,
  concentration,
  product_unit,
  unit,
  quantity,
}: Row): OrderedProducts['recent'][number] => ({
  product: { id, name, brand, active_ingredient, concentration, unit: product_unit },
  quantity: wireNumber(quantity),
  unit,
});
