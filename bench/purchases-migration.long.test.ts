import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { loadReferenceData } from '@lavra/server/features/reference-data/load-reference-data';
import { createClock } from '@lavra/server/platform/clock/clock';
import { createCommand } from '@lavra/server/platform/db/command';
import { appliedMigrations, listMigrationFiles, migrate } from '@lavra/server/platform/db/migrate';
import { createPool } from '@lavra/server/platform/db/pool';
import { readSheet } from '../server/src/features/reports/reports.fixture.ts';
import { createEarlierDatabase } from '../server/test/earlier-database.ts';
import { startApi } from './api-server.ts';
import { fill } from './data/fill.ts';
import { ZONE } from './data/instant.ts';
import { earlierOrdersSql, totalsBeforePurchasesSql } from './data/negotiation-sql.ts';
import { ADMIN_TOKEN, producerToken, supplierToken } from './data/tokens.ts';

// Migrates the data of the release before purchases, all of it accepted whole, and compares every
// figure that the service gives with what that release computed from accepted proposals.
// `BENCH_ORDERS=1000000 node_modules/.bin/node --test bench/purchases-migration.long.test.ts` takes another
// size, and says how long each migration took, and how long it made a writer wait.

const orders = Number(process.env['BENCH_ORDERS'] ?? 10_000);

/**
 * Every accepted proposal has items, except for one in a hundred that offers nothing; one awarded
 * order in fifty was revoked afterwards.
 */
const accepted: readonly string[] = [
  `INSERT INTO proposal_items (id, proposal_id, order_item_id, product_id, unit_price, quantity,
    total_price, offers_similar, created_at, updated_at)
   SELECT (SELECT coalesce(max(id), 0) FROM proposal_items) + row_number() OVER (), p.id, oi.id,
     oi.product_id, price, oi.quantity, coalesce(round(price * oi.quantity, 2), 0), false, p.created_at,
     p.created_at
   FROM proposals p JOIN order_items oi ON oi.order_id = p.order_id
   CROSS JOIN LATERAL (SELECT CASE WHEN p.id % 100 <> 7
     THEN (5 + (oi.id * 17 + p.id) % 300 + 0.0049)::numeric(17, 4) END AS price) c
   WHERE p.status = 'accepted' AND NOT EXISTS (SELECT FROM proposal_items i WHERE i.proposal_id = p.id)`,
  `UPDATE proposals p SET total_amount = t.total, freight_amount = CASE p.id % 3 WHEN 0 THEN 90.01 END
   FROM (SELECT proposal_id, sum(total_price) AS total FROM proposal_items GROUP BY 1) t
   WHERE t.proposal_id = p.id`,
  `UPDATE orders SET status = 'revogada', ended_at = awarded_at + interval '1 day', finished_at = NULL
   WHERE status IN ('adjudicada', 'finalizada') AND id % 50 = 13`,
];

const { url, drop } = await createEarlierDatabase('0049_consultants_drafts');
await loadPlaces();
const said: string[] = [];
await fill(url, orders, (line) => said.push(line), {
  orders: earlierOrdersSql,
  ends: accepted,
  totals: totalsBeforePurchasesSql,
  records: [],
});
const pool = new pg.Pool({ connectionString: url, max: 2, options: `-c TimeZone=${ZONE}` });
const before = await countBefore();
const steps = await migrateStepByStep();
const api = await startApi({ orders, url });
after(async () => {
  await api.worker.stop();
  await pool.end();
  await drop();
});

/** Applies the later migrations one by one; returns how long each took, and made a writer wait, in seconds. */
async function migrateStepByStep() {
  const steps: { name: string; seconds: number; waited: Wait }[] = [];
  const applied = await appliedMigrations(pool);
  const watch = watchTables();
  try {
    for (const step of (await listMigrationFiles()).filter((one) => !applied.includes(one))) {
      const began = performance.now();
      await migrate(url, { timezone: ZONE, upTo: step });
      steps.push({
        name: step,
        seconds: (performance.now() - began) / 1000,
        waited: watch.longest(),
      });
    }
  } finally {
    await watch.stop();
  }
  return steps;
}

interface Wait {
  readonly table: string;
  readonly seconds: number;
}

