import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { startService } from '../../server/test/service.ts';
import { rowsReadSql } from '../api-server.ts';
import { fill } from '../data/fill.ts';
import { BENCH_NOW } from '../data/instant.ts';
import { countStatements } from '../../server/test/count-statements.ts';
import { askedReads, withDeepPages, type Answer } from './samples.ts';

// A read that begins to look at every row of a table is as quick as before at twenty thousand orders, and takes
// seconds at a million: here it is found by the rows it reads, table rows and index entries.

const ORDERS = 20_000;
/** Rows that a read may read, about a third of the orders, and the statements that it may send. */
const MOST = 7_000;
const STATEMENTS = 7;

interface Wide {
  readonly read: string;
  /** Which of its forms, by their names; all by default. */
  readonly asked?: RegExp;
  readonly most: number;
  readonly statements?: number;
  readonly why: string;
}

const COUNTED = 'the exact total of what many rows pass';
const TWICE = 'counted before and after, and the keys before the page';
const MARKED = 'each order that one supplier marked is looked up, 10,000 here';
const PRICED = 'each running subscription is priced as of today';
const DEEP = / page$/;
/**
 * Forms that read more, and how much they may; the first entry that fits counts. Not here are the
 * lists' pages by the columns whose days are kept, however deep: they skip what is before them.
 */
const wide: readonly Wide[] = [
  { read: 'countReportRows', most: 24_000, why: 'counts what an export would hold' },
  { read: 'exportOwnData', most: 81_000, statements: 23, why: 'all that a supplier ever offered' },
  { read: 'getAdminDashboard', most: 128_000, why: PRICED },
  { read: 'getImport', most: 22_000, why: 'the rows of one file' },
  { read: 'getImportErrors', most: 11_000, why: 'the rows of one file' },
  { read: 'getSubscriptionMetrics', most: 125_000, why: PRICED },
  { read: 'listAdminOrders', asked: /^search=soja/, most: 67_000, why: COUNTED },
  { read: 'listAdminOrders', asked: /^answered=false/, most: 40_000, why: COUNTED },
  { read: 'listAdminOrders', asked: /^product_type_id=/, most: 23_000, why: COUNTED },
  {
    read: 'listAdminOrders',
    asked: /^sort=-?(?:status|number|deadline_date), middle/,
    most: 22_000,
    why: 'the keys before the page',
  },
  { read: 'listAdminPayments', asked: /^sort=-?status, /, most: 104_000, why: TWICE },
  { read: 'listAdminPayments', asked: /^sort=-?status/, most: 70_000, why: 'no index sorts by it' },
  { read: 'listAdminPayments', asked: /^end_date=/, most: 19_000, why: COUNTED },
  { read: 'listAdminPayments', asked: DEEP, most: 35_000, why: 'the keys before the page' },
  { read: 'listAdminProducers', asked: DEEP, most: 44_000, why: TWICE },
  { read: 'listAdminProducers', most: 23_000, why: COUNTED },
  { read: 'listAdminProposals', asked: /^display_status=submitted/, most: 148_000, why: COUNTED },
  { read: 'listAdminProposals', asked: /^display_status=/, most: 75_000, why: COUNTED },
  { read: 'listAdminProposals', asked: /^search=soja/, most: 31_000, why: COUNTED },
  {
    read: 'listAdminProposals',
    asked: /^sort=-?(?:status|total_amount), middle/,
    most: 27_000,
    why: 'the keys before the page',
  },
  { read: 'listAdminPurchases', asked: /^search=soja/, most: 61_000, why: COUNTED },
  { read: 'listAdminPurchases', asked: /state, middle/, most: 18_000, why: TWICE },
  { read: 'listAdminPurchases', asked: /state/, most: 9_100, why: 'no index sorts by it' },
  { read: 'listAdminUsers', asked: /user_type, /, most: 127_000, why: TWICE },
  { read: 'listAdminUsers', asked: /^sort=-?user_type/, most: 92_000, why: 'no index sorts by it' },
  { read: 'listAdminUsers', asked: DEEP, most: 47_000, why: TWICE },
  { read: 'listAdminUsers', most: 24_000, why: COUNTED },
  {
    read: 'listConsultantOrders',
    asked: /^status=/,
    most: 10_400,
    why: 'all 2,500 orders that one consultant advises',
  },
  { read: 'listDeclinedOrders', asked: DEEP, most: 345_000, why: MARKED },
  { read: 'listDeclinedOrders', most: 225_000, why: MARKED },
  { read: 'listDeliveries', asked: /^state=/, most: 22_000, why: COUNTED },
  { read: 'listFavoriteOrders', asked: DEEP, most: 355_000, why: MARKED },
  { read: 'listFavoriteOrders', most: 236_000, why: MARKED },
  { read: 'listLogs', asked: /^ip=|^action=/, most: 44_000, why: COUNTED },
  { read: 'listLogs', asked: /^resource_type=|_date=/, most: 22_000, why: COUNTED },
  { read: 'listLogs', asked: DEEP, most: 11_200, why: 'the keys before the page' },
  { read: 'listSubscriptions', asked: DEEP, most: 46_000, why: TWICE },
  { read: 'listSubscriptions', most: 24_000, why: COUNTED },
  { read: 'listSupplierOrders', asked: /distance_km, middle/, most: 19_000, why: TWICE },
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
  const { rows } = await watcher.query<{ read: string }>(rowsReadSql);
  return Number(rows[0]?.read);
}

const widthOf = (read: string, form: string): Wide | undefined =>
  wide.find((one) => one.read === read && (one.asked === undefined || one.asked.test(form)));

describe('reads beside twenty thousand orders', () => {
  after(() => watcher.end());

  it('read no more rows than they need, by as few statements', async () => {
    const tooMany: string[] = [];
    const used = new Set<Wide | undefined>();
    let asked = 0;
    const reads = await askedReads({ orders: ORDERS, url: service.databaseUrl });
    for (const read of reads) {
      const ask = async (path: string): Promise<Answer> => {
        const { status, body } = await service.call<Answer>('GET', path, { token: read.token });
        assert.equal(status, 200, path);
        return body;
      };
      for (const { name, path } of await withDeepPages(read, ask)) {
        const before = await rowsRead();
        const statements = await countStatements(() => ask(path));
        const rows = (await rowsRead()) - before;
        const width = widthOf(read.id, name);
        if (rows > MOST || statements > STATEMENTS) used.add(width);
        if (rows > (width?.most ?? MOST) || statements > (width?.statements ?? STATEMENTS))
          tooMany.push(`${read.id}, ${name}: ${rows} rows, ${statements} statements`);
        asked += 1;
      }
    }
    assert.ok(asked > 850, `${asked} are asked`);
    assert.deepEqual(tooMany, []);
    assert.deepEqual(
      wide.filter((one) => !used.has(one)),
      [],
      'no form needs these',
    );
  });
});
