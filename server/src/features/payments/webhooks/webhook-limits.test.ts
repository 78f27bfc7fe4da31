import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startGatewayDouble } from '../../../../test/gateway-double.ts';
import { buildAdmin } from '../../../../test/people.ts';
import { recordPauses } from '../../../../test/pauses.ts';
import { startService } from '../../../../test/service.ts';
import { producerBody } from '../../accounts/accounts.fixture.ts';
import { configureGateway } from '../payments.fixture.ts';

const double = await startGatewayDouble();
const service = await startService({ rateLimit: true, outboundAllow: new Set([double.allowed]) });
recordPauses(service);
await configureGateway(service, (await buildAdmin(service)).token, double.url);

type Headers = Record<string, string>;
const send = async (n: number, remoteAddress: string, changes: Headers = {}): Promise<number> => {
  const { url, headers, body } = double.notification(n);
  const answer = await service.app.http.inject({
    method: 'POST',
    url,
    remoteAddress,
    payload: body,
    headers: { ...headers, ...changes },
  });
  return answer.statusCode;
};
const statusesOf = async (remoteAddress: string, changes: Headers = {}): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < 65; n += 1) statuses.push(await send(5_000 + n, remoteAddress, changes));
  return statuses;
};

describe('webhook notifications of one address within a minute', () => {
  it('are all accepted when their signature is valid', async () => {
    assert.deepEqual([...new Set(await statusesOf('203.0.113.7'))], [200]);
  });

  it('are limited when it is invalid: sixty are refused for the signature, the others for the limit', async () => {
    const strangers = {
      '203.0.113.8': { 'x-signature': 'ts=1,v1=00' },
      '203.0.113.9': { 'x-request-id': 'another' },
    };
    for (const [address, wrong] of Object.entries(strangers)) {
      const statuses = await statusesOf(address, wrong);
      assert.deepEqual([...new Set(statuses.slice(0, 60))], [401]);
      assert.deepEqual([...new Set(statuses.slice(60))], [429]);
    }
  });
});

it('webhook notifications are accepted while others hold all slots of the public endpoints', async () => {
  const work = { left: 96 };
  const register = async (n: number): Promise<void> => {
    await service.app.http.inject({
      method: 'POST',
      url: '/api/v1/register',
      remoteAddress: `198.51.100.${n}`,
      payload: producerBody(),
    });
    work.left -= 1;
  };
  const strangers = Promise.all(Array.from({ length: work.left }, (_, n) => register(n)));
  const statuses: number[] = [];
  while (work.left > 0) statuses.push(await send(4_000 + statuses.length, '203.0.113.10'));
  await strangers;
  assert.deepEqual([...new Set(statuses)], [200]);
});
