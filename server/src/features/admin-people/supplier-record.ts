import type { AdminSupplier, AdminSupplierSummary } from '@lavra/contract/admin/suppliers';
import { coverageKindLabels, coverageKinds } from '@lavra/domain/address/coverage-kind';
import type { Db } from '../../platform/db/database.ts';
import { from, jsonRows, reselectSql, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { wireNumber, wireTime } from '../../platform/text/wire.ts';
import {
  activationColumns,
  activationSql,
  presentActivation,
  presentPerson,
} from '../accounts/accounts-feature.ts';
import { boughtPercent } from '../awards/awards-feature.ts';
import type { SupplierListRow } from './people-list.ts';
import { supplierFigures, supplierFiguresJoin } from './person-figures.ts';
import { presentRecord, recordColumns } from './person-sql.ts';

const { cancelled: _cancelled, last_submitted_at: _last, ...recordFigures } = supplierFigures;

const cityColumns = {
  id: from('ci.id', col.int),
  name: from('ci.name', col.text),
  state: from('ci.uf', col.text),
};
const productTypeColumns = { id: from('t.id', col.int), name: from('t.name', col.text) };

/** Columns of supplier `r` with its person, its coverage and its product types. */
const columns = {
  ...recordColumns,
  website: orNull(col.text),
  coverage_kind: col.oneOf(coverageKinds),
  coverage_states: from(
    `ARRAY(SELECT ss.uf FROM supplier_states ss WHERE ss.supplier_id = r.id ORDER BY ss.uf COLLATE "C")`,
    col.texts,
  ),
  coverage_cities: jsonRows(
    cityColumns,
    `FROM supplier_cities sc JOIN cities ci ON ci.id = sc.city_id
      WHERE sc.supplier_id = r.id ORDER BY ci.name_key, ci.id`,
  ),
  product_types: jsonRows(
    productTypeColumns,
    `FROM supplier_product_types st JOIN product_types t ON t.id = st.product_type_id
      WHERE st.supplier_id = r.id ORDER BY t.name_key`,
  ),
};

const readRecord = statement({
  name: 'admin-supplier-record',
  params: params<{ id: number; now: Date }>(),
  columns: { ...columns, ...activationColumns, ...recordFigures },
  text: `
    SELECT ${selectSql(columns, 'r')}, ${activationSql(':now')}, ${reselectSql(recordFigures, 'figures')}
    FROM suppliers r
    JOIN users u ON u.id = r.user_id
    ${supplierFiguresJoin}
    WHERE r.id = :id`,
});

/**
 * Returns a supplier's record with its indicators. Throws when there is none: callers take the id
 * from a row.
 */
export async function getAdminSupplier(db: Db, id: number, now: Date): Promise<AdminSupplier> {
  const row = await db.row(readRecord, { id, now });
  if (row === undefined) throw new Error(`supplier ${id} does not exist`);
  const {
    total,
    pending,
    accepted,
    rejected,
    orders_participated,
    orders_won,
    distinct_producers,
  } = row;
  const { addresses, subscription } = presentRecord(row);
  return {
    ...presentPerson(row),
    website: row.website,
    addresses,
    product_types: row.product_types.map(({ id, name }) => ({ id, name })),
    coverage: {
      kind: row.coverage_kind,
      kind_label: coverageKindLabels[row.coverage_kind],
      states: row.coverage_states,
      city_ids: row.coverage_cities.map((city) => city.id),
      cities: row.coverage_cities.map(({ id, name, state }) => ({ id, name, state })),
    },
    subscription,
    kpis: {
      proposals: { total, pending, accepted, rejected },
      orders_participated,
      orders_won,
      negotiated_volume: wireNumber(row.negotiated_volume),
      distinct_producers,
      items_bought: row.items_bought,
      items_bought_percent: boughtPercent(row.items_bought, row.items_asked),
    },
    ...presentActivation(row),
    version: row.version,
    updated_at: wireTime(row.updated_at),
  };
}

export const presentSupplierSummary = (row: SupplierListRow): AdminSupplierSummary => ({
  ...presentPerson(row),
  website: row.website,
  coverage_kind: row.coverage_kind,
  city: row.city,
  state: row.state,
});
