import assert from 'node:assert/strict';
import type { Message, Session } from '@lavra/contract/accounts/schemas';
import type { Answer, TestService } from '../../../test/service.ts';
import type { Refusal } from './accounts.fixture.ts';

export const NEW_PASSWORD = 'Plantio2027';
export const chosen = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

/** Returns the links in the mails to an address, newest first, as the outbox page shows them. */
export async function linksTo(
  service: TestService,
  address: string,
  template?: string,
): Promise<string[]> {
  const mails = service.db.q
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', address)
    .orderBy('id', 'desc');
  const rows = await (
    template === undefined ? mails : mails.where('template', '=', template)
  ).execute();
  return Promise.all(
    rows.map(async ({ id }) => {
      const page = await service.call('GET', `/dev/mails/${id}`);
      return /href="(http[^"]+)"/.exec(page.raw.toString())?.[1] ?? '';
    }),
  );
}

/** Returns the token of the newest link. */
export async function tokenTo(
  service: TestService,
  address: string,
  template?: string,
): Promise<string> {
  const [link] = await linksTo(service, address, template);
  return (
    new URL(link ?? assert.fail(`no mail to ${address}`)).searchParams.get('token') ??
    assert.fail(link)
  );
}

/** Calls the endpoints of account links. */
export const linkCalls = (service: TestService) => ({
  forgot: (email: string, more: object = {}): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/password/forgot', { body: { email, ...more } }),
  reset: (token: string, body: object = chosen): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/password/reset', { body: { token, ...body } }),
  verify: (token: string): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/email/verify', { body: { token } }),
  resend: (token: string | undefined): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/email/resend', { token }),
  undo: (token: string, body: object = {}): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/email/undo', { body: { token, ...body } }),
  cancel: (token: string): Promise<Answer<Message & Refusal>> =>
    service.call('POST', '/api/v1/email/cancel', { token }),
  activate: (token: string, body: object = chosen): Promise<Answer<Session & Refusal>> =>
    service.call('POST', '/api/v1/consultants/activate', { body: { token, ...body } }),
});

/** Dates the links of an account back by `milliseconds`. */
export async function age(
  service: TestService,
  userId: number,
  milliseconds: number,
): Promise<void> {
  const rows = await service.db.q
    .selectFrom('account_tokens')
    .select(['token_hash', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .execute();
  for (const { token_hash, created_at, expires_at } of rows) {
    const earlier = (at: string): Date => new Date(new Date(at).getTime() - milliseconds);
    await service.db.q
      .updateTable('account_tokens')
      .set({ created_at: earlier(created_at), expires_at: earlier(expires_at) })
      .where('token_hash', '=', token_hash)
      .execute();
  }
}
