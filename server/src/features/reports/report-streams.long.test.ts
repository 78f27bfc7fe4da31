import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { readSheet, readZip } from './reports.fixture.ts';

// Uses a real socket and more data than the buffers in between hold, so that a reader who stops
// reading makes the service wait.

const ORDERS = 12_000;
const service = await startService();
const { q } = service.db;
const [admin, second, third] = [
  await buildAdmin(service),
  await buildAdmin(service),
  await buildAdmin(service),
];
const producer = await buildProducer(service);
const supplier = await buildSupplier(service);
let origin = '';

before(async () => {
  const { id } = await buildOrder(service, { producerId: producer.producerId });
  await sql`
    INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
      published_at, items_count, product_type_ids, has_pesticide, notes, created_at, updated_at)
    SELECT gen_random_uuid(), 'COT-1998-' || lpad(n::text, 6, '0'), o.producer_id, 'finalizada',
      o.closure_type, o.description, o.deadline_date, o.published_at, 1, o.product_type_ids, false,
      repeat(md5(n::text), 90), o.created_at, o.updated_at
    FROM orders o CROSS JOIN generate_series(2, ${ORDERS}::int) n WHERE o.id = ${id}`.execute(q);
  await sql`ANALYZE orders`.execute(q);
  await service.app.http.listen({ host: '127.0.0.1', port: 0 });
  origin = service.app.http.listeningOrigin;
});

const CSV = 'csv?view=orders';

async function request(path: string, { token } = admin): Promise<IncomingMessage> {
  const asked = http.get(`${origin}/api/v1/admin/reports/export/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  });
  const [response] = await once(asked, 'response');
  return response as IncomingMessage; // what that event carries
}

/** Starts an export and returns it after its first bytes, with no more requested. */
async function begin(path: string, who = admin) {
  const response = await request(path, who);
  assert.equal(response.statusCode, 200, path);
  const chunks: Buffer[] = [];
  await once(response, 'readable');
  return {
    received: () => Buffer.concat(chunks),
    rest: async () => {
      for await (const chunk of response) chunks.push(chunk as Buffer); // no encoding is set
      return Buffer.concat(chunks);
    },
    leave: () => {
      response.destroy();
    },
  };
}

const sessions = async (): Promise<number[]> =>
  (
    await sql<{
      pid: number;
    }>`
      SELECT pid
      FROM pg_stat_activity
      WHERE application_name = 'lavra-reports' AND datname = current_database()`.execute(q)
  ).rows.map(({ pid }) => pid);
const ask = async (path = CSV, who = admin) => {
  const response = await request(path, who);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer); // no encoding is set
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    bytes: Buffer.concat(chunks),
  };
};

const untilFree = (): Promise<unknown> =>
  until('the connection is free', async () => (await sessions()).length === 0);

describe('a running export', () => {
  it('shows the data as it was at the start, in all its files', async () => {
    const archive = await begin('zip');
    await buildOrder(service, { producerId: producer.producerId, description: 'Depois' });
    await buildProducer(service, { name: 'Depois' });
    const files = readZip(await archive.rest());
    const orders = readSheet(files.get('cotacoes.csv') ?? Buffer.alloc(0)).rows;
    assert.equal(orders.length, ORDERS);
    assert.equal(new Set(orders.map((row) => row['Número'])).size, ORDERS);
    assert.deepEqual(
      readSheet(files.get('produtores.csv') ?? Buffer.alloc(0)).rows.map((row) => row['Cotações']),
      [String(ORDERS)],
    );
  });

  it('waits for its reader instead of buffering unread data', async () => {
    const slow = await begin(CSV);
    // Once the buffers in between are full, PostgreSQL receives no further query: its last one
    // stays the same.
    let asked = '';
    await until('PostgreSQL is asked for nothing more', async () => {
      await wait(300);
      const {
        rows: [session],
      } = await sql<{
        state: string;
        query_start: string;
      }>`
        SELECT state, query_start
        FROM pg_stat_activity
        WHERE application_name = 'lavra-reports' AND datname = current_database()`.execute(q);
      assert.ok(session, 'it has not run to its end');
      const before = asked;
      asked = session.query_start;
      return session.state === 'idle in transaction' && asked === before;
    });
    assert.ok((await slow.rest()).length > 30_000_000);
  });

  it('releases its connection at once when its reader disconnects', async () => {
    for (const path of [CSV, 'zip']) {
      const left = await begin(path);
      assert.equal((await sessions()).length, 1);
      left.leave();
      await untilFree();
    }
    assert.equal((await ask()).status, 200);
  });

  it('is one of at most two; a third request is asked to wait, without an audit row', async () => {
    const logged = async (): Promise<number> =>
      Number(
        (
          await q
            .selectFrom('audit_log')
            .select((eb) => eb.fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    const [one, other] = [await begin(CSV), await begin('zip', second)];
    const before = await logged();
    const refused = await ask(CSV, third);
    assert.deepEqual([refused.status, refused.retryAfter], [429, '30']);
    assert.equal((JSON.parse(refused.bytes.toString()) as { code: string }).code, 'exports_busy');
    assert.equal(await logged(), before);
    one.leave();
    await other.rest();
    await untilFree();
    assert.equal((await ask()).status, 200);
  });

  it('is the only one of its person, beside one of another person', async () => {
    const own = await begin(CSV);
    const again = await ask();
    assert.deepEqual(
      [
        again.status,
        again.retryAfter,
        (JSON.parse(again.bytes.toString()) as { code: string }).code,
      ],
      [429, '30', 'exports_busy_own'],
    );
    assert.equal((await ask(CSV, second)).status, 200);
    own.leave();
    await untilFree();
  });

  it('does not change the replies of other requests', async () => {
    const list = async (): Promise<unknown> => {
      const { body, status } = await service.call('GET', '/api/v1/supplier/orders', {
        token: supplier.token,
      });
      return { body, status };
    };
    const expected = await list();
    const [one, other] = [await begin(CSV), await begin(CSV, second)];
    const reading = Promise.all([one.rest(), other.rest()]);
    for (let times = 0; times < 20; times += 1) assert.deepEqual(await list(), expected);
    const [bytes, same] = await reading;
    assert.ok(bytes.equals(same));
  });
});

describe('an export that fails while running', () => {
  for (const [path, ending] of [
    [CSV, 'file'],
    ['zip', 'archive'],
  ] as const) {
    it(`cannot be mistaken for a complete ${ending}: the transfer is aborted`, async () => {
      const broken = await begin(path);
      for (const pid of await sessions()) await sql`SELECT pg_terminate_backend(${pid})`.execute(q);
      await assert.rejects(broken.rest(), { code: 'ECONNRESET' });
      assert.throws(() => readZip(broken.received()), /no directory/);
      await untilFree();
      assert.equal((await ask()).status, 200);
    });
  }
});
