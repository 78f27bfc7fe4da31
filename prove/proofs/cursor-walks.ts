import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProducer, buildSupplier } from '../../server/test/people.ts';
import { openHome, type Home, type Service } from '../kit/home.ts';
import { jsonOf } from '../kit/http.ts';
import { Broken, count, type Proof, type Size, type ProofResult } from '../kit/proof.ts';

const sizes = {
  quick: { walks: 3, orders: 1_500, writers: 4 },
  long: { walks: 50, orders: 10_000, writers: 8 },
} as const;
const PAGE = 100;

export const proof: Proof = {
  title: 'Walks over a list that is being written',
  promise:
    'a walk by cursor over a list that others write meanwhile sees each row that existed throughout once',
  prove: (size) => prove(size, walkByCursor),
  control: { what: 'a walk by page numbers', prove: (size) => prove(size, walkByPage) },
};

type Walk = (api: Service, token: string) => Promise<number[]>;
interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly next_cursor: string | null; readonly last_page: number };
}

const pageOf = async ({ ask }: Service, token: string, query: string): Promise<Page> => {
  const reply = await ask('GET', `/api/v1/supplier/orders?per_page=${PAGE}&${query}`, { token });
  if (reply.status !== 200) throw new Error(`${query} was refused: ${reply.text}`);
  return jsonOf<Page>(reply);
};

async function walkByCursor(api: Service, token: string): Promise<number[]> {
  const seen: number[] = [];
  for (let query = ''; ;) {
    const { data, meta } = await pageOf(api, token, query);
    seen.push(...data.map(({ id }) => id));
    if (meta.next_cursor === null) return seen;
    query = `cursor=${encodeURIComponent(meta.next_cursor)}`;
  }
}

async function walkByPage(api: Service, token: string): Promise<number[]> {
  const seen: number[] = [];
  for (let [page, last] = [1, 1]; page <= last; page += 1) {
    const { data, meta } = await pageOf(api, token, `page=${page}`);
    last = meta.last_page;
    seen.push(...data.map(({ id }) => id));
  }
  return seen;
}

async function prove(size: Size, walk: Walk): Promise<ProofResult> {
  const { walks, orders, writers } = sizes[size];
  const home = await openHome();
  const broken = new Broken();
  try {
    const { producerId } = await buildProducer(home.service);
    const { token } = await buildSupplier(home.service);
    await fill(home, producerId, orders);
    const api = await home.serve();
    const staying = await home.query<{ id: string }>(
      `SELECT o.id FROM orders o WHERE o.status = 'publicada' AND o.id % 4 <> 0`,
    );
    const changes = startWriters(home, producerId, writers);
    for (let n = 0; n < walks; n += 1) {
      const seen = await walk(api, token);
      const times = Map.groupBy(seen, (id) => id);
      const wrong = staying.filter(({ id }) => times.get(Number(id))?.length !== 1);
      for (const { id } of wrong)
        broken.add(
          times.has(Number(id)) ? 'seen more than once' : 'missed',
          `walk ${n + 1}, order ${id}`,
        );
    }
    await changes.stop();
    return {
      figures: [
        `${walks} walks over ${count(orders)} orders of equal deadlines`,
        `${writers} writers, ${count(changes.made())} changes`,
        `${count(staying.length)} rows stayed throughout`,
        `${count(broken.count)} missed or doubled`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/** Inserts published orders with only three deadlines, so that nearly all are ties. */
async function fill({ query, service }: Home, producerId: number, orders: number): Promise<void> {
  await query(
    `
    INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date,
      delivery_city_id, published_at, items_count, product_type_ids, has_pesticide, created_at,
      updated_at)
    SELECT gen_random_uuid(), 'COT-1998-' || lpad(n::text, 6, '0'), $1, 'publicada', 'aberta',
      'Insumos', date '2036-12-15' + n % 3, 5107925, $3::timestamptz, 1, '{}', false, $3, $3
    FROM generate_series(1, $2::int) n`,
    [producerId, orders, service.app.platform.clock.now()],
  );
}

/** Removes every fourth order from the list and restores it; adds new ones at both ends. */
function startWriters(
  { query }: Home,
  producerId: number,
  writers: number,
): { stop(): Promise<void>; made(): number } {
  const state = { stopped: false, made: 0 };
  const write = async (): Promise<void> => {
    while (!state.stopped) {
      await query(`UPDATE orders
        SET status = CASE status WHEN 'publicada' THEN 'pendente' ELSE 'publicada' END,
        version = version + 1
        WHERE id IN (SELECT o.id FROM orders o
          WHERE o.id % 4 = 0 AND o.status IN ('publicada', 'pendente') ORDER BY random()
          LIMIT 5 FOR UPDATE SKIP LOCKED)`);
      await query(
        `INSERT INTO orders (uuid, number, producer_id, status, closure_type, description,
          deadline_date, delivery_city_id, published_at, items_count, product_type_ids,
          has_pesticide, created_at, updated_at)
        VALUES ($1, $2, $3, 'publicada', 'aberta', 'Insumos', $4, 5107925, $5, 1, '{}', false, $5, $5)`,
        [
          randomUUIDv7(),
          `COT-1997-${String(state.made).padStart(6, '0')}-${Math.random().toString(36).slice(2, 6)}`,
          producerId,
          state.made % 4 === 0 ? '2036-12-14' : '2036-12-18',
          new Date(),
        ],
      );
      state.made += 2;
      await sleep(5);
    }
  };
  const work = Promise.all(Array.from({ length: writers }, write));
  return {
    made: () => state.made,
    stop: async () => {
      state.stopped = true;
      await work;
    },
  };
}
