import type { AdminConsultant } from '@lavra/contract/admin/consultants';
import type { Db } from '../../platform/db/database.ts';
import { selectSql } from '../../platform/db/projection.ts';
import { params, statement } from '../../platform/db/statement.ts';
import { refOf } from '../../platform/http/refs.ts';
import { activationColumns, activationSql } from '../accounts/accounts-feature.ts';
import { presentConsultant } from './consultant-presenter.ts';
import { consultantColumns, consultantSql, detailColumns } from './consultant-sql.ts';

/** A consultant's record, and the account it belongs to. */
export interface ConsultantRef {
  readonly id: number;
  readonly userId: number;
  readonly deleted: boolean;
}

/** Finds the consultant that a path names by id or UUID, deleted ones included. */
export async function findConsultant(db: Db, value: string): Promise<ConsultantRef | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const consultants = db.q
    .selectFrom('consultants as co')
    .innerJoin('users as u', 'u.id', 'co.user_id')
    .select((eb) => [
      'co.id',
      'u.id as userId',
      eb('u.deleted_at', 'is not', null).$castTo<boolean>().as('deleted'),
    ]);
  return (
    'id' in ref
      ? consultants.where('co.id', '=', ref.id)
      : consultants.where('co.uuid', '=', ref.uuid)
  ).executeTakeFirst();
}

/** Same as `findConsultant`, without deleted ones. */
export async function findUndeletedConsultant(
  db: Db,
  value: string,
): Promise<ConsultantRef | undefined> {
  const consultant = await findConsultant(db, value);
  return consultant?.deleted === true ? undefined : consultant;
}

const readRecord = statement({
  name: 'admin-consultant-record',
  params: params<{ user_id: number; now: Date }>(),
  columns: { ...consultantColumns, ...activationColumns, ...detailColumns },
  text: `
    SELECT ${consultantSql}, ${activationSql(':now')}, ${selectSql(detailColumns)}
    FROM consultants co JOIN users u ON u.id = co.user_id
    WHERE u.id = :user_id`,
});

/**
 * Returns a consultant as administrators see them. Throws when there is none: callers take the
 * account's id from a row.
 */
export async function getAdminConsultant(
  db: Db,
  userId: number,
  now: Date,
): Promise<AdminConsultant> {
  const row = await db.row(readRecord, { user_id: userId, now });
  if (row === undefined) throw new Error(`account ${userId} is no consultant`);
  return presentConsultant(row);
}
