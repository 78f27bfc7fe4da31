import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { endpoints } from '@lavra/contract/endpoints';
import { countStatements } from '../../test/count-statements.ts';
import { buildOrder } from '../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier, type TestPerson } from '../../test/people.ts';
import { buildProposal } from '../../test/proposals.ts';
import { startReplicatedCluster } from '../../test/replicated-cluster.ts';
import { APP_KEY, serviceOver, testConfig, type TestService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { monitorDatabase } from '../platform/db/health-monitor.ts';
import { createPool } from '../platform/db/pool.ts';
import { databaseOver, type Db } from '../platform/db/database.ts';
import { monitorReplica } from '../platform/db/replica-monitor.ts';
import { createReplica, type Replica } from '../platform/db/replica.ts';
import { createApplication } from './compose.ts';

const cluster = await startReplicatedCluster();
after(() => cluster.stop());

/** What the service said of its replica, as JSON lines. */
const log: { msg: string; reason?: string }[] = [];

async function startProcess(databaseReadUrl: string | undefined): Promise<TestService> {
  const app = await createApplication({
    config: {
      ...testConfig,
      databaseReadUrl,
      databaseSilenceMs: 5_000,
    },
    databaseUrl: cluster.url,
    appKey: APP_KEY,
    logger: pino(
      { level: 'info' },
      { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]) },
    ),
  });
  await app.http.ready();
  const { service, close } = serviceOver(app, cluster.url);
  processes.push(close);
  return service;
}
const processes: (() => Promise<void>)[] = [];
after(() => Promise.all(processes.map((close) => close())));

/** Returns the service's metric without labels but these; NaN where it has none. */
async function metric(service: TestService, name: string): Promise<number> {
  const { raw } = await service.call('GET', '/metrics');
  const line = raw
    .toString()
    .split('\n')
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}
const readsOf = (service: TestService, server: 'replica' | 'primary'): Promise<number> =>
  metric(service, `lavra_long_reads_total{server="${server}"}`);
/** Returns which server answered the calls. */
async function serversOf(service: TestService, work: () => Promise<unknown>) {
  const [replica, primary] = [await readsOf(service, 'replica'), await readsOf(service, 'primary')];
  await work();
  return {
    replica: (await readsOf(service, 'replica')) - replica,
    primary: (await readsOf(service, 'primary')) - primary,
  };
}
const pause = () => cluster.onReplica('SELECT pg_wal_replay_pause()');
const resume = () => cluster.onReplica('SELECT pg_wal_replay_resume()');
const taken = (service: TestService) =>
  until('a list is answered by the replica', async () => {
    const { replica } = await serversOf(service, () => list(service, '/api/v1/admin/orders'));
    return replica === 1;
  });

const first = await startProcess(cluster.replicaUrl);
const second = await startProcess(cluster.replicaUrl);
let admin: TestPerson;
const list = (service: TestService, url: string) =>
  service.call<{ data: { id: number; name: string }[] }>('GET', url, { token: admin.token });

before(async () => {
  admin = await buildAdmin(first);
  await taken(first);
  await taken(second);
});