/** Asks for the lock of a writer on each of the largest tables, again and again, and measures the waits. */
function watchTables() {
  const tables = ['orders', 'order_items', 'proposals', 'proposal_items', 'users', 'audit_log'];
  const watching = new pg.Pool({ connectionString: url, max: tables.length });
  const none: Wait = { table: '', seconds: 0 };
  let longest = none;
  const stopping = new AbortController();
  const lockOften = async (table: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await watching.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; COMMIT`);
      const seconds = (performance.now() - began) / 1000;
      if (seconds > longest.seconds) longest = { table, seconds };
      await sleep(10);
    }
  };
  const watchers = tables.map(lockOften);
  return {
    /** Returns the longest wait since the last call. */
    longest: (): Wait => {
      const found = longest;
      longest = none;
      return found;
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(watchers);
      await watching.end();
    },
  };
}

async function loadPlaces(): Promise<void> {
  const places = createPool({
    url,
    size: 2,
    timezone: ZONE,
    name: 'lavra-bench',
    logger: pino({ level: 'silent' }),
  });
  await loadReferenceData(createCommand({ pool: places, clock: createClock(), strict: false }));
  await places.end();
}

/** The figures as the release before computed them, from accepted proposals. */
async function countBefore() {
  const rows = async (text: string) => (await pool.query<Record<string, string | null>>(text)).rows;
  const won = `FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.status = 'accepted'`;
  const standing = `${won} AND o.status <> 'revogada'`;
  const [all] = await rows(
    `SELECT sum(p.total_amount)::text AS amount, count(*)::text AS awards ${standing}`,
  );
  const [period] = await rows(
    `SELECT sum(p.total_amount)::text AS amount ${standing}
       AND p.accepted_at >= '2026-10-01' AND p.accepted_at < '2026-11-01'`,
  );
  return {
    amount: Number(all?.['amount']),
    awards: Number(all?.['awards']),
    october: Number(period?.['amount']),
    accepted: Number((await rows(`SELECT count(*)::text AS n ${won}`))[0]?.['n']),
    weeks: await rows(
      `SELECT to_char(date_trunc('week', p.accepted_at), 'YYYY-MM-DD') AS week, sum(p.total_amount)::text AS amount
       ${standing} AND p.accepted_at >= '2026-08-31' GROUP BY 1 ORDER BY 1`,
    ),
    suppliers: await rows(
      `SELECT p.supplier_id::text AS id,
         coalesce(sum(p.total_amount) FILTER (WHERE o.status <> 'revogada'), 0)::text AS amount,
         count(DISTINCT p.order_id)::text AS orders_won, count(*)::text AS accepted
       ${won} GROUP BY p.supplier_id ORDER BY p.supplier_id`,
    ),
    producers: await rows(
      `SELECT o.producer_id::text AS id,
         coalesce(sum(p.total_amount) FILTER (WHERE o.status = 'finalizada'), 0)::text AS amount
       ${won} GROUP BY o.producer_id ORDER BY o.producer_id`,
    ),
    orders: await rows(
      `SELECT o.id::text, p.id::text AS proposal, p.supplier_id::text AS supplier, p.total_amount::text AS amount,
         p.freight_amount::text AS freight ${won} ORDER BY o.id`,
    ),
  };
}

async function get<B>(path: string, token: string): Promise<B> {
  const reply = await fetch(`http://127.0.0.1:${api.port}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(reply.status, 200, path);
  return (await reply.json()) as B;
}
async function report(
  view: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const reply = await fetch(
    `http://127.0.0.1:${api.port}/api/v1/admin/reports/export/csv?view=${view}`,
    { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } },
  );
  const { rows } = readSheet(Buffer.from(await reply.arrayBuffer()));
  return new Map(rows.map((row) => [row['Código'] ?? '', row]));
}
/** Money as a report writes it. */
const cell = (amount: string | null | undefined): string => (amount ?? '').replace('.', ',');
/** Every so manieth, thirty in all. */
const some = <T>(list: readonly T[]): T[] =>
  list.filter((_, index) => index % Math.ceil(list.length / 30) === 0);

