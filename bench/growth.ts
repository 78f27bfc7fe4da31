import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openHome, type Home } from '../prove/kit/home.ts';
import { buildProduct, type TestProduct } from '../server/test/catalogue.ts';
import {
  buildProducer,
  buildSupplier,
  type TestPerson,
  type TestSupplier,
} from '../server/test/people.ts';

// What an order leaves in the database: plays so many negotiations over the API, each from its draft
// to its end, lets the worker notify all concerned, and prints rows and bytes by table. Bytes are those of
// the table, its indexes and its long values, after VACUUM.
//   node bench/growth.ts --orders 400

/** One negotiation: what scale.md states its figures for. */
const STORY = { suppliers: 20, opened: 10, proposals: 3, saves: 2, items: 8 } as const;

const { values } = parseArgs({ options: { orders: { type: 'string', default: '400' } } });
const orders = Number(values.orders);

interface Market {
  readonly producer: TestPerson;
  readonly suppliers: readonly TestSupplier[];
  readonly products: readonly TestProduct[];
}
interface PlayedOrder {
  readonly uuid: string;
  readonly items: readonly { readonly id: number; readonly product: { readonly id: number } }[];
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
    suppliers: await many(STORY.suppliers, () => buildSupplier(service)),
    products: await many(STORY.items, () => buildProduct(service)),
  };
}

/** Plays one negotiation; throws when a call is refused. */
async function play({ service }: Home, market: Market, n: number): Promise<void> {
  const { producer, suppliers, products } = market;
  const ask = async <B>(
    method: 'GET' | 'POST',
    url: string,
    { token }: TestPerson,
    body?: unknown,
  ): Promise<B> => {
    const reply = await service.call<B & object>(method, `/api/v1/${url}`, {
      token,
      ...(method === 'POST' && { headers: { 'idempotency-key': randomUUID() } }),
      ...(body !== undefined && { body }),
    });
    if (reply.status !== 200) throw new Error(`${url}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const order = await ask<PlayedOrder>('POST', 'producer/orders', producer, {
    description: `Insumos da safra, lote ${n}`,
    deadline_date: '2036-12-15',
    items: products.map(({ id, unit }) => ({ product_id: id, quantity: 100, unit })),
  });
  await ask('POST', `producer/orders/${order.uuid}/publish`, producer);
  const sent: string[] = [];
  for (let k = 0; k < STORY.opened; k += 1) {
    const supplier = suppliers[(n + k) % suppliers.length] as TestSupplier; // in range by the modulo
    await ask('GET', `supplier/orders/${order.uuid}`, supplier);
    if (k >= STORY.proposals) continue;
    let uuid = '';
    for (let save = 0; save < STORY.saves; save += 1) {
      const items = order.items.map(({ id, product }) => ({
        order_item_id: id,
        product_id: product.id,
        unit_price: 10 + k + save,
        quantity: 100,
      }));
      const notes = 'Entrega em dez dias, frete incluso.';
      ({ uuid } = await ask<{ uuid: string }>('POST', `orders/${order.uuid}/proposals`, supplier, {
        notes,
        items,
      }));
    }
    await ask('POST', `proposals/${uuid}/submit`, supplier);
    sent.push(uuid);
  }
  await ask('POST', `producer/orders/${order.uuid}/close`, producer);
  await ask('POST', `proposals/${sent[0] ?? ''}/accept`, producer);
  await ask('POST', `producer/orders/${order.uuid}/finalize`, producer);
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
    `${orders} orders: ${JSON.stringify(STORY)}\n\n` +
      '| Table | Rows an order | Bytes a row | Bytes an order |\n|---|---|---|---|\n' +
      `${lines.join('\n')}\n| all | | | ${sum.toFixed(0)} |\n`,
  );
}
