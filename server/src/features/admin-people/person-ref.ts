import { sql } from 'kysely';
import { RuleError } from '../../platform/errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { refOf } from '../../platform/http/refs.ts';

/** A producer's or supplier's record, and the account it belongs to. */
export interface PersonRef {
  readonly id: number;
  readonly userId: number;
  readonly deleted: boolean;
}

/** Finds the record that a path names by id or UUID, deleted ones included. */
export async function findPerson(
  db: Db,
  table: 'producers' | 'suppliers',
  value: string,
): Promise<PersonRef | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const named = 'id' in ref ? sql`r.id = ${ref.id}` : sql`r.uuid = ${ref.uuid}`;
  const found = await sql<PersonRef>`
    SELECT r.id, r.user_id AS "userId", u.deleted_at IS NOT NULL AS deleted
    FROM ${sql.table(table)} r JOIN users u ON u.id = r.user_id WHERE ${named}`.execute(db.q);
  return found.rows[0];
}

/** Same as `findPerson`, without deleted records. */
export async function findUndeletedPerson(
  db: Db,
  table: 'producers' | 'suppliers',
  value: string,
): Promise<PersonRef | undefined> {
  const person = await findPerson(db, table, value);
  return person?.deleted === true ? undefined : person;
}

/** Throws 404 for a deleted record unless deleted ones were requested. */
export function assertShown(
  { deleted }: PersonRef,
  { with_deleted }: { readonly with_deleted?: boolean },
): void {
  if (deleted && with_deleted !== true) throw new RuleError('not_found');
}
