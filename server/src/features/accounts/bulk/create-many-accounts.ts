import { randomUUIDv7 } from 'node:crypto';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { startTrials } from '../../subscriptions/subscriptions-feature.ts';
import { auditValues } from '../account-audit.ts';
import { listAccounts } from '../account-queries.ts';
import type { NewAccount } from '../account-values.ts';
import { accountKeyOf } from '../login-service.ts';
import * as sql from './bulk-sql.ts';

/** A new account with the lists of its record. */
export interface BulkAccount {
  readonly account: NewAccount;
  readonly cultureIds?: readonly number[];
}

/**
 * Creates many accounts as `createAccount` creates one, in a fixed number of statements, and audits
 * each. Skips an account whose e-mail or document was taken in the meantime. Returns the user ids
 * in the order of `people`, undefined for a skipped one.
 */
export async function createManyAccounts(
  uow: UnitOfWork,
  people: readonly BulkAccount[],
): Promise<(number | undefined)[]> {
  const { db, now } = uow;
  const rows = people
    .map(({ account }, place) => userRow(account, place, now))
    .toSorted((a, b) => (a.email_key < b.email_key ? -1 : 1));
  const created = await db.rows(sql.insertUsers, { users: JSON.stringify(rows), now });
  const placeOf = new Map<string, number>(rows.map(({ uuid, place }) => [uuid, place]));
  const ids: (number | undefined)[] = people.map(() => undefined);
  for (const { id, uuid } of created) ids[placeOf.get(uuid) ?? -1] = id;
  const made = people.flatMap((person, place) => {
    const userId = ids[place];
    return userId === undefined ? [] : [{ ...person, userId }];
  });
  await db.rows(sql.insertAddresses, {
    addresses: JSON.stringify(
      made.flatMap(({ userId, account }) =>
        account.addresses.map((address, position) => ({ user_id: userId, position, ...address })),
      ),
    ),
  });
  await createRecords(uow, made);
  await startTrials(
    uow,
    made.map(({ userId }) => userId),
  );
  for (const account of await listAccounts(
    db,
    made.map(({ userId }) => userId),
  )) {
    uow.audit({
      action: 'created',
      resourceType: 'user',
      resourceId: account.id,
      newValues: auditValues(account),
    });
  }
  return ids;
}

type Made = BulkAccount & { readonly userId: number };

const userRow = (
  {
    profile,
    document,
    email_verified,
    addresses: _addresses,
    vouched: _vouched,
    ...account
  }: NewAccount,
  place: number,
  now: Date,
) => ({
  ...account,
  place,
  uuid: randomUUIDv7(),
  email_key: accountKeyOf(account.email),
  user_type: profile.user_type,
  admin_role: profile.user_type === 'admin' ? profile.admin_role : null,
  email_verified_at: email_verified ? now : null,
  document_type: document?.type ?? null,
  document_number: document?.number ?? null,
});

async function createRecords({ db }: UnitOfWork, made: readonly Made[]): Promise<void> {
  const of = <R>(read: (person: Made) => R[]): string => JSON.stringify(made.flatMap(read));
  await db.rows(sql.insertProducers, {
    producers: of(({ userId, account: { profile }, cultureIds = [] }) =>
      profile.user_type === 'produtor'
        ? [{ uuid: randomUUIDv7(), user_id: userId, ...profile.producer, culture_ids: cultureIds }]
        : [],
    ),
  });
  await db.rows(sql.insertSuppliers, {
    suppliers: of(({ userId, account: { profile } }) => {
      if (profile.user_type !== 'fornecedor') return [];
      const { website, coverage, product_type_ids } = profile.supplier;
      return [
        {
          uuid: randomUUIDv7(),
          user_id: userId,
          website,
          coverage_kind: coverage.kind,
          states: coverage.states,
          city_ids: coverage.city_ids,
          product_type_ids,
        },
      ];
    }),
  });
  await db.rows(sql.insertConsultants, {
    consultants: of(({ userId, account: { profile } }) =>
      profile.user_type === 'consultor' ? [{ uuid: randomUUIDv7(), user_id: userId }] : [],
    ),
  });
}
