import type { AdminProducer, AdminProducerSummary } from '@lavra/contract/admin/producers';
import { producerTypes } from '@lavra/contract/accounts/schemas';
import { orderStatuses, type OrderStatus } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRows, reselectSql, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { wireNumber, wireNumberOrNull, wireTime } from '../../platform/text/wire.ts';
import { presentPerson } from '../accounts/accounts-feature.ts';
import { boughtPercent } from '../awards/awards-feature.ts';
import type { ProducerListRow } from './people-list.ts';
import { producerFigures, producerFiguresJoin } from './person-figures.ts';
import { presentRecord, recordColumns } from './person-sql.ts';

/** Columns of culture `cu`, commercial reference `cr`, and consultant `co` with their account `cu`. */
const cultureColumns = { id: from('cu.id', col.int), name: from('cu.name', col.text) };
const referenceColumns = {
  id: from('cr.id', col.int),
  type: from('cr.type', col.text),
  name: from('cr.name', col.text),
  phone: from('cr.phone', orNull(col.text)),
  email: from('cr.email', orNull(col.text)),
};
const linkedConsultantColumns = {
  id: from('co.id', col.int),
  uuid: from('co.uuid', col.uuid),
  name: from('cu.name', col.text),
  email: from('cu.email', col.text),
};

/** Columns of producer `r` with its person, and with what it lists. */
const columns = {
  ...recordColumns,
  type: col.oneOf(producerTypes),
  planted_area: orNull(col.numeric),
  association: orNull(col.text),
  producers_cooperative: orNull(col.text),
  credit_cooperative: orNull(col.text),
  cultures: jsonRows(
    cultureColumns,
    `FROM producer_cultures pc JOIN cultures cu ON cu.id = pc.culture_id
      WHERE pc.producer_id = r.id ORDER BY cu.name_key`,
  ),
  commercial_references: jsonRows(
    referenceColumns,
    'FROM commercial_references cr WHERE cr.producer_id = r.id ORDER BY cr.position',
  ),
  consultants: jsonRows(
    linkedConsultantColumns,
    `FROM consultant_producers cp JOIN consultants co ON co.id = cp.consultant_id
      JOIN users cu ON cu.id = co.user_id AND cu.deleted_at IS NULL
      WHERE cp.producer_id = r.id ORDER BY cu.name_key, co.id`,
  ),
  orders_by_status: from(
    `(SELECT coalesce(json_object_agg(s.status, s.orders), '{}')
        FROM (SELECT o.status, count(*)::int AS orders FROM orders o WHERE o.producer_id = r.id GROUP BY o.status) s)`,
    col.json<Partial<Record<OrderStatus, number>>>(),
  ),
};

const readRecord = statement({
  name: 'admin-producer-record',
  params: params<{ id: number }>(),
  columns: { ...columns, ...producerFigures },
  text: `
    SELECT ${selectSql(columns, 'r')}, ${reselectSql(producerFigures, 'figures')}
    FROM producers r
    JOIN users u ON u.id = r.user_id
    ${producerFiguresJoin}
    WHERE r.id = :id`,
});

/**
 * Returns a producer's record with its indicators. Throws when there is none: callers take the id
 * from a row.
 */
export async function getAdminProducer(db: Db, id: number): Promise<AdminProducer> {
  const row = await db.row(readRecord, { id });
  if (row === undefined) throw new Error(`producer ${id} does not exist`);
  const { addresses, subscription } = presentRecord(row);
  return {
    ...presentPerson(row),
    type: row.type,
    planted_area: wireNumberOrNull(row.planted_area),
    association: row.association,
    producers_cooperative: row.producers_cooperative,
    credit_cooperative: row.credit_cooperative,
    cultures: row.cultures.map(({ id, name }) => ({ id, name })),
    addresses,
    commercial_references: row.commercial_references.map(({ id, type, name, phone, email }) => ({
      id,
      type,
      name,
      phone,
      email,
    })),
    subscription,
    consultants: row.consultants.map(({ id, uuid, name, email }) => ({ id, uuid, name, email })),
    kpis: {
      orders_by_status: countEach(row.orders_by_status),
      savings: wireNumber(row.savings),
      proposals_received: row.proposals_received,
      distinct_suppliers: row.distinct_suppliers,
      items_bought: row.items_bought,
      items_bought_percent: boughtPercent(row.items_bought, row.items_asked),
    },
    version: row.version,
    updated_at: wireTime(row.updated_at),
  };
}

const countEach = (
  known: Partial<Record<OrderStatus, number>>,
): AdminProducer['kpis']['orders_by_status'] =>
  Object.fromEntries(orderStatuses.map((status) => [status, known[status] ?? 0])) as Record<
    OrderStatus,
    number
  >; // fromEntries loses the names

export const presentProducerSummary = (row: ProducerListRow): AdminProducerSummary => ({
  ...presentPerson(row),
  type: row.type,
  planted_area: wireNumberOrNull(row.planted_area),
  city: row.city,
  state: row.state,
});
