import { sql } from 'kysely';
import type { listAdminConsultants } from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectUserStatuses } from '@lavra/domain/account/user-status';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { personFound, personSortKeys } from '../admin-people/admin-people-feature.ts';
import { activationSql, consultantSql, type ConsultantRow } from './consultant-sql.ts';

type ConsultantQuery = QueryOf<typeof listAdminConsultants>;

const PAGE_SIZE = 25;
type SortField = keyof typeof personSortKeys;

/** Returns one page of consultants, by page number or after a cursor, and the exact total. */
export async function listConsultants(
  db: Db,
  query: ConsultantQuery,
  now: Date,
): Promise<{ rows: ConsultantRow[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<SortField>(query.sort, 'name');
  const key = personSortKeys[field];
  const cursorName = `consultants:${descending ? '-' : ''}${field}`;
  const instant = sql`CROSS JOIN (SELECT ${now}::timestamptz AS now) clock`;
  const wanted = conditionsOf(query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'u.id', descending, keysetStart(query.cursor, cursorName, key))];
  const [found, counted] = await Promise.all([
    sql<ConsultantRow & { sort_key: string }>`
      SELECT ${sql.raw(consultantSql)}, ${sql.raw(activationSql('clock.now'))} AS activation, ${sql.raw(key.expression)}::text AS sort_key
      FROM consultants co JOIN users u ON u.id = co.user_id ${instant}
      WHERE ${allOf([...wanted, ...start])}
      ORDER BY ${orderBy(key, 'u.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM consultants co JOIN users u ON u.id = co.user_id ${instant} WHERE ${allOf(wanted)}`.execute(
      db.q,
    ),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.user_id),
    ),
  };
}

function conditionsOf({
  status,
  activation,
  with_deleted,
  ...query
}: ConsultantQuery): Condition[] {
  const text = searchOf(query);
  return [
    ...(with_deleted === true ? [] : [sql<boolean>`u.deleted_at IS NULL`]),
    ...(status === undefined
      ? []
      : [sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(status)])})`]),
    ...(activation === undefined
      ? []
      : [sql<boolean>`${sql.raw(activationSql('clock.now'))} = ${activation}`]),
    ...(text === undefined ? [] : [personFound(text)]),
  ];
}
