import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { RegisterReply, Session } from '@lavra/contract/accounts/schemas';
import { someCnpj, someCpf } from '../../../test/people.ts';
import type { Answer, TestService } from '../../../test/service.ts';

export const PASSWORD = 'Colheita2026';

/** The fields of an error reply that these tests read. */
export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly errors?: Record<string, string[]>;
}

export const someEmail = (): string => `pessoa-${randomBytes(5).toString('hex')}@teste.example`;

export const farm = {
  kind: 'farm',
  name: 'Sede',
  postal_code: '78890-000',
  street: 'Rodovia BR-163, km 750',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
};
export const office = {
  ...farm,
  kind: 'headquarters',
  name: 'Matriz',
  city: 'Rio Verde',
  state: 'GO',
  postal_code: '75901-000',
};

/** Returns a valid producer registration. */
export const producerBody = (changes: Record<string, unknown> = {}) => ({
  user_type: 'produtor',
  name: 'Sítio da Serra',
  email: someEmail(),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  document_type: 'cpf',
  document_number: someCpf(),
  phone: '(66) 99999-8888',
  addresses: [farm],
  ...changes,
});

/** Returns a valid supplier registration. */
export const supplierBody = (changes: Record<string, unknown> = {}) => ({
  ...producerBody(),
  user_type: 'fornecedor',
  name: 'Revenda do Cerrado',
  document_type: 'cnpj',
  document_number: someCnpj(),
  addresses: [office],
  ...changes,
});

/** Registers and returns the session. */
export async function register(
  service: TestService,
  body: ReturnType<typeof producerBody>,
): Promise<Session & { email: string }> {
  const answer = await service.call<RegisterReply>('POST', '/api/v1/register', { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { token, expires_at, ...rest } = answer.body;
  assert.ok(token !== null && expires_at !== null);
  return { ...rest, token, expires_at, email: body.email };
}

/** Tries to log in. */
export const logIn = (
  service: TestService,
  body: { email: string; password?: string; user_type?: string },
): Promise<Answer<Session & Refusal>> =>
  service.call('POST', '/api/v1/login', {
    body: { password: PASSWORD, user_type: 'produtor', ...body },
  });
