import type { AdminSupplier, AdminSupplierSummary } from '@lavra/contract/admin/suppliers';
import { coverageKindLabels, coverageKinds } from '@lavra/domain/address/coverage-kind';
import type { Db } from '../../platform/db/database.ts';
import { reselectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { wireNumber, wireTime } from '../../platform/text/wire.ts';
import {
  activationColumns,
  activationSql,
  presentActivation,
} from '../accounts/accounts-feature.ts';
import { boughtPercent } from '../awards/awards-feature.ts';
import type { SupplierListRow } from './people-list.ts';
import { supplierFigures, supplierFiguresJoin } from './person-figures.ts';
import { presentPerson } from './person-presenter.ts';
import { recordColumns, recordSql } from './person-sql.ts';

const { cancelled: _cancelled, last_submitted_at: _last, ...recordFigures } = supplierFigures;

const readRecord = statement({
  name: 'admin-supplier-record',
  params: params<{ id: number; now: Date }>(),
  columns: {
    ...recordColumns,
    ...activationColumns,
    website: orNull(col.text),
    coverage_kind: col.oneOf(coverageKinds),
    coverage_states: col.texts,
    coverage_cities: col.json<AdminSupplier['coverage']['cities']>(),
    product_types: col.json<AdminSupplier['product_types']>(),
    ...recordFigures,
  },
  text: `
    SELECT ${recordSql}, ${activationSql(':now')}, r.website, r.coverage_kind,
      ARRAY(SELECT ss.uf FROM supplier_states ss WHERE ss.supplier_id = r.id ORDER BY ss.uf COLLATE "C") AS coverage_states,
      (SELECT coalesce(json_agg(json_build_object('id', ci.id, 'name', ci.name, 'state', ci.uf) ORDER BY ci.name_key, ci.id), '[]')
        FROM supplier_cities sc JOIN cities ci ON ci.id = sc.city_id WHERE sc.supplier_id = r.id) AS coverage_cities,
      (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY t.name_key), '[]')
        FROM supplier_product_types st JOIN product_types t ON t.id = st.product_type_id WHERE st.supplier_id = r.id) AS product_types,
      ${reselectSql(recordFigures, 'figures')}
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
  return {
    ...presentPerson(row),
    website: row.website,
    addresses: row.addresses,
    product_types: row.product_types,
    coverage: {
      kind: row.coverage_kind,
      kind_label: coverageKindLabels[row.coverage_kind],
      states: row.coverage_states,
      city_ids: row.coverage_cities.map((city) => city.id),
      cities: row.coverage_cities,
    },
    subscription: row.subscription,
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
