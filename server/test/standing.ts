import assert from 'node:assert/strict';
import type { TestPerson } from './people.ts';
import type { TestService } from './service.ts';

/** Returns an administrator's calls on accounts; each expects to succeed. */
export function standingCalls(service: TestService, admin: { readonly token: string }) {
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await service.call(method, `/api/v1/admin/users/${path}`, {
      token: admin.token,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  return {
    block: ({ userId }: TestPerson) => send('PATCH', `${userId}/status`, { status: 'bloqueado' }),
    unblock: ({ userId }: TestPerson) => send('PATCH', `${userId}/status`, { status: 'ativo' }),
    remove: ({ userId }: TestPerson) => send('DELETE', String(userId)),
    restore: ({ userId }: TestPerson) => send('POST', `${userId}/restore`),
  };
}
