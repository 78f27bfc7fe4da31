import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RefreshReply } from '@lavra/contract/accounts/schemas';
import { refresh as refreshSpec } from '@lavra/contract/accounts/endpoints';
import { unreadableBodies } from '../../../test/security/unreadable-bodies.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { logIn, producerBody, register, type Refusal } from './accounts.fixture.ts';

const service = await startService();
const now = new Date();
service.moveClock(now);
const DAY = 86_400_000;

const refresh = (token?: string) =>
  service.call<RefreshReply & Refusal>('POST', '/api/v1/refresh', { token });
const works = async (token: string): Promise<boolean> =>
  (await service.call('GET', '/api/v1/user/profile', { token })).status === 200;
const setSession = (userId: number, values: { expires_at?: Date; revoked_at?: Date }) =>
  service.db.q.updateTable('sessions').set(values).where('user_id', '=', userId).execute();
const ageRotations = (userId: number, at: Date) =>
  service.db.q
    .updateTable('rotated_tokens')
    .set({ rotated_at: at })
    .where(
      'session_id',
      'in',
      service.db.q.selectFrom('sessions').select('id').where('user_id', '=', userId),
    )
    .execute();

describe('refreshing a session', () => {
  it('returns a new token for 24 hours and invalidates the old one', async () => {
    const { token } = await buildProducer(service);
    const { status, body } = await refresh(token);
    assert.equal(status, 200);
    assert.match(body.token, /^[\w-]{43}$/);
    const lifetime = Date.parse(`${body.expires_at.replace(' ', 'T')}-03:00`) - now.getTime();
    assert.ok(Math.abs(lifetime - DAY) < 60_000);
    assert.deepEqual([await works(token), await works(body.token)], [false, true]);
  });

  it('can be repeated without limit in the same session', async () => {
    const { token, userId } = await buildProducer(service);
    const second = (await refresh((await refresh(token)).body.token)).body.token;
    assert.equal(await works(second), true);
    const sessions = await service.db.q
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    assert.equal(sessions.length, 1);
  });

  it('accepts an expired token for seven days, and not a day longer', async () => {
    const late = await buildProducer(service);
    await setSession(late.userId, { expires_at: new Date(now.getTime() - 7 * DAY + 60_000) });
    assert.equal(await works(late.token), false);
    assert.equal((await refresh(late.token)).status, 200);
    const tooLate = await buildProducer(service);
    await setSession(tooLate.userId, { expires_at: new Date(now.getTime() - 7 * DAY - 60_000) });
    assert.equal((await refresh(tooLate.token)).status, 401);
  });

  it('refuses a missing, a malformed and an unknown token', async () => {
    for (const token of [undefined, 'x', 'A'.repeat(43), '../../etc/passwd-and-more-text']) {
      const { status, body } = await refresh(token);
      assert.deepEqual([status, body.code], [401, 'unauthenticated']);
    }
    const { token } = await buildProducer(service);
    assert.equal(
      (await service.call('POST', `/api/v1/refresh?token=${token}`, { body: { token } })).status,
      401,
      'only the header counts',
    );
  });

  it('refuses a dead token before any body, and a body that cannot be read only then', async () => {
    const [live, leaked] = [await buildProducer(service), await buildProducer(service)];
    const next = (await refresh(leaked.token)).body.token;
    assert.equal(await works(next), true);
    await ageRotations(leaked.userId, new Date(Date.now() - 60_000));
    for (const { what, status, payload, headers } of unreadableBodies(refreshSpec)) {
      const send = async (token?: string) =>
        (
          await service.call('POST', '/api/v1/refresh', {
            payload,
            headers: {
              ...headers,
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            },
          })
        ).status;
      assert.deepEqual(
        [
          await send(),
          await send('A'.repeat(43)),
          await send(leaked.token),
          await send(live.token),
        ],
        [401, 401, 401, status],
        what,
      );
    }
    assert.equal(await works(live.token), true, 'a body that cannot be read exchanges nothing');
    assert.equal(await works(next), false, 'the leaked session has ended');
  });

  it('refuses a person who has logged out, was blocked or deleted, or changed the password elsewhere', async () => {
    const changes = [
      { status: 'bloqueado' },
      { status: 'inativo' },
      { deleted_at: new Date() },
      { auth_version: 2 },
    ];
    for (const change of changes) {
      const { token, userId } = await buildProducer(service);
      await service.db.q.updateTable('users').set(change).where('id', '=', userId).execute();
      assert.equal((await refresh(token)).status, 401, JSON.stringify(change));
    }
    const { token, userId } = await buildProducer(service);
    await setSession(userId, { revoked_at: new Date() });
    assert.equal((await refresh(token)).status, 401);
  });

  it('gives two concurrent tabs the same token, also a moment later', async () => {
    const { token, userId } = await buildProducer(service);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(token)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.token)).size, 1);
    assert.equal(await works(answers[0]?.body.token ?? ''), true);
    await ageRotations(userId, new Date(now.getTime() - 8_000));
    assert.deepEqual((await refresh(token)).body, answers[0]?.body);
    const rotated = await service.db.q
      .selectFrom('rotated_tokens as r')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select('r.token_hash')
      .where('s.user_id', '=', userId)
      .execute();
    assert.equal(rotated.length, 1, 'exactly one rotation');
  });

  it('repeats an answer that was lost, however long the network was away, until it is used', async () => {
    const { token, userId } = await buildSupplier(service);
    const first = await refresh(token);
    await ageRotations(userId, new Date(now.getTime() - 3_600_000));
    assert.deepEqual((await refresh(token)).body, first.body);
    // A weekend later the successor would have expired before its first use.
    await setSession(userId, { expires_at: new Date(now.getTime() - DAY) });
    assert.deepEqual((await refresh(token)).body, first.body);
    // The hottest requests learn of the session in a statement of their own.
    const next = first.body.token;
    assert.equal(
      (await service.call('GET', '/api/v1/supplier/orders', { token: next })).status,
      200,
    );
    assert.equal((await refresh(token)).status, 401);
    assert.equal(await works(next), false);
  });

  it('ends the whole session when a used token is sent again later', async () => {
    const { token, userId } = await buildProducer(service);
    const next = (await refresh(token)).body.token;
    assert.equal(await works(next), true);
    await ageRotations(userId, new Date(now.getTime() - 11_000));
    assert.equal((await refresh(token)).status, 401);
    assert.deepEqual(
      [await works(next), (await refresh(next)).status],
      [false, 401],
      'the successor is dead too',
    );
  });

  it('ends the session even within the grace period once the successor was used', async () => {
    const { token } = await buildProducer(service);
    const last = (await refresh((await refresh(token)).body.token)).body.token;
    assert.equal((await refresh(token)).status, 401);
    assert.equal(await works(last), false);
  });

  it('never revives a session that was ended within the grace period', async () => {
    const { token } = await buildProducer(service);
    const next = (await refresh(token)).body.token;
    await service.call('POST', '/api/v1/logout', { token: next });
    assert.equal((await refresh(token)).status, 401);
    assert.equal(await works(next), false);
  });

  it("does not affect the person's other sessions", async () => {
    const { email, token } = await register(service, producerBody());
    const other = (await logIn(service, { email })).body.token;
    await refresh(token);
    assert.equal(await works(other), true);
  });

  it('stores no token in clear text', async () => {
    const { token } = await buildProducer(service);
    const next = (await refresh(token)).body.token;
    const rows = [
      await service.db.q.selectFrom('sessions').selectAll().execute(),
      await service.db.q.selectFrom('rotated_tokens').selectAll().execute(),
    ];
    const dump = JSON.stringify(rows, (_key, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    assert.ok(!dump.includes(token) && !dump.includes(next));
  });
});

describe('logging out', () => {
  it('ends this session at once, and no other', async () => {
    const { email, token } = await register(service, producerBody());
    const other = (await logIn(service, { email })).body.token;
    const { status, body } = await service.call('POST', '/api/v1/logout', { token });
    assert.deepEqual([status, body], [200, { message: 'Sessão encerrada.' }]);
    assert.deepEqual([await works(token), await works(other)], [false, true]);
  });

  it('requires a valid token', async () => {
    const { token } = await buildProducer(service);
    await service.call('POST', '/api/v1/logout', { token });
    for (const dead of [undefined, 'nonsense', token])
      assert.equal((await service.call('POST', '/api/v1/logout', { token: dead })).status, 401);
  });
});
