import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { startService } from '../../server/test/service.ts';
import { fill } from '../data/fill.ts';
import { BENCH_NOW } from '../data/instant.ts';
import { askedReads } from './samples.ts';

// A read that begins to look at every row of a table is as quick as before at twenty thousand orders, and takes
// seconds at a million: here it is found by the rows it reads, table rows and index entries.

const ORDERS = 20_000;
/** Rows that a read may read, a third of the orders. */
const MOST = 7_000;

interface Wide {
  readonly read: string;
  /** Which of its queries; all by default. */
  readonly asked?: RegExp;
  readonly most: number;
  readonly why: string;
}

const COUNTED = 'the exact total of what many rows pass';
const PEOPLE = 'the exact total of all people';
const PRICED = 'each running subscription is priced as of today';
/** Reads that read more, and how much they may. */
const wide: readonly Wide[] = [
  { read: 'countReportRows', most: 26_000, why: 'counts what an export would hold' },
  { read: 'exportOwnData', most: 76_000, why: 'all that a supplier has ever offered' },
  { read: 'getAdminDashboard', most: 140_000, why: PRICED },
  { read: 'getSubscriptionMetrics', most: 140_000, why: PRICED },
  {
    read: 'listAdminOrders',
    asked: /search=soja|product_type_id=|answered=false/,
    most: 73_000,
    why: COUNTED,
  },
  { read: 'listAdminPayments', asked: /sort=-?status|end_date=/, most: 76_000, why: COUNTED },
  { read: 'listAdminProducers', most: 24_000, why: PEOPLE },
  {
    read: 'listAdminProposals',
    asked: /display_status=(?:submitted|expired|lost)|search=soja/,
    most: 160_000,
    why: 'depends on the order and the day, or on texts',
  },
  { read: 'listAdminPurchases', asked: /search=soja/, most: 67_000, why: COUNTED },
  { read: 'listAdminPurchases', asked: /state/, most: 10_000, why: COUNTED },
  { read: 'listAdminUsers', asked: /sort=-?user_type/, most: 100_000, why: 'no index sorts by it' },
  { read: 'listAdminUsers', most: 25_000, why: PEOPLE },
  { read: 'listConsultantOrders', most: 67_000, why: 'one consultant advises all producers here' },
  {
    read: 'listConsultantProducers',
    most: 100_000,
    why: 'one consultant advises all producers here',
  },
  { read: 'listDeliveries', asked: /state=/, most: 24_000, why: COUNTED },
  { read: 'listLogs', asked: /ip=|action=|resource_type=|_date=/, most: 48_000, why: COUNTED },
  { read: 'listProducerOrders', asked: /status=publicada/, most: 10_000, why: COUNTED },
  { read: 'listSubscriptions', most: 26_000, why: COUNTED },
  {
    read: 'listSupplierOrders',
    asked: /sort=-?distance_km/,
    most: 18_000,
    why: 'each is measured',
  },
];

// One connection, so that its counts can be flushed after each read; the PostgreSQL of the benchmarks, since
// others plan otherwise.
const service = await startService({ now: BENCH_NOW, databasePoolSize: 1 }, { embedded: true });
await fill(service.databaseUrl, ORDERS, () => {});
const watcher = new pg.Client({ connectionString: service.databaseUrl });
await watcher.connect();
// Every row is looked at, so that the plans are the same in every run.
await watcher.query('SET default_statistics_target = 1000');
await watcher.query('ANALYZE');

/** Returns the rows and index entries that statements have read since the statistics began. */
async function rowsRead(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(service.db.q);
  await sql`SELECT 1`.execute(service.db.q);
  const { rows } = await watcher.query<{ read: string }>(`
    SELECT (SELECT coalesce(sum(t.seq_tup_read), 0) FROM pg_stat_user_tables t)
      + (SELECT coalesce(sum(i.idx_tup_read), 0) FROM pg_stat_user_indexes i) AS read`);
  return Number(rows[0]?.read);
}

const widthOf = (read: string, path: string): Wide | undefined =>
  wide.find((one) => one.read === read && (one.asked === undefined || one.asked.test(path)));

describe('reads beside twenty thousand orders', () => {
  after(() => watcher.end());

  it('read no more rows than they need', async () => {
    const tooMany: string[] = [];
    let asked = 0;
    const reads = await askedReads({ orders: ORDERS, url: service.databaseUrl });
    for (const { id, paths, token } of reads)
      for (const path of paths) {
        const before = await rowsRead();
        assert.equal((await service.call('GET', path, { token })).status, 200, path);
        const rows = (await rowsRead()) - before;
        const width = widthOf(id, path);
        if (rows > (width?.most ?? MOST)) tooMany.push(`${id} ${path}: ${rows} rows`);
        asked += 1;
      }
    assert.ok(asked > 700, `${asked} are asked`);
    assert.deepEqual(tooMany, []);
  });
});
