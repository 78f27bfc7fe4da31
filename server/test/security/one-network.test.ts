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

/**
 * Returns how many got a slot. Whoever got none was refused with 429; with a slot, a slow machine
 * may still answer 503 in place of 401.
 */
const admitted = (statuses: readonly number[]): number =>
  statuses.filter((status) => status === 401 || status === 503).length;

it('anonymous callers of one /48 leave slots for callers with tokens new to this process', async () => {
  const ofOne = await strangers((n) => `2001:db8:8:${n.toString(16)}::1`);
  assert.ok(ofOne.filter((status) => status === 429).length >= 1, ofOne.join(' '));
  assert.ok(admitted(ofOne) >= 32, ofOne.join(' '));
  const ofMany = await strangers((n) => `2001:db8:${(100 + n).toString(16)}::1`);
  assert.equal(admitted(ofMany), 48, `as many of many networks: ${ofMany.join(' ')}`);
});
