import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AdminUser, AdminUserSummary } from '@lavra/contract/admin/users';
import { someCnpj, someCpf } from '../../../test/people.ts';
import type { Answer, TestService } from '../../../test/service.ts';

export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly errors?: Record<string, string[]>;
}
export interface Page<T> {
  readonly data: T[];
  readonly meta: {
    readonly total: number;
    readonly per_page: number;
    readonly next_cursor: string | null;
  };
}

export const PASSWORD = 'Colheita2026';
export const someEmail = (): string => `usuario-${randomBytes(5).toString('hex')}@teste.example`;
export const farm = {
  kind: 'farm',
  name: 'Sede',
  postal_code: '78890-000',
  street: 'Rodovia BR-163, km 750',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
};
const office = {
  ...farm,
  kind: 'headquarters',
  name: 'Matriz',
  city: 'Rio Verde',
  state: 'GO',
  postal_code: '75901-000',
};

const secret = { password: PASSWORD, password_confirmation: PASSWORD };
export const producerForm = (changes: object = {}) => ({
  user_type: 'produtor',
  name: 'Sítio da Serra',
  email: someEmail(),
  phone: '(66) 99999-8888',
  document_type: 'cpf',
  document_number: someCpf(),
  addresses: [farm],
  ...secret,
  ...changes,
});
export const supplierForm = (changes: object = {}) => ({
  user_type: 'fornecedor',
  name: 'Revenda do Cerrado',
  email: someEmail(),
  phone: '(64) 3621-4455',
  document_type: 'cnpj',
  document_number: someCnpj(),
  addresses: [office],
  ...secret,
  ...changes,
});
export const adminForm = (changes: object = {}) => ({
  user_type: 'admin',
  name: 'Mesa de operações',
  email: someEmail(),
  admin_role: 'operacional',
  ...secret,
  ...changes,
});

/** Returns the calls of these tests. */
export const userCalls = (service: TestService) => {
  const call = <B>(
    method: string,
    path: string,
    { token }: { token: string },
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<B & Refusal>> =>
    service.call(method, `/api/v1/admin/users${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
      headers,
    });
  return {
    call,
    create: (by: { token: string }, form: object) => call<AdminUser>('POST', '', by, form),
    read: (by: { token: string }, id: number | string, query = '') =>
      call<AdminUser>('GET', `/${id}${query}`, by),
    change: (
      by: { token: string },
      id: number | string,
      form: object,
      headers: Record<string, string> = {},
    ) => call<AdminUser>('PUT', `/${id}`, by, form, headers),
    setStatus: (by: { token: string }, id: number | string, status: string) =>
      call<AdminUser>('PATCH', `/${id}/status`, by, { status }),
    remove: (by: { token: string }, id: number | string) =>
      call<{ message: string }>('DELETE', `/${id}`, by),
    restore: (by: { token: string }, id: number | string) =>
      call<AdminUser>('POST', `/${id}/restore`, by),
    list: (by: { token: string }, query: string) =>
      call<Page<AdminUserSummary>>('GET', `?${query}`, by),
    logIn: (email: string, user_type: string): Promise<Answer> =>
      service.call('POST', '/api/v1/login', { body: { email, password: PASSWORD, user_type } }),
    isAlive: async ({ token }: { token: string }): Promise<boolean> =>
      (await service.call('GET', '/api/v1/user/profile', { token })).status === 200,
  };
};

export function expectOk<B>({ status, body }: Answer<B>): B {
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export function assertRefused(
  { status, body }: Answer<Refusal>,
  expected: number,
  code: string,
): void {
  assert.deepEqual([status, body.code], [expected, code], JSON.stringify(body));
}

/** Asserts a 422 that names exactly these fields. */
export function assertFields({ status, body }: Answer<Refusal>, ...fields: string[]): void {
  assert.deepEqual(
    [status, Object.keys(body.errors ?? {}).toSorted()],
    [422, fields.toSorted()],
    JSON.stringify(body),
  );
}
