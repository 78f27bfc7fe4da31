import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { buildProducer, buildSupplier } from '../people.ts';
import { startService } from '../service.ts';

const service = await startService({ rateLimit: true });
const SESSIONS = 12;
const EACH = 16;

describe('one person with many sessions', () => {
  it('shares the slots of one person, and leaves other persons theirs', async () => {
    const [greedy, other] = [await buildSupplier(service), await buildProducer(service)];
    const tokens = await Promise.all(
      Array.from({ length: SESSIONS }, () => service.tokenFor(greedy.userId)),
    );
    for (const token of [...tokens, other.token])
      assert.equal((await service.call('GET', '/api/v1/user/profile', { token })).status, 200);

    // All of them wait for one row, each holding a slot.
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [greedy.userId]);
    const waiting = tokens.flatMap((token) =>
      Array.from({ length: EACH }, () =>
        service.call('PUT', '/api/v1/user/profile', { token, body: { name: 'Revenda Sabiá' } }),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.call('GET', '/api/v1/producer/orders', { token: other.token }),
      ),
    );
    await holder.query('ROLLBACK');
    await holder.end();

    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 10 }, () => 200),
    );
    const refused = (await Promise.all(waiting)).filter(
      ({ status, body }) => status === 429 && body['code'] === 'overloaded',
    );
    assert.equal(refused.length, SESSIONS * EACH - EACH);
  });
});
