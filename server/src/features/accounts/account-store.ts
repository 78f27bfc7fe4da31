import { randomUUIDv7 } from 'node:crypto';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type {
  AddressValues,
  CoverageValues,
  NewAccount,
  ProducerValues,
  SupplierValues,
} from './account-values.ts';

/**
 * Inserts the account with its profile's record and addresses and returns the user id. Throws the
 * database's error when the e-mail or document is taken.
 */
export async function insertAccount({ db, now }: UnitOfWork, account: NewAccount): Promise<number> {
  const {
    profile,
    document,
    email_verified,
    vouched = false,
    addresses,
    status,
    name,
    email,
    password_hash,
    phone,
    mobile,
  } = account;
  const { id: userId } = await db.q
    .insertInto('users')
    .values({
      uuid: randomUUIDv7(),
      user_type: profile.user_type,
      admin_role: profile.user_type === 'admin' ? profile.admin_role : null,
      status,
      name,
      email,
      password_hash,
      phone,
      mobile,
      email_verified_at: email_verified ? now : null,
      vouched,
      document_type: document?.type ?? null,
      document_number: document?.number ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (profile.user_type === 'produtor') await insertProducer(db, userId, profile.producer);
  if (profile.user_type === 'fornecedor') await insertSupplier(db, userId, profile.supplier);
  if (profile.user_type === 'consultor')
    await db.q
      .insertInto('consultants')
      .values({ uuid: randomUUIDv7(), user_id: userId })
      .execute();
  await insertAddresses(db, userId, addresses);
  return userId;
}

async function insertProducer(db: Db, userId: number, producer: ProducerValues): Promise<void> {
  await db.q
    .insertInto('producers')
    .values({ uuid: randomUUIDv7(), user_id: userId, ...producer })
    .execute();
}

async function insertSupplier(
  db: Db,
  userId: number,
  { website, coverage, product_type_ids }: SupplierValues,
): Promise<void> {
  const { id } = await db.q
    .insertInto('suppliers')
    .values({ uuid: randomUUIDv7(), user_id: userId, website, coverage_kind: coverage.kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertProductTypes(db, id, product_type_ids);
  await insertCoverage(db, id, coverage);
}

/** Replaces all addresses of the account. */
export async function replaceAddresses(
  db: Db,
  userId: number,
  addresses: readonly AddressValues[],
): Promise<void> {
  await db.q.deleteFrom('addresses').where('user_id', '=', userId).execute();
  await insertAddresses(db, userId, addresses);
}

async function insertAddresses(
  db: Db,
  userId: number,
  addresses: readonly AddressValues[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db.q
    .insertInto('addresses')
    .values(addresses.map((address, position) => ({ user_id: userId, position, ...address })))
    .execute();
}

/** Replaces the supplier's product types; an empty list means every type. */
export async function replaceProductTypes(
  db: Db,
  supplierId: number,
  ids: readonly number[],
): Promise<void> {
  await db.q.deleteFrom('supplier_product_types').where('supplier_id', '=', supplierId).execute();
  await insertProductTypes(db, supplierId, ids);
}

async function insertProductTypes(
  db: Db,
  supplierId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.q
    .insertInto('supplier_product_types')
    .values(ids.map((product_type_id) => ({ supplier_id: supplierId, product_type_id })))
    .execute();
}

/** Replaces the supplier's coverage. */
export async function replaceCoverage(
  db: Db,
  supplierId: number,
  coverage: CoverageValues,
): Promise<void> {
  await db.q
    .updateTable('suppliers')
    .set({ coverage_kind: coverage.kind })
    .where('id', '=', supplierId)
    .execute();
  await db.q.deleteFrom('supplier_states').where('supplier_id', '=', supplierId).execute();
  await db.q.deleteFrom('supplier_cities').where('supplier_id', '=', supplierId).execute();
  await insertCoverage(db, supplierId, coverage);
}

const insertCoverageStatement = statement({
  name: 'supplier-coverage-insert',
  params: params<{ supplier_id: number; states: readonly string[]; city_ids: readonly number[] }>(),
  columns: { inserted: col.int },
  text: `
    WITH chosen_states AS (
      INSERT INTO supplier_states (supplier_id, uf) SELECT :supplier_id, unnest(:states::text[]) RETURNING 1
    ), chosen_cities AS (
      INSERT INTO supplier_cities (supplier_id, city_id) SELECT :supplier_id, unnest(:city_ids::int[]) RETURNING 1
    )
    SELECT ((SELECT count(*) FROM chosen_states) + (SELECT count(*) FROM chosen_cities))::int AS inserted`,
});

async function insertCoverage(
  db: Db,
  supplierId: number,
  { states, city_ids }: CoverageValues,
): Promise<void> {
  await db.rows(insertCoverageStatement, { supplier_id: supplierId, states, city_ids });
}

/** Raises the version of a locked account whose record another feature has changed. */
export async function incrementVersion(
  { db, now }: UnitOfWork,
  { userId, version }: { userId: number; version: number },
): Promise<void> {
  await db.q
    .updateTable('users')
    .set({ version: version + 1, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
