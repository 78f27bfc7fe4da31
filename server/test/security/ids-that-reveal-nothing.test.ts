import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import pg from 'pg';
import { sql } from 'kysely';
import { buildOrder, type TestOrder } from '../orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../people.ts';
import { buildProduct } from '../catalogue.ts';
import { startService } from '../service.ts';
import { ascents, areDistinguishable, steps } from './comparing-ids.ts';

const service = await startService();
const product = await buildProduct(service);
const producer = await buildProducer(service);
const orderOf = (items: number): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: Array.from({ length: items }, () => ({ product })),
  });

interface Draft {
  readonly id: number;
  readonly uuid: string;
  readonly items: readonly { readonly id: number; readonly order_item_id: number }[];
}

const itemsOf = ({ items }: TestOrder) =>
  items.map(({ id, productId }) => ({
    order_item_id: id,
    product_id: productId,
    unit_price: 10,
    quantity: 5,
  }));

async function save({ token }: TestSupplier, order: TestOrder): Promise<Draft> {
  const { status, body } = await service.call<Draft>(
    'POST',
    `/api/v1/orders/${order.uuid}/proposals`,
    { token, body: { items: itemsOf(order) } },
  );
  assert.equal(status, 200);
  return body;
}

async function change({ token }: TestSupplier, { uuid }: Draft, order: TestOrder): Promise<Draft> {
  const { status, body } = await service.call<Draft>('PUT', `/api/v1/supplier/proposals/${uuid}`, {
    token,
    body: { items: itemsOf(order) },
  });
  assert.equal(status, 200);
  return body;
}

async function ask({ token }: TestSupplier, { uuid }: TestOrder): Promise<number> {
  const { status, body } = await service.call<{ id: number }>(
    'POST',
    `/api/v1/orders/${uuid}/questions`,
    { token, body: { question: 'Entrega em duas viagens?' } },
  );
  assert.equal(status, 200);
  return body.id;
}

const SAVES = 24;

