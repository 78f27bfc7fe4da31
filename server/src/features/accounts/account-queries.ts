import { adminRoles, userTypes } from '@lavra/domain/account/user-type';
import { userStatuses } from '@lavra/domain/account/user-status';
import { coverageKinds } from '@lavra/domain/address/coverage-kind';
import { documentTypes } from '@lavra/domain/document/document';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { AddressValues } from './account-values.ts';

/** An address as read from the database: with its id and the city's name. */
interface AddressRow extends AddressValues {
  readonly id: number;
  readonly city: string;
  readonly state: string;
}

const producerTypes = ['PF', 'PJ'] as const;

const accountColumns = {
  id: col.int,
  uuid: col.uuid,
  name: col.text,
  email: col.text,
  pending_email: orNull(col.text),
  phone: orNull(col.text),
  mobile: orNull(col.text),
  user_type: col.oneOf(userTypes),
  status: col.oneOf(userStatuses),
  email_verified: col.boolean,
  admin_role: orNull(col.oneOf(adminRoles)),
  document_type: orNull(col.oneOf(documentTypes)),
  document_number: orNull(col.text),
  created_at: col.timestamp,
  auth_version: col.int,
  producer_id: orNull(col.int),
  producer_uuid: orNull(col.uuid),
  producer_type: orNull(col.oneOf(producerTypes)),
  planted_area: orNull(col.numeric),
  association: orNull(col.text),
  producers_cooperative: orNull(col.text),
  credit_cooperative: orNull(col.text),
  culture_ids: col.ints,
  supplier_id: orNull(col.int),
  supplier_uuid: orNull(col.uuid),
  website: orNull(col.text),
  coverage_kind: orNull(col.oneOf(coverageKinds)),
  product_type_ids: col.ints,
  coverage_states: col.texts,
  coverage_city_ids: col.ints,
  addresses: col.json<AddressRow[]>(),
};

const accountSql = `
    SELECT u.id, u.uuid, u.name, u.email, u.pending_email, u.phone, u.mobile, u.user_type, u.status,
      u.email_verified_at IS NOT NULL AS email_verified,
      u.admin_role, u.document_type, u.document_number, u.created_at, u.auth_version,
      pr.id AS producer_id, pr.uuid AS producer_uuid, pr.type AS producer_type, pr.planted_area,
      pr.association, pr.producers_cooperative, pr.credit_cooperative,
      ARRAY(SELECT pc.culture_id
        FROM producer_cultures pc WHERE pc.producer_id = pr.id
        ORDER BY pc.culture_id) AS culture_ids,
      su.id AS supplier_id, su.uuid AS supplier_uuid, su.website, su.coverage_kind,
      ARRAY(SELECT t.product_type_id
        FROM supplier_product_types t WHERE t.supplier_id = su.id
        ORDER BY t.product_type_id) AS product_type_ids,
      ARRAY(SELECT s.uf
        FROM supplier_states s WHERE s.supplier_id = su.id
        ORDER BY s.uf COLLATE "C") AS coverage_states,
      ARRAY(SELECT c.city_id
        FROM supplier_cities c WHERE c.supplier_id = su.id ORDER BY c.city_id) AS coverage_city_ids,
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'kind', a.kind, 'name', a.name, 'postal_code', a.postal_code, 'street',
          a.street, 'number', a.number,
          'complement', a.complement, 'district', a.district, 'city', c.name, 'state', c.uf, 'city_id', a.city_id,
          'latitude', a.latitude, 'longitude', a.longitude) ORDER BY a.position), '[]')
        FROM addresses a JOIN cities c ON c.id = a.city_id WHERE a.user_id = u.id) AS addresses
    FROM users u
    LEFT JOIN producers pr ON pr.user_id = u.id
    LEFT JOIN suppliers su ON su.user_id = u.id`;

const readAccountStatement = statement({
  name: 'account-read',
  params: params<{ user_id: number }>(),
  columns: accountColumns,
  text: `${accountSql} WHERE u.id = :user_id`,
});
const readAccountsStatement = statement({
  name: 'accounts-read',
  params: params<{ user_ids: readonly number[] }>(),
  columns: accountColumns,
  text: `${accountSql} WHERE u.id = ANY(:user_ids::bigint[]) ORDER BY u.id`,
});

/** An account with the record of its profile. */
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Finds an account by id, soft-deleted ones included. */
export const findAccount = (db: Db, userId: number) =>
  db.row(readAccountStatement, { user_id: userId });

/** Lists the accounts with these ids. */
export const listAccounts = (db: Db, userIds: readonly number[]): Promise<AccountRow[]> =>
  db.rows(readAccountsStatement, { user_ids: userIds });

/** Returns an account by id. Throws when there is none: callers take the id from a row. */
export async function getAccount(db: Db, userId: number): Promise<AccountRow> {
  const account = await findAccount(db, userId);
  if (account === undefined) throw new Error(`account ${userId} does not exist`);
  return account;
}

const takenStatement = statement({
  name: 'account-taken',
  params: params<{
    email_key: string;
    document_number: string | null;
    except_user_id: number | null;
  }>(),
  columns: { email: col.boolean, document: col.boolean },
  text: `
    SELECT
      EXISTS (SELECT 1 FROM users u
        WHERE u.email_key = :email_key AND u.id IS DISTINCT FROM :except_user_id::bigint) AS email,
      EXISTS (SELECT 1 FROM users u WHERE u.document_number = :document_number
        AND u.id IS DISTINCT FROM :except_user_id::bigint) AS document`,
});

/**
 * Reports which of the two another account has, deleted ones included. A concurrent write can still
 * take them: the unique indexes decide.
 */
export async function findTaken(
  db: Db,
  {
    emailKey,
    document,
    exceptUserId,
  }: { emailKey: string; document: string | null; exceptUserId?: number },
): Promise<{ readonly email: boolean; readonly document: boolean }> {
  const row = await db.row(takenStatement, {
    email_key: emailKey,
    document_number: document,
    except_user_id: exceptUserId ?? null,
  });
  return row ?? { email: false, document: false };
}
