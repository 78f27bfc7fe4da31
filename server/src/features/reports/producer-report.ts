import { producerTypes } from '@lavra/contract/accounts/schemas';
import { reselectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { producerFigures, producerFiguresJoin } from '../admin-people/admin-people-feature.ts';
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
import { amountCell, decimalCell, integerCell, textCell } from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';

const { items_bought: _bought, items_asked: _asked, ...reportFigures } = producerFigures;

const producers = statement({
  name: 'report-producers',
  params: params<ReportParams>(),
  columns: {
    ...personColumns,
    ...addressColumns,
    ...subscriptionColumns,
    type: col.oneOf(producerTypes),
    planted_area: orNull(col.numeric),
    cultures: orNull(col.text),
    association: orNull(col.text),
    producers_cooperative: orNull(col.text),
    credit_cooperative: orNull(col.text),
    consultants: orNull(col.text),
    orders_total: col.int,
    orders_published: col.int,
    orders_finished: col.int,
    ...reportFigures,
  },
  text: `
    SELECT ${personSql}, ${addressSql}, ${subscriptionSql}, r.type, r.planted_area,
      (SELECT string_agg(cu.name, ', ' ORDER BY cu.name_key)
      FROM producer_cultures pc JOIN cultures cu ON cu.id = pc.culture_id
      WHERE pc.producer_id = r.id) AS cultures,
      r.association, r.producers_cooperative, r.credit_cooperative,
      (SELECT string_agg(co_user.name, ', ' ORDER BY co_user.name_key, co.id)
        FROM consultant_producers cp JOIN consultants co ON co.id = cp.consultant_id
        JOIN users co_user ON co_user.id = co.user_id AND co_user.deleted_at IS NULL
        WHERE cp.producer_id = r.id) AS consultants,
      asked.orders_total, asked.orders_published, asked.orders_finished,
      ${reselectSql(reportFigures, 'figures')}
    FROM users u
    JOIN producers r ON r.user_id = u.id
    ${addressJoin}
    ${subscriptionJoin}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders_total, count(*) FILTER (WHERE o.published_at IS NOT NULL)::int AS orders_published,
        count(*) FILTER (WHERE o.status = 'finalizada')::int AS orders_finished
      FROM orders o WHERE o.producer_id = r.id
    ) asked
    ${producerFiguresJoin}
    ${peopleOf('produtor')}`,
});

/** Producers with their figures. */
export const producerReport = defineReport('produtores', producers, [
  ...personCells,
  ['Tipo (PF/PJ)', (row) => row.type],
  ['Área plantada (ha)', (row) => decimalCell(row.planted_area)],
  ['Culturas', (row) => textCell(row.cultures)],
  ['Associação', (row) => textCell(row.association)],
  ['Cooperativa de produtores', (row) => textCell(row.producers_cooperative)],
  ['Cooperativa de crédito', (row) => textCell(row.credit_cooperative)],
  ['Consultores', (row) => textCell(row.consultants)],
  ...addressCells,
  ['Cotações', (row) => integerCell(row.orders_total)],
  ['Cotações publicadas', (row) => integerCell(row.orders_published)],
  ['Cotações finalizadas', (row) => integerCell(row.orders_finished)],
  ['Propostas recebidas', (row) => integerCell(row.proposals_received)],
  ['Fornecedores que propuseram', (row) => integerCell(row.distinct_suppliers)],
  ['Total aceito em cotações finalizadas (R$)', (row) => amountCell(row.savings)],
  ...subscriptionCells,
]);
