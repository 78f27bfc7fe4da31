import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import {
  peopleOf,
  personCells,
  personColumns,
  personSql,
  subscriptionCells,
  subscriptionColumns,
  subscriptionJoin,
  subscriptionSql,
} from './person-columns.ts';
import { integerCell, textCell, yesNoCell } from './report-cells.ts';
import { defineReport, type ReportParams } from './report.ts';

/** An Excel cell is limited to 32,767 characters; the count in the next column covers the rest. */
const MOST_PRODUCERS = 200;

/** SQL: the producers that consultant `r` advises, without deleted ones. */
const advised = `
  FROM consultant_producers cp JOIN producers pr ON pr.id = cp.producer_id
  JOIN users pu ON pu.id = pr.user_id AND pu.deleted_at IS NULL WHERE cp.consultant_id = r.id`;

const consultants = statement({
  name: 'report-consultants',
  params: params<ReportParams>(),
  columns: {
    ...personColumns,
    ...subscriptionColumns,
    has_access: col.boolean,
    producers_count: col.int,
    producers: orNull(col.text),
  },
  text: `
    SELECT ${personSql}, ${subscriptionSql}, u.password_hash IS NOT NULL AS has_access,
      (SELECT count(*)::int ${advised}) AS producers_count,
      (SELECT string_agg(one.name || ' (código ' || one.id || ')', ', ' ORDER BY one.name_key, one.id)
        FROM (SELECT pr.id, pu.name, pu.name_key ${advised} ORDER BY pu.name_key, pr.id
          LIMIT ${MOST_PRODUCERS}) one) AS producers
    FROM users u
    JOIN consultants r ON r.user_id = u.id
    ${subscriptionJoin}
    ${peopleOf('consultor')}`,
});

/** Consultants and the producers they advise. */
export const consultantReport = defineReport('consultores', consultants, [
  ...personCells,
  ['Acesso ativado', (row) => yesNoCell(row.has_access)],
  ['Produtores vinculados', (row) => integerCell(row.producers_count)],
  [`Quais produtores (até ${MOST_PRODUCERS})`, (row) => textCell(row.producers)],
  ...subscriptionCells,
]);