describe('with DATABASE_READ_URL', () => {
  /** Lists of a few rows that administrators keep, which need no other server. */
  const short = [
    'listPlans',
    'listFeatures',
    'listPages',
    'listImports',
    'getImport',
    'listAdminOrderItems',
    'listAdminProposalItems',
  ];
  const isListOfAdministration = ({ method, access, reply }: EndpointSpec): boolean =>
    method === 'GET' &&
    access !== 'public' &&
    access.profiles !== 'any' &&
    access.profiles.every((profile) => profile === 'admin') &&
    JSON.stringify(reply).includes('"next_cursor"');

  it('every long list, the dashboard, its figures and the reports come from the replica', async () => {
    const [producer, supplier] = [await buildProducer(first), await buildSupplier(first)];
    const order = await buildOrder(first, { producerId: producer.producerId });
    const proposal = await buildProposal(first, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      status: 'submitted',
      items: order.items.map((item) => ({ item, price: '10' })),
    });
    const idOf = (path: string): number =>
      path.includes('/producers/')
        ? producer.producerId
        : path.includes('/suppliers/')
          ? supplier.supplierId
          : path.includes('/orders/')
            ? order.id
            : path.includes('/proposals/')
              ? proposal.id
              : producer.userId;
    const lists = endpoints.filter(isListOfAdministration).map(({ id, path }) => ({
      id,
      url: path.replace(':id', String(idOf(path))),
    }));
    const unknown = short.filter((id) => !lists.some((one) => one.id === id));
    assert.deepEqual(unknown, []);
    const base = '/api/v1/admin';
    const wanted = [
      ...lists.filter(({ id, url }) => !short.includes(id) && !url.includes(':purchase')),
      { id: 'dashboard', url: `${base}/dashboard` },
      { id: 'work', url: `${base}/dashboard/work` },
      { id: 'sizes', url: `${base}/reports/sizes` },
      { id: 'subscriptions', url: `${base}/subscription-metrics` },
      { id: 'period', url: `${base}/dashboard/period?start_date=2026-01-01&end_date=2026-01-31` },
      { id: 'csv', url: `${base}/reports/export/csv?view=orders` },
      { id: 'zip', url: `${base}/reports/export/zip` },
    ];
    for (const { id, url } of wanted) {
      await taken(first);
      const servers = await serversOf(first, async () => {
        const { status, raw } = await list(first, url);
        assert.equal(status, 200, `${id}: ${raw.toString()}`);
      });
      assert.deepEqual(servers, { replica: 1, primary: 0 }, id);
    }
  });

  it('a supplier’s list and the session of an administrator cost what they did', async () => {
    const alone = await startProcess(undefined);
    const supplier = await buildSupplier(first);
    const sent = (service: TestService, url: string, token: string): Promise<number> =>
      countStatements(() => service.call('GET', url, { token }));
    const orders = '/api/v1/supplier/orders';
    for (const service of [alone, first]) await sent(service, orders, supplier.token);
    assert.equal(await sent(alone, orders, supplier.token), 1);
    assert.equal(await sent(first, orders, supplier.token), 1);
    const unrouted = await sent(alone, '/api/v1/admin/orders', admin.token);
    assert.equal(await sent(first, '/api/v1/admin/orders', admin.token), unrouted + 2);
    assert.ok(Number.isNaN(await metric(alone, 'lavra_replica_lag_seconds')));
  });

  it('an administrator finds the own write in every process, also while the replica stands still', async () => {
    const producer = await buildProducer(first, { name: 'Antes da pausa' });
    await taken(first);
    await taken(second);
    await pause();
    try {
      for (const name of ['Depois da pausa', 'E mais uma vez']) {
        const { status } = await first.call(
          'PUT',
          `/api/v1/admin/producers/${producer.producerId}`,
          {
            token: admin.token,
            body: { name },
          },
        );
        assert.equal(status, 200);
        for (const service of [second, first]) {
          const servers = await serversOf(service, async () => {
            const { body } = await list(service, `/api/admin/producers?search=${producer.email}`);
            assert.deepEqual(
              body.data.map((one) => one.name),
              [name],
            );
          });
          assert.deepEqual(servers, { replica: 0, primary: 1 });
        }
      }
      assert.deepEqual(
        await cluster.onReplica(`SELECT name FROM users WHERE id = ${producer.userId}`),
        [{ name: 'Antes da pausa' }],
        'the replica does not have it',
      );
    } finally {
      await resume();
    }
    await taken(first);
    await taken(second);
  });

  it('a session that has ended is refused at once, and lists wait for the replica once, not each', async () => {
    const other = await buildAdmin(first);
    await taken(first);
    await pause();
    try {
      await first.db.q.deleteFrom('sessions').where('user_id', '=', other.userId).execute();
      const refused = await first.call('GET', '/api/v1/admin/orders', { token: other.token });
      assert.equal(refused.status, 401);
      await list(first, '/api/v1/admin/orders');
      const statements = await countStatements(() => list(first, '/api/v1/admin/orders'));
      await first.call('GET', '/health/ready').then(({ status }) => assert.equal(status, 200));
      const alone = await startProcess(undefined);
      assert.equal(
        statements,
        await countStatements(() => list(alone, '/api/v1/admin/orders')),
        'neither server was asked where it is',
      );
    } finally {
      await resume();
    }
    await taken(first);
  });

  it('more than ten seconds behind it is left, with one line and a metric, and then taken again', async () => {
    const count = (msg: string) => log.filter((line) => line.msg.startsWith(msg)).length;
    const before = { left: count('replica left'), taken: count('replica in use') };
    await pause();
    try {
      await until('the replica is left', async () => {
        await buildProducer(first); // the primary goes on
        return count('replica left') === before.left + 2;
      });
      assert.ok((await metric(first, 'lavra_replica_lag_seconds')) > 10);
      assert.equal(
        log.findLast((line) => line.msg.startsWith('replica left'))?.reason,
        'too far behind',
      );
    } finally {
      await resume();
    }
    await until('it is taken again', async () => count('replica in use') === before.taken + 2);
    await taken(first);
    assert.ok((await metric(first, 'lavra_replica_lag_seconds')) < 2);
    assert.equal(count('replica left'), before.left + 2, 'one line for each process');
  });
});

