import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { startService } from '../service.ts';

const service = await startService({ rateLimit: true });

const strangers = async (address: (n: number) => string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 48 }, async (_, n) => {
      const headers = { authorization: `Bearer ${randomBytes(32).toString('base64url')}` };
      return (
        await service.app.http.inject({
          method: 'GET',
          url: '/api/v1/user/profile',
          remoteAddress: address(n),
          headers,
        })
      ).statusCode;
    }),
  );

it('strangers of one /48 leave slots for those whose token this process has not seen yet', async () => {
  const statuses = await strangers((n) => `2001:db8:8:${n.toString(16)}::1`);
  assert.ok(statuses.filter((status) => status === 429).length >= 1, statuses.join(' '));
  assert.ok(statuses.filter((status) => status === 401).length >= 32, statuses.join(' '));
  assert.deepEqual(
    [...new Set(await strangers((n) => `2001:db8:${(100 + n).toString(16)}::1`))],
    [401],
    'as many of many networks',
  );
});