describe('a supplier who saves repeatedly and reads the ids', async () => {
  const [supplier, rival] = [await buildSupplier(service), await buildSupplier(service)];
  const [small, large] = [await orderOf(2), await orderOf(40)];
  const drafts: Draft[] = [];
  const questions: number[] = [];

  /** Saves drafts and asks questions, calling `between` after each, and returns the ids. */
  async function spell(
    between: () => Promise<unknown>,
  ): Promise<{ proposals: number[]; items: number[]; changed: number[]; asked: number[] }> {
    const spell = {
      proposals: [] as number[],
      items: [] as number[],
      changed: [] as number[],
      asked: [] as number[],
    };
    for (let turn = 0; turn < SAVES; turn += 1) {
      const draft = await save(supplier, await orderOf(2));
      const changed = await change(supplier, await save(supplier, small), small);
      drafts.push(draft);
      spell.proposals.push(draft.id);
      spell.items.push(draft.items[0]?.id ?? 0);
      spell.changed.push(changed.items[0]?.id ?? 0);
      spell.asked.push(await ask(supplier, small));
      await between();
    }
    questions.push(...spell.asked);
    return spell;
  }
  const quiet = await spell(async () => {});
  const busy = await spell(async () => {
    await change(rival, await save(rival, large), large);
    await save(rival, await orderOf(3));
    await ask(rival, large);
  });

  for (const what of ['proposals', 'items', 'asked'] as const) {
    it(`cannot detect a rival's saves: ${what}`, () => {
      assert.equal(areDistinguishable(steps(quiet[what]), steps(busy[what])), false);
      for (const { [what]: ids } of [quiet, busy])
        assert.ok(ascents(ids) < SAVES - 1 && ascents(ids) > 0, 'the ids go up and down');
    });
  }

  it('sees only its own saves in the ids of a draft that it changes', () => {
    // two saves of two items each turn
    for (const { changed } of [quiet, busy])
      assert.deepEqual(new Set(steps(changed)), new Set([4]));
  });

  it('gets new ids at each save, and another block when the first is full', async () => {
    const seen = new Set<number>();
    const starts: number[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      const ids = (await save(supplier, large)).items.map(({ id }) => id);
      assert.ok(ids.every((id, i) => id === (ids[0] ?? 0) + i));
      assert.ok(ids.every((id) => !seen.has(id)));
      ids.forEach((id) => seen.add(id));
      starts.push(ids[0] ?? 0);
    }
    assert.equal(steps(starts).filter((step) => step !== 40).length, 1);
    assert.equal(new Set([...seen].map((id) => Math.floor(id / 1024))).size, 2);
  });

  it('gets no id beside one that is older than the blocks', async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT scattered_ids_after('proposal_items', s.starts_at - 1, 1) AS id FROM scattered_ids s
      WHERE s.table_name = 'proposal_items'`.execute(service.db.q);
    assert.equal((rows[0]?.id ?? 0) % 1024, 0);
  });

  it('gets distinct integers that JSON can hold', () => {
    const ids = drafts.flatMap(({ items }) => items.map(({ id }) => id));
    for (const list of [ids, drafts.map(({ id }) => id), questions]) {
      assert.equal(new Set(list).size, list.length);
      assert.ok(list.every((id) => Number.isSafeInteger(id) && id > 0 && String(id).length <= 15));
    }
  });

  it('gets consecutive ids for its items, in the order sent', () => {
    for (const {
      items: [first, second],
    } of drafts)
      assert.equal((second?.id ?? 0) - (first?.id ?? 0), 1);
  });

  it('sees no time in the uuid of a proposal', () => {
    for (const { uuid } of drafts) assert.equal(uuid[14], '4');
  });

  it('lists questions in the order they were asked, page by page', async () => {
    const read: number[] = [];
    const page = async (after: string): Promise<string | null> => {
      const { body } = await service.call<{
        data: { id: number }[];
        meta: { next_cursor: string | null };
      }>('GET', `/api/v1/orders/${small.uuid}/questions?per_page=7${after}`, {
        token: rival.token,
      });
      read.push(...body.data.map(({ id }) => id));
      return body.meta.next_cursor;
    };
    for (let cursor = await page(''); cursor !== null;) cursor = await page(`&cursor=${cursor}`);
    assert.deepEqual(read, questions);
  });
});

describe('the shuffling of ids', () => {
  const secret = sql`sha256('a secret of this test')`;

  it('maps every value of a block exactly once, whatever its size', async () => {
    for (const half of [1, 2, 3, 5, 6]) {
      const size = 4 ** half;
      const { rows } = await sql<{ block: number; values: number; least: number; most: number }>`
        SELECT n / ${size}::bigint AS block, count(DISTINCT scatter(n, ${secret}, ${half}::int))::int AS values,
          min(scatter(n, ${secret}, ${half}::int)) AS least, max(scatter(n, ${secret}, ${half}::int)) AS most
        FROM generate_series(0, ${size * 3 - 1}::bigint) n GROUP BY 1 ORDER BY 1`.execute(
        service.db.q,
      );
      assert.deepEqual(
        rows,
        [0, 1, 2].map((block) => ({
          block,
          values: size,
          least: block * size,
          most: (block + 1) * size - 1,
        })),
      );
    }
  });

  it('stays within a block of the real size, in another order in each', async () => {
    const size = 2 ** 20;
    const { rows } = await sql<{
      values: number;
      inside: boolean;
      as_before: number;
      ascending: number;
    }>`
      SELECT count(DISTINCT v.value)::int AS values,
        bool_and(v.value / ${size}::bigint = v.n / ${size}::bigint) AS inside,
        count(*) FILTER (WHERE v.value % ${size}::bigint = v.first)::int AS as_before,
        count(*) FILTER (WHERE v.value > v.last)::int AS ascending
      FROM (
        SELECT n, scatter(n, ${secret}) AS value, scatter(n % ${size}::bigint, ${secret}) AS first,
          lag(scatter(n, ${secret})) OVER (ORDER BY n) AS last
        FROM generate_series(${size * 5}::bigint, ${size * 5 + 3999}::bigint) n
      ) v`.execute(service.db.q);
    const [{ values, inside, as_before, ascending } = assert.fail('no row')] = rows;
    assert.deepEqual([values, inside], [4000, true]);
    assert.ok(as_before < 10, 'the next block is shuffled otherwise');
    assert.ok(ascending > 1700 && ascending < 2300, String(ascending));
  });

  it('works for the role of the application, which can read neither secret nor counter', async () => {
    const role = `ids_${randomBytes(6).toString('hex')}`;
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      await client.query(
        `CREATE ROLE ${role}; GRANT USAGE ON SCHEMA public TO ${role}; SET ROLE ${role}`,
      );
      const {
        rows: [row],
      } = await client.query<{ id: string }>(
        "SELECT scattered_id('supplier_order_declines') AS id",
      );
      assert.ok(Number(row?.id) >= 2 ** 30);
      for (const text of [
        'SELECT s.secret FROM scattered_ids s',
        'SELECT last_value FROM proposals_scatter',
        "SELECT nextval('proposals_scatter')",
      ]) {
        await assert.rejects(client.query(text), /permission denied/, text);
      }
    } finally {
      await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await client.end();
    }
  });

  it('uses a secret of its own for each table', async () => {
    const { rows } = await sql<{ table_name: string; bytes: number; starts: boolean }>`
      SELECT s.table_name, length(s.secret) AS bytes, s.starts_at >= 1073741824 AS starts
      FROM scattered_ids s ORDER BY 1`.execute(service.db.q);
    assert.deepEqual(
      rows.map(({ table_name }) => table_name),
      ['order_questions', 'proposal_items', 'proposals', 'supplier_order_declines'],
    );
    assert.ok(rows.every(({ bytes, starts }) => bytes === 32 && starts));
    const {
      rows: [secrets],
    } = await sql<{
      secrets: number;
    }>`SELECT count(DISTINCT secret)::int AS secrets FROM scattered_ids`.execute(service.db.q);
    assert.equal(secrets?.secrets, 4);
  });
});
