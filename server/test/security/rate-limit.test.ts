import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordPauses } from '../pauses.ts';
import { startService, type Answer } from '../service.ts';
import { buildProducer } from '../people.ts';
import { assertWellFormedError } from './refusals.ts';

const service = await startService({ rateLimit: true });
const behindProxy = await startService({ rateLimit: true, trustProxy: true });
for (const one of [service, behindProxy]) recordPauses(one);

interface From {
  readonly address: string;
  readonly headers?: Record<string, string>;
  readonly through?: typeof service;
}

/** Sends a request from an address; each test has its own addresses. */
async function ask(
  url: string,
  { address, headers = {}, through = service }: From,
): Promise<Answer> {
  const response = await through.app.http.inject({
    method: 'GET',
    url,
    headers,
    remoteAddress: address,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    raw: response.rawPayload,
    body: response.json(),
  };
}

async function countUntilRefused(
  limit: number,
  from: (i: number) => Promise<Answer>,
): Promise<Answer> {
  for (let i = 0; i < limit; i += 1)
    assert.notEqual((await from(i)).status, 429, `request ${i + 1}`);
  return from(limit);
}

function assertTooMany(answer: Answer): void {
  assert.equal(answer.status, 429);
  assertWellFormedError(answer, '429');
  const wait = Number(answer.headers['retry-after']);
  assert.ok(
    Number.isInteger(wait) && wait >= 1 && wait <= 60,
    `Retry-After: ${String(answer.headers['retry-after'])}`,
  );
  assert.match(String(answer.body['error']), new RegExp(`\\b${wait} s\\b`));
}

describe('the rate limit without a session', () => {
  it('allows an address 60 requests a minute', async () => {
    assertTooMany(
      await countUntilRefused(60, () => ask('/api/v1/geo/states', { address: '198.51.100.1' })),
    );
  });

  it('counts unknown tokens too, so that they cannot be guessed', async () => {
    assertTooMany(
      await countUntilRefused(60, (i) =>
        ask('/api/v1/user/profile', {
          address: '198.51.100.2',
          headers: { authorization: `Bearer ${String(i).padStart(43, 'x')}` },
        }),
      ),
    );
  });

  it('does not affect another address', async () => {
    await countUntilRefused(60, () => ask('/api/v1/geo/states', { address: '198.51.100.3' }));
    assert.equal((await ask('/api/v1/geo/states', { address: '198.51.100.4' })).status, 200);
  });

  it('allows the addresses of one /48 as much as ten, and one busy address takes nothing from the others', async () => {
    const address = (n: number): string => `2001:db8:9:${n.toString(16)}::1`;
    assertTooMany(
      await countUntilRefused(60, () => ask('/api/v1/geo/states', { address: address(0) })),
    );
    for (const answer of await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => ask('/api/v1/geo/states', { address: address(0) })),
    ))
      assertTooMany(answer);
    assertTooMany(
      await countUntilRefused(540, (i) => ask('/api/v1/geo/states', { address: address(1 + i) })),
    );
    assert.equal((await ask('/api/v1/geo/states', { address: '2001:db8:a::1' })).status, 200);
  });

  it('ignores a header that claims another address', async () => {
    const claims = (i: number): Record<string, string> => ({
      'x-forwarded-for': `203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-client-ip': `203.0.113.${i}`,
      'true-client-ip': `203.0.113.${i}`,
    });
    assertTooMany(
      await countUntilRefused(60, (i) =>
        ask('/api/v1/geo/states', { address: '198.51.100.5', headers: claims(i) }),
      ),
    );
  });

  it('counts each forwarded address behind a trusted proxy', async () => {
    const from = (client: string): From => ({
      address: '198.51.100.6',
      headers: { 'x-forwarded-for': client },
      through: behindProxy,
    });
    assertTooMany(
      await countUntilRefused(60, () => ask('/api/v1/geo/states', from('203.0.113.1'))),
    );
    assert.equal((await ask('/api/v1/geo/states', from('203.0.113.2'))).status, 200);
  });
});

describe('the rate limit with a session', () => {
  it('allows a token 600 requests a minute from any address, and does not affect another token', async () => {
    const { token, userId } = await buildProducer(service);
    const bearer = (value: string, i: number): From => ({
      address: `198.51.100.${100 + (i % 100)}`,
      headers: { authorization: `Bearer ${value}` },
    });
    assertTooMany(
      await countUntilRefused(600, (i) => ask('/api/v1/product-types', bearer(token, i))),
    );
    const other = await service.tokenFor(userId);
    assert.equal((await ask('/api/v1/product-types', bearer(other, 0))).status, 200);
  });

  it('counts refused requests as well', async () => {
    const { token } = await buildProducer(service);
    assertTooMany(
      await countUntilRefused(600, () =>
        ask('/api/v1/supplier/dashboard', {
          address: '198.51.100.7',
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    );
  });
});

describe('the endpoints for monitoring', () => {
  it('are never limited', async () => {
    for (let i = 0; i < 100; i += 1)
      assert.equal((await ask('/health/live', { address: '198.51.100.8' })).status, 200);
  });
});
