import { parseArgs } from 'node:util';
import { openHome, type Home } from '../prove/kit/home.ts';
import { buildProduct, type TestProduct } from '../server/test/catalogue.ts';
import {
  buildProducer,
  buildSupplier,
  type TestPerson,
  type TestSupplier,
} from '../server/test/people.ts';
import { playNegotiation, STORY, type Ask } from './negotiation.ts';

// What an order leaves in the database: plays so many negotiations over the API, each from its draft
// to its end, lets the worker notify all concerned, and prints rows and bytes by table. Bytes are those of
// the table, its indexes and its long values, after VACUUM.
//   node_modules/.bin/node bench/growth.ts --orders 400

/** The suppliers who are notified of each order. */
const SUPPLIERS = 20;

const { values } = parseArgs({ options: { orders: { type: 'string', default: '400' } } });
const orders = Number(values.orders);

interface Market {
  readonly producer: TestPerson;
  readonly suppliers: readonly TestSupplier[];
  readonly products: readonly TestProduct[];
}
const home = await openHome({ settings: { synchronous_commit: 'off' } });
try {
  const market = await openMarket(home);
  await settle(home);
  const before = await tablesOf(home);
  for (let n = 0; n < orders; n += 1) await play(home, market, n);
  await settle(home);
  const after = await tablesOf(home);
  print(before, after);
} finally {
  await home.close();
}

async function openMarket({ service }: Home): Promise<Market> {
  const many = <T>(count: number, build: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, build));
  return {
    producer: await buildProducer(service),
    suppliers: await many(SUPPLIERS, () => buildSupplier(service)),
    products: await many(STORY.items, () => buildProduct(service)),
  };
}

/** Plays one negotiation and what follows in the background; throws when a call is refused. */
async function play({ service }: Home, market: Market, n: number): Promise<void> {
  const { producer, suppliers, products } = market;
  const ask: Ask = async (method, url, { token, key, body }) => {
    const reply = await service.call<object>(method, `/api/v1/${url}`, {
      token,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(body !== undefined && { body }),
    });
    if (reply.status !== 200) throw new Error(`${url}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await playNegotiation(ask, {
    n,
    producer: producer.token,
    suppliers: Array.from(
      { length: STORY.opened },
      (_, k) => (suppliers[(n + k) % suppliers.length] as TestSupplier).token, // in range by the modulo
    ),
    products,
  });
  await service.work();
}

/** Lets background work end that follows by time, and makes sizes comparable. */
async function settle({ service, query }: Home): Promise<void> {
  await service.work();
  const never = new AbortController().signal;
  for (const { name, run } of service.app.tasks)
    if (/^(audit seals|list totals)$/.test(name)) await run(service.app.platform, never);
  await query('VACUUM (ANALYZE)');
}

interface Table {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

async function tablesOf({ query }: Home): Promise<Map<string, Table>> {
  const tables = await query<{ name: string; bytes: string }>(`
    SELECT c.oid::regclass::text AS name, pg_total_relation_size(c.oid) AS bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = 'public'`);
  const found = new Map<string, Table>();
  for (const { name, bytes } of tables) {
    const [row] = await query<{ rows: string }>(`SELECT count(*) AS rows FROM ${name}`);
    found.set(name, { name, bytes: Number(bytes), rows: Number(row?.rows ?? 0) });
  }
  return found;
}

function print(before: ReadonlyMap<string, Table>, after: ReadonlyMap<string, Table>): void {
  const grown = [...after.values()]
    .map(({ name, bytes, rows }) => ({
      name,
      rows: (rows - (before.get(name)?.rows ?? 0)) / orders,
      bytes: (bytes - (before.get(name)?.bytes ?? 0)) / orders,
    }))
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  const lines = grown.map(
    ({ name, rows, bytes }) =>
      `| \`${name}\` | ${rows.toFixed(1)} | ${(bytes / rows).toFixed(0)} | ${bytes.toFixed(0)} |`,
  );
  const sum = grown.reduce((total, { bytes }) => total + bytes, 0);
  process.stdout.write(
    `${orders} orders: ${JSON.stringify({ suppliers: SUPPLIERS, ...STORY })}\n\n` +
      '| Table | Rows an order | Bytes a row | Bytes an order |\n|---|---|---|---|\n' +
      `${lines.join('\n')}\n| all | | | ${sum.toFixed(0)} |\n`,
  );
}