describe('the migration to purchases', () => {
  it('buys everything that was accepted, and says how long it takes', async (t) => {
    const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
    t.diagnostic(`${orders} orders, ${before.accepted} awards: migrated in ${total.toFixed(1)} s`);
    for (const { name, seconds, waited } of steps)
      t.diagnostic(
        `${name} ${seconds.toFixed(2)} s; a writer of ${waited.table} waited ${waited.seconds.toFixed(2)} s`,
      );
    for (const line of said) t.diagnostic(line);
    const { rows } = await pool.query<Record<string, string>>(
      `SELECT s.state, count(*)::text AS purchases FROM purchases s GROUP BY 1 ORDER BY 1`,
    );
    const counts: Record<string, number> = Object.fromEntries(
      rows.map(({ state, purchases }) => [state, Number(purchases)]),
    );
    assert.ok(before.accepted > orders / 4);
    assert.equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      before.accepted,
    );
    assert.equal(counts['cancelled'], before.accepted - before.awards);
  });

  it('leaves the figures of the administration', async () => {
    const { proposals, accepted_amount, items_bought_percent } = await get<{
      proposals: { accepted: number };
      accepted_amount: { total: number };
      items_bought_percent: number;
    }>('admin/dashboard', ADMIN_TOKEN);
    assert.deepEqual([proposals.accepted, accepted_amount.total], [before.accepted, before.amount]);
    assert.ok(items_bought_percent > 80 && items_bought_percent < 100);
    const { meta } = await get<{ meta: { total: number } }>('admin/purchases', ADMIN_TOKEN);
    assert.equal(meta.total, before.accepted);
    const period = await get<{ accepted_amount: number }>(
      'admin/dashboard/period?start_date=2026-10-01&end_date=2026-10-31',
      ADMIN_TOKEN,
    );
    assert.equal(period.accepted_amount, before.october);
    const { figures } = await get<{
      figures: { figure: string; weeks: { week: string; value: number }[] }[];
    }>('admin/dashboard/work', ADMIN_TOKEN);
    const weeks = figures.find(({ figure }) => figure === 'accepted_amount')?.weeks ?? [];
    const shown = weeks.filter(({ value }) => value > 0);
    assert.ok(shown.length > 5);
    assert.deepEqual(
      shown.map(({ week, value }) => [week, value]),
      before.weeks
        .filter(({ week }) => shown.some((one) => one.week === week))
        .map(({ week, amount }) => [week, Number(amount)]),
    );
  });

  it('leaves the figures of each supplier, in the report, the record and its own dashboard', async () => {
    const rows = await report('suppliers');
    assert.deepEqual(
      before.suppliers.map(({ id }) => [id, rows.get(id ?? '')?.['Total negociado (R$)']]),
      before.suppliers.map(({ id, amount }) => [id, cell(amount)]),
    );
    for (const { id, amount, orders_won, accepted: proposals } of some(before.suppliers)) {
      const { kpis } = await get<{ kpis: Record<string, unknown> }>(
        `admin/suppliers/${id}`,
        ADMIN_TOKEN,
      );
      assert.deepEqual(
        [kpis['negotiated_volume'], kpis['orders_won']],
        [Number(amount), Number(orders_won)],
      );
      const { metricas } = await get<{ metricas: Record<string, unknown> }>(
        'supplier/dashboard',
        supplierToken(Number(id)),
      );
      assert.deepEqual(
        [metricas['valor_aceito'], metricas['propostas_aceitas']],
        [Number(amount), Number(proposals)],
      );
    }
  });

  it('leaves the figures of each producer, in the report and the record', async () => {
    const rows = await report('producers');
    const heading = 'Total aceito em cotações finalizadas (R$)';
    assert.deepEqual(
      before.producers.map(({ id }) => [id, rows.get(id ?? '')?.[heading]]),
      before.producers.map(({ id, amount }) => [id, amount === '0' ? '0,00' : cell(amount)]),
    );
    for (const { id, amount } of some(before.producers)) {
      const { kpis } = await get<{ kpis: { savings: number } }>(
        `admin/producers/${id}`,
        ADMIN_TOKEN,
      );
      assert.equal(kpis.savings, Number(amount));
    }
  });

  it('leaves each order its winner, its amount and its freight', async () => {
    const rows = await report('orders');
    const shown = before.orders.map(({ id }) => {
      const row = rows.get(id ?? '');
      return [
        id,
        row?.['Código da proposta aceita'],
        row?.['Código do fornecedor vencedor'],
        row?.['Total aceito (R$)'],
        row?.['Frete aceito (R$)'],
      ];
    });
    assert.deepEqual(
      shown,
      before.orders.map(({ id, proposal, supplier, amount, freight }) => [
        id,
        proposal,
        supplier,
        cell(amount),
        cell(freight),
      ]),
    );
    const [one] = before.orders;
    const producer = (Number(one?.['id']) % (orders / 50)) + 1;
    const { data } = await get<{ data: unknown[] }>(
      'producer/purchases?per_page=100',
      producerToken(producer),
    );
    assert.ok(data.length > 0);
  });
});
