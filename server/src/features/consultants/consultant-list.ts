import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectUserStatuses } from '@lavra/domain/account/user-status';
import type { Page } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { searchOf } from '../../platform/db/paging.ts';
import { personFound, personSortKeys } from '../admin-people/admin-people-feature.ts';
import { activationStateSql } from '../accounts/accounts-feature.ts';
import { consultantSql, type ConsultantRow } from './consultant-sql.ts';

type ConsultantQuery = QueryOf<typeof endpoints.listAdminConsultants>;

/** Returns one page of consultants, by page number or after a cursor, and the exact total. */
export const listAdminConsultants = (
  db: Db,
  query: ConsultantQuery,
  now: Date,
): Promise<Page<ConsultantRow>> =>
  listPage(db, query, {
    name: 'consultants',
    from: sql`consultants co JOIN users u ON u.id = co.user_id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) clock`,
    columns: sql<ConsultantRow>`
      ${sql.raw(consultantSql)}, ${sql.raw(activationStateSql('clock.now'))} AS activation`,
    conditions: conditionsOf(query),
    sorts: personSortKeys,
    sort: 'name',
    id: 'u.id',
  });

function conditionsOf({ status, activation, with_deleted, ...query }: ConsultantQuery): Wanted[] {
  const text = searchOf(query);
  return [
    with_deleted !== true && sql<boolean>`u.deleted_at IS NULL`,
    status !== undefined &&
      sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(status)])})`,
    activation !== undefined &&
      sql<boolean>`${sql.raw(activationStateSql('clock.now'))} = ${activation}`,
    text !== undefined && personFound(text),
  ];
}
