import { coverageKindLabels, coverageKinds } from '@lavra/domain/address/coverage-kind';
import { reselectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { supplierFigures, supplierFiguresJoin } from '../admin-people/admin-people-feature.ts';
import {
  addressCells,
  addressColumns,
  addressJoin,
  addressSql,
  peopleOf,
  personCells,
  personColumns,
  personSql,
  subscriptionCells,
  subscriptionColumns,
  subscriptionJoin,
  subscriptionSql,
} from './person-columns.ts';
import { amountCell, instantCell, integerCell, textCell } from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';

/** An Excel cell is limited to 32,767 characters; the count in the next column covers the rest. */
const MOST_CITIES = 500;

const {
  orders_won: _won,
  items_bought: _bought,
  items_asked: _asked,
  ...reportFigures
} = supplierFigures;

const suppliers = statement({
  name: 'report-suppliers',
  params: params<ReportParams>(),
  columns: {
    ...personColumns,
    ...addressColumns,
    ...subscriptionColumns,
    website: orNull(col.text),
    coverage_kind: col.oneOf(coverageKinds),
    coverage_states: orNull(col.text),
    coverage_cities: orNull(col.text),
    coverage_cities_count: col.int,
    product_types: orNull(col.text),
    ...reportFigures,
  },
  text: `
    SELECT ${personSql}, ${addressSql}, ${subscriptionSql}, r.website, r.coverage_kind,
      (SELECT string_agg(ss.uf, ', ' ORDER BY ss.uf COLLATE "C")
      FROM supplier_states ss WHERE ss.supplier_id = r.id) AS coverage_states,
      (SELECT string_agg(near.name || '/' || near.uf, ', ' ORDER BY near.name_key, near.id) FROM (
        SELECT ci.id, ci.name, ci.uf, ci.name_key
        FROM supplier_cities sc JOIN cities ci ON ci.id = sc.city_id WHERE sc.supplier_id = r.id
        ORDER BY ci.name_key, ci.id LIMIT ${MOST_CITIES}
      ) near) AS coverage_cities,
      (SELECT count(*)::int FROM supplier_cities sc WHERE sc.supplier_id = r.id) AS coverage_cities_count,
      (SELECT string_agg(t.name, ', ' ORDER BY t.name_key)
      FROM supplier_product_types st JOIN product_types t ON t.id = st.product_type_id
      WHERE st.supplier_id = r.id) AS product_types,
      ${reselectSql(reportFigures, 'figures')}
    FROM users u
    JOIN suppliers r ON r.user_id = u.id
    ${addressJoin}
    ${subscriptionJoin}
    ${supplierFiguresJoin}
    ${peopleOf('fornecedor')}`,
});

/** Suppliers with their figures. */
export const supplierReport = defineReport('fornecedores', suppliers, [
  ...personCells,
  ['Site', (row) => textCell(row.website)],
  ['Tipos de produto', (row) => textCell(row.product_types)],
  ['Área de atendimento', (row) => coverageKindLabels[row.coverage_kind]],
  ['Estados atendidos', (row) => textCell(row.coverage_states)],
  ['Municípios atendidos', (row) => integerCell(row.coverage_cities_count)],
  [`Quais municípios (até ${MOST_CITIES})`, (row) => textCell(row.coverage_cities)],
  ...addressCells,
  ['Propostas enviadas', (row) => integerCell(row.total)],
  ['Propostas em aberto', (row) => integerCell(row.pending)],
  ['Propostas aceitas', (row) => integerCell(row.accepted)],
  ['Propostas recusadas', (row) => integerCell(row.rejected)],
  ['Propostas canceladas', (row) => integerCell(row.cancelled)],
  ['Cotações em que participou', (row) => integerCell(row.orders_participated)],
  ['Produtores atendidos', (row) => integerCell(row.distinct_producers)],
  ['Total negociado (R$)', (row) => amountCell(row.negotiated_volume)],
  ['Última proposta em', (row) => instantCell(row.last_submitted_at)],
  ...subscriptionCells,
]);