describe('a read on a replica', () => {
  let replica: Replica;
  const reasons: (string | undefined)[] = [];
  async function open(url: string): Promise<Replica> {
    const logger = pino(
      { level: 'warn' },
      {
        write: (line: string) =>
          void reasons.push((JSON.parse(line) as { reason?: string }).reason),
      },
    );
    const monitor = monitorReplica({ url, longest: 5_000, logger });
    const health = monitorDatabase({
      url: cluster.url,
      longest: 5_000,
      probe: monitor.primaryProbe,
    });
    const settings = { timezone: 'America/Sao_Paulo', logger, poolSize: 3 };
    const pool = createPool({
      ...settings,
      waitMs: 60_000,
      url: cluster.url,
      size: 3,
      name: 'primary',
    });
    const opened = createReplica({ ...settings, url, primary: databaseOver(pool), monitor });
    processes.push(async () => {
      await opened.close();
      await pool.end();
      await health.stop();
    });
    return opened;
  }
  /** A slow read of a table, on the replica; at once on the primary. */
  const slow = sql<{ is_standby: boolean }>`
    SELECT pg_is_in_recovery() AS is_standby,
      pg_sleep(CASE WHEN pg_is_in_recovery() THEN 10 ELSE 0 END)::text AS slept, count(*) FROM crops`;
  /** Reads, and returns where each attempt went and how it ended. */
  async function readSlowly(seen: string[]): Promise<void> {
    await replica.read(async (db: Db) => {
      const where = await sql<{ is_standby: boolean }>`SELECT pg_is_in_recovery() AS is_standby`
        .execute(db.q)
        .then(({ rows }) => (rows[0]?.is_standby === true ? 'replica' : 'primary'));
      await slow.execute(db.q).then(
        () => seen.push(`${where} answered`),
        (error: Error & { code?: string }) => {
          seen.push(`${where} ${error.code ?? 'lost'}`);
          throw error;
        },
      );
    });
  }
  const sleeping = () =>
    until('the read is under way', async () => {
      const rows = await cluster.onReplica(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND state = 'active'`,
      );
      return rows.length === 1;
    });
  const usable = () =>
    until('the replica is used', () =>
      replica.read(async (db) => {
        const { rows } = await sql<{ is_standby: boolean }>`
          SELECT pg_is_in_recovery() AS is_standby`.execute(db.q);
        return rows[0]?.is_standby === true;
      }),
    );
  before(async () => {
    await cluster.onPrimary('CREATE TABLE crops (id bigint)');
    replica = await open(cluster.replicaUrl);
  });

  it('is repeated on the primary when the replica cancels it to go on replaying', async () => {
    await usable();
    const seen: string[] = [];
    const reading = readSlowly(seen);
    await sleeping();
    await cluster.onPrimary('TRUNCATE crops');
    await reading;
    assert.deepEqual(seen, ['replica 40001', 'primary answered']);
  });

  it('is repeated on the primary when its connection is ended', async () => {
    await usable();
    const seen: string[] = [];
    const reading = readSlowly(seen);
    await sleeping();
    await cluster.onReplica(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`,
    );
    await reading;
    assert.deepEqual(seen, ['replica 57P01', 'primary answered']);
  });

  it('is not repeated for an error of its own', async () => {
    await usable();
    let times = 0;
    const failing = replica.read((db) => {
      times += 1;
      return sql`SELECT 1 / (SELECT count(*) FROM crops)`.execute(db.q);
    });
    await assert.rejects(failing, { code: '22012' });
    assert.equal(times, 1);
  });

  it('and those after it are answered by the primary when the replica dies, until it is back', async () => {
    await usable();
    await taken(first);
    const seen: string[] = [];
    const reading = readSlowly(seen);
    await sleeping();
    await cluster.killReplica();
    await reading;
    assert.equal(seen.length, 2);
    assert.match(seen[0] ?? '', /^replica (?:57P\d\d|ECONNRESET|lost)$/);
    assert.equal(seen[1], 'primary answered');
    for (let times = 0; times < 5; times += 1) {
      assert.equal((await list(first, '/api/v1/admin/orders')).status, 200);
      assert.equal((await list(first, '/api/v1/admin/reports/export/csv?view=orders')).status, 200);
      assert.equal((await first.call('GET', '/health/ready')).status, 200);
      await sleep(100);
    }
    await cluster.startReplica();
    await usable();
    await taken(first);
  });

  it('goes to the primary when the address leads to a primary: this one, or a promoted replica', async () => {
    const wrong = await open(cluster.url);
    await until('the monitor has looked', async () =>
      reasons.includes('DATABASE_READ_URL leads to no standby'),
    );
    reasons.length = 0;
    await wrong.read((db) => sql`SELECT 1`.execute(db.q));
    assert.deepEqual(wrong.reads, { replica: 0, primary: 1 });

    await usable();
    await cluster.onReplica('SELECT pg_promote()');
    await buildProducer(first, { name: 'Depois da promoção' });
    for (let times = 0; times < 10; times += 1) {
      const { body } = await list(first, '/api/admin/producers?search=promocao');
      assert.equal(body.data.length, 1);
      await sleep(50);
    }
    await until('the replica is left', async () =>
      reasons.includes('DATABASE_READ_URL leads to no standby'),
    );
  });
});
