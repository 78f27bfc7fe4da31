import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { someCnpj } from '../../../test/people.ts';
import type { Answer, TestService } from '../../../test/service.ts';

export const PASSWORD = 'Colheita2026';

/** The fields of an error reply that these tests read. */
export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly errors?: Record<string, string[]>;
}

export const someEmail = (): string => `pessoa-${randomBytes(5).toString('hex')}@teste.example`;

export const office = {
  kind: 'headquarters',
  name: 'Matriz',
  postal_code: '75901-000',
  street: 'Avenida Presidente Vargas',
  number: '1200',
  city: 'Rio Verde',
  state: 'GO',
};

/** Returns a valid supplier. */
export const supplierBody = (changes: Record<string, unknown> = {}) => ({
  name: 'Revenda do Cerrado',
  email: someEmail(),
  document: someCnpj(),
  phone: '(64) 3621-4455',
  password: PASSWORD,
  addresses: [office],
  ...changes,
});

export interface Entry {
  readonly action: string;
  readonly actor_id: number | null;
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
}

/** Returns the audit log's rows about an account, oldest first. */
export const auditOf = (service: TestService, userId: number): Promise<Entry[]> =>
  service.db.q
    .selectFrom('audit_log as l')
    .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
    .select(['l.action', 'l.actor_id', 'v.old_values', 'v.new_values'])
    .where('l.resource_type', '=', 'user')
    .where('l.resource_id', '=', userId)
    .orderBy('l.id')
    .execute() as Promise<Entry[]>; // jsonb, written by these routes

/** Returns the number of rows in the audit log. */
export async function auditCount(service: TestService): Promise<number> {
  return (
    await service.db.q
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;
}

/** Returns the templates of the mails queued for a user. */
export const mailsTo = async (service: TestService, userId: number): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('mails')
      .select('template')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ template }) => template);

/** Whether the token is still valid. */
export const isAlive = async (service: TestService, token: string): Promise<boolean> =>
  (await service.call('GET', '/api/v1/user/profile', { token })).status === 200;

/** Asserts a 422 with field errors, and returns their sentences. */
export function fieldsOf({ status, body }: Answer<Refusal>): Record<string, string[]> {
  assert.deepEqual([status, body.code], [422, 'validation_failed'], JSON.stringify(body));
  return body.errors ?? {};
}

/** Returns the statuses of concurrent replies, in ascending order. */
export const statuses = (answers: readonly Answer<unknown>[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
