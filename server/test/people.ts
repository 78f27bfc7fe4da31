import { randomInt, randomUUIDv7 } from 'node:crypto';
import { cnpjCheckDigits } from '@lavra/domain/document/cnpj';
import { cpfCheckDigits } from '@lavra/domain/document/cpf';
import { nextOrdinal } from './ordinals.ts';
import type { TestService } from './service.ts';

export interface TestPerson {
  readonly userId: number;
  readonly uuid: string;
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly document: string | null;
}
export interface TestSupplier extends TestPerson {
  readonly supplierId: number;
}
export interface TestProducer extends TestPerson {
  readonly producerId: number;
}
export interface TestConsultant extends TestPerson {
  readonly consultantId: number;
}

export const SORRISO = 5107925;
export const RIO_VERDE = 5218805;

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

// Counted, not random: documents are unique, and a clone of the database has only one test file's
// people.
let documents = randomInt(100_000);
const nextDocument = (length: number): string => {
  documents += 1;
  return String(documents).padStart(length, '0');
};

/** Returns a valid, made-up CNPJ. */
export function someCnpj(): string {
  const root = `99${nextDocument(6)}0001`;
  return root + cnpjCheckDigits(root);
}

/** Returns a valid, made-up CPF. */
export function someCpf(): string {
  const root = `000${nextDocument(6)}`;
  return root + cpfCheckDigits(root);
}

type UserFields = {
  user_type: string;
  admin_role?: string;
  status?: string;
  name?: string;
  email?: string;
  document_type?: string;
  document_number?: string;
  phone?: string;
};

/** Inserts a user into the database, with a valid session. */
export async function buildUser(service: TestService, fields: UserFields): Promise<TestPerson> {
  const ordinal = nextOrdinal(service, 'user');
  const now = service.app.platform.clock.now();
  const name = fields.name ?? `Conta de teste ${ordinal}`;
  const email = fields.email ?? `conta${ordinal}-${digits(6)}@teste.example`;
  const uuid = randomUUIDv7();
  const { id } = await service.db.q
    .insertInto('users')
    .values({
      uuid,
      status: 'ativo',
      created_at: now,
      updated_at: now,
      phone: '66999990000',
      ...fields,
      name,
      email,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    userId: id,
    uuid,
    name,
    email,
    document: fields.document_number ?? null,
    token: await service.tokenFor(id),
  };
}

async function buildAddress(
  service: TestService,
  userId: number,
  kind: string,
  cityId: number,
): Promise<void> {
  await service.db.q
    .insertInto('addresses')
    .values({
      user_id: userId,
      position: 0,
      kind,
      name: 'Sede',
      postal_code: '78890000',
      street: 'Rodovia BR-163',
      number: 'S/N',
      city_id: cityId,
    })
    .execute();
}

/** Creates a producer, by default with a farm in Sorriso/MT. */
export async function buildProducer(
  service: TestService,
  { cityId = SORRISO, ...fields }: Partial<UserFields> & { cityId?: number } = {},
): Promise<TestProducer> {
  const person = await buildUser(service, {
    document_type: 'cpf',
    document_number: someCpf(),
    ...fields,
    user_type: 'produtor',
  });
  const { id } = await service.db.q
    .insertInto('producers')
    .values({ uuid: randomUUIDv7(), user_id: person.userId, type: 'PF' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildAddress(service, person.userId, 'farm', cityId);
  return { ...person, producerId: id };
}

/** Creates a supplier, by default of everything, everywhere. */
export async function buildSupplier(
  service: TestService,
  {
    cityId = RIO_VERDE,
    productTypeIds = [],
    states = [],
    cityIds = [],
    ...fields
  }: Partial<UserFields> & {
    cityId?: number;
    productTypeIds?: number[];
    states?: string[];
    cityIds?: number[];
  } = {},
): Promise<TestSupplier> {
  const person = await buildUser(service, {
    document_type: 'cnpj',
    document_number: someCnpj(),
    ...fields,
    user_type: 'fornecedor',
  });
  const coverage_kind = states.length > 0 ? 'states' : cityIds.length > 0 ? 'cities' : 'national';
  const { id } = await service.db.q
    .insertInto('suppliers')
    .values({ uuid: randomUUIDv7(), user_id: person.userId, coverage_kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildAddress(service, person.userId, 'headquarters', cityId);
  for (const product_type_id of productTypeIds)
    await service.db.q
      .insertInto('supplier_product_types')
      .values({ supplier_id: id, product_type_id })
      .execute();
  for (const uf of states)
    await service.db.q.insertInto('supplier_states').values({ supplier_id: id, uf }).execute();
  for (const city_id of cityIds)
    await service.db.q.insertInto('supplier_cities').values({ supplier_id: id, city_id }).execute();
  return { ...person, supplierId: id };
}

export const buildAdmin = (service: TestService, admin_role = 'master'): Promise<TestPerson> =>
  buildUser(service, { user_type: 'admin', admin_role });

/** Creates a consultant without producers. */
export async function buildConsultant(
  service: TestService,
  fields: Partial<UserFields> = {},
): Promise<TestConsultant> {
  const person = await buildUser(service, { ...fields, user_type: 'consultor' });
  const { id } = await service.db.q
    .insertInto('consultants')
    .values({ uuid: randomUUIDv7(), user_id: person.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...person, consultantId: id };
}

export async function linkConsultant(
  service: TestService,
  consultantId: number,
  producerId: number,
): Promise<void> {
  await service.db.q
    .insertInto('consultant_producers')
    .values({
      consultant_id: consultantId,
      producer_id: producerId,
      created_at: service.app.platform.clock.now(),
    })
    .execute();
}
