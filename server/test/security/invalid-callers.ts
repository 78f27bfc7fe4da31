import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { RefreshReply } from '@lavra/contract/accounts/schemas';
import { hashToken } from '@lavra/server/platform/http/admission/access-control';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../people.ts';
import type { CallOptions, TestService } from '../service.ts';
import type { InvalidCaller } from './authorization-matrix.ts';
import type { Role, World } from './world.ts';

/** How a caller authenticates: headers, and a query appended to the path. */
export interface Credentials {
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } });

/**
 * Returns every kind of invalid token, of a user in this role. Those of a user were valid and in
 * use until a moment ago, so that a cache that keeps identities too long is detected.
 */
export async function buildInvalidCallers(
  world: World,
  role: Role,
): Promise<Readonly<Record<InvalidCaller, Credentials>>> {
  const { service, people } = world;
  const { userId, token } = people[role];
  const session = async (die: (token: string) => Promise<unknown>) =>
    bearer(await dying(service, await service.tokenFor(userId), die));
  const person = async (changes: { status?: string; deleted_at?: Date }) => {
    const built = await buildPerson(service, role);
    return bearer(
      await dying(service, built.token, () =>
        service.db.q.updateTable('users').set(changes).where('id', '=', built.userId).execute(),
      ),
    );
  };
  const change =
    (changes: { expires_at?: Date; revoked_at?: Date; auth_version?: number }) => (dead: string) =>
      service.db.q
        .updateTable('sessions')
        .set(changes)
        .where('token_hash', '=', hashToken(dead))
        .execute();
  const now = service.app.platform.clock.now();
  return {
    'no token': {},
    'token in the query': { query: `token=${token}&access_token=${token}` },
    'another scheme': { headers: { authorization: `Basic ${token}` } },
    'malformed token': bearer(`${token} ${token}`),
    'unknown token': bearer(randomBytes(32).toString('base64url')),
    'expired token': await session(change({ expires_at: new Date(now.getTime() - 1000) })),
    'revoked token': await session(change({ revoked_at: now })),
    'rotated-out token': await session((dead) => rotate(service, dead)),
    'token older than the password': await session(change({ auth_version: 0 })),
    'blocked person': await person({ status: 'bloqueado' }),
    'inactive person': await person({ status: 'inativo' }),
    'deleted person': await person({ deleted_at: now }),
  };
}

async function dying(
  service: TestService,
  token: string,
  die: (token: string) => Promise<unknown>,
): Promise<string> {
  const alive: CallOptions = { token };
  assert.equal((await service.call('GET', '/api/v1/user/profile', alive)).status, 200);
  await die(token);
  return token;
}

/**
 * Exchanges a token a minute ago, beyond the grace period for two tabs that refresh at once, and uses
 * its successor: until then the exchange would be repeated.
 */
async function rotate(service: TestService, token: string): Promise<void> {
  const { status, body } = await service.call<RefreshReply>('POST', '/api/v1/refresh', { token });
  assert.equal(status, 200);
  const used = await service.call('GET', '/api/v1/user/profile', { token: body.token });
  assert.equal(used.status, 200);
  const minuteAgo = new Date(service.app.platform.clock.now().getTime() - 60_000);
  await service.db.q
    .updateTable('rotated_tokens')
    .set({ rotated_at: minuteAgo })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

function buildPerson(service: TestService, role: Role): Promise<TestPerson> {
  if (role === 'produtor') return buildProducer(service);
  if (role === 'fornecedor') return buildSupplier(service);
  return role === 'consultor' ? buildConsultant(service) : buildAdmin(service, role);
}
