import { documentTypeOf } from '@lavra/domain/document/document';
import { createAccount, type NewAccount } from '../features/accounts/accounts-feature.ts';
import type { UnitOfWork } from '../platform/db/command.ts';
import { demoAdmin, demoConsultant, type DemoPeople } from './demo-people.ts';
import type { DemoAddress } from './demo-places.ts';
import type { DemoProducer } from './demo-producers.ts';
import type { DemoSupplier } from './demo-suppliers.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Lavra2026';

/**
 * Creates the accounts of the demo that do not exist, all of them or those with these e-mails, in
 * one transaction; returns their user ids by e-mail.
 */
export async function createDemoAccounts(
  uow: UnitOfWork,
  people: DemoPeople,
  passwordHash: string,
  emails?: readonly string[],
): Promise<Map<string, number>> {
  const { q } = uow.db;
  const types = await q.selectFrom('product_types').select(['id', 'name']).execute();
  const typeIds = new Map(types.map(({ id, name }) => [name, id]));
  const existing = await q.selectFrom('users').select('email').execute();
  const known = new Set(existing.map(({ email }) => email));
  const isMissing = ({ email }: { readonly email: string }): boolean =>
    !known.has(email) && emails?.includes(email) !== false;
  const shared = { status: 'ativo', email_verified: true, password_hash: passwordHash } as const;
  const values: NewAccount[] = [
    ...[demoAdmin].filter(isMissing).map((admin) => ({
      ...shared,
      ...plain(admin),
      profile: { user_type: 'admin', admin_role: 'master' } as const,
    })),
    ...[demoConsultant].filter(isMissing).map((consultant) => ({
      ...shared,
      ...plain(consultant),
      profile: { user_type: 'consultor' } as const,
    })),
    ...[...people.producers, people.tender_producer].filter(isMissing).map((producer) => ({
      ...shared,
      ...producerAccount(producer),
    })),
    ...[...people.suppliers, ...people.tender_bidders].filter(isMissing).map((supplier) => ({
      ...shared,
      ...supplierAccount(supplier, typeIds),
    })),
  ];
  const ids = new Map<string, number>();
  for (const account of values) ids.set(account.email, (await createAccount(uow, account)).id);
  return ids;
}

/** Links the consultant to the first three producers. */
export async function linkConsultant({ db, now }: UnitOfWork, people: DemoPeople): Promise<void> {
  const consultant = demoConsultant.email;
  const producers = people.producers.slice(0, 3).map(({ email }) => email);
  const { id } = await db.q
    .selectFrom('consultants as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.id')
    .where('u.email', '=', consultant)
    .executeTakeFirstOrThrow();
  const linked = await db.q
    .selectFrom('producers as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.id')
    .where('u.email', 'in', producers)
    .execute();
  await db.q
    .insertInto('consultant_producers')
    .values(
      linked.map((producer) => ({ consultant_id: id, producer_id: producer.id, created_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Person = Omit<NewAccount, 'status' | 'email_verified' | 'password_hash'>;

const plain = ({ name, email }: { name: string; email: string }) => ({
  name,
  email,
  phone: null,
  mobile: null,
  document: null,
  addresses: [],
});

function producerAccount({
  name,
  email,
  phone,
  mobile,
  document_type,
  document_number,
  type,
  planted_area,
  addresses,
}: DemoProducer): Person {
  return {
    name,
    email,
    phone,
    mobile,
    addresses: addresses.map(stored),
    document: { type: document_type, number: document_number },
    profile: { user_type: 'produtor', producer: { type, planted_area } },
  };
}

function supplierAccount(
  { name, email, phone, document_number, product_types, coverage, addresses }: DemoSupplier,
  typeIds: ReadonlyMap<string, number>,
): Person {
  const product_type_ids = product_types
    .map((type) => typeIds.get(type))
    .filter((id) => id !== undefined);
  return {
    name,
    email,
    phone,
    mobile: null,
    addresses: addresses.map(stored),
    document: { type: documentTypeOf(document_number) ?? 'cnpj', number: document_number },
    profile: { user_type: 'fornecedor', supplier: { website: null, product_type_ids, coverage } },
  };
}

/** Removes the city's name and state: a city is stored by its code alone. */
const stored = ({ city: _city, state: _state, ...address }: DemoAddress) => address;
