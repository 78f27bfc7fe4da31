import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildOrder } from '../../server/test/orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../../server/test/people.ts';
import { buildProduct } from '../../server/test/catalogue.ts';
import type { HistoryEntry } from './history.ts';
import type { Home } from './home.ts';
import { jsonOf, type Client, type Reply } from './http.ts';
import { verifyHistories } from './legal-histories.ts';
import type { Broken } from './proof.ts';

const CLIENTS = 16;
const ITEMS = 2;
const QUANTITY = 100;

/** One supplier's proposal to one order, as far as the service has acknowledged it. */
export interface Talk {
  readonly supplier: TestSupplier;
  readonly order: Target;
  uuid?: string;
  price: number;
  submitted: boolean;
}
export interface Target {
  readonly id: number;
  readonly uuid: string;
  readonly items: readonly { readonly id: number; readonly productId: number }[];
}

export interface NegotiationLoad {
  /** Returns the number of writes acknowledged by a 2xx so far. */
  readonly acknowledged: () => number;
  readonly done: Promise<void>;
  /** Returns what is acknowledged at this moment. */
  snapshot(): readonly Talk[];
  /**
   * Reads all acknowledged data back in full, and explains the history of each order; adds to
   * `broken` what is missing or has no explanation.
   */
  verify(broken: Broken): Promise<void>;
  /** Lets each supplier end what it is writing; `done` resolves then. */
  stop(): void;
}

export interface LoadOptions {
  readonly writes: number;
  readonly edits: number;
  /** Is called with each command that was answered. */
  readonly record?: (entry: HistoryEntry) => void;
  /** How long one command is repeated, in ms. */
  readonly patience?: number;
}

/**
 * Starts suppliers that draft, edit, …, submit, on one order after the other. Every write has an
 * Idempotency-Key and is repeated with the same key until it is answered, so the outcome of a write
 * without a response is known from its repetition.
 */
export async function startNegotiations(
  home: Pick<Home, 'service' | 'query'>,
  ask: () => Client,
  { writes, edits, record = () => {}, patience = 60_000 }: LoadOptions,
): Promise<NegotiationLoad> {
  const talks = await prepare(home, Math.ceil(writes / (edits + 2)));
  let acknowledged = 0;
  const state = { stopped: false };
  const queue = [...talks];
  const history: HistoryEntry[] = [];
  const write = async (
    { supplier, order }: Talk,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> => {
    const [key, asked] = [randomUUID(), performance.now()];
    const { reply, attempts } = await untilAnswered(ask, path, {
      token: supplier.token,
      body,
      headers: { 'idempotency-key': key },
      patience,
    });
    if (reply.status !== 200) throw new Error(`${path} was refused: ${reply.status} ${reply.text}`);
    acknowledged += 1;
    const answer = jsonOf(reply);
    const entry: HistoryEntry = {
      supplierId: supplier.supplierId,
      orderId: order.id,
      command: body === undefined ? 'submit' : 'save',
      key,
      body,
      asked,
      answered: performance.now(),
      attempts,
      status: reply.status,
      reply: answer,
    };
    history.push(entry);
    record(entry);
    return answer;
  };
  const negotiate = async (talk: Talk): Promise<void> => {
    for (let edit = 0; edit <= edits && !state.stopped; edit += 1) {
      const price = talk.price + 1;
      const proposal = await write(
        talk,
        `/api/v1/orders/${talk.order.uuid}/proposals`,
        offer(talk.order, price),
      );
      Object.assign(talk, { uuid: String(proposal['uuid']), price });
    }
    if (state.stopped) return;
    await write(talk, `/api/v1/proposals/${talk.uuid ?? ''}/submit`);
    talk.submitted = true;
  };
  const client = async (): Promise<void> => {
    for (let talk = queue.pop(); talk !== undefined && !state.stopped; talk = queue.pop())
      await negotiate(talk);
  };
  return {
    acknowledged: () => acknowledged,
    done: Promise.all(Array.from({ length: CLIENTS }, client)).then(() => undefined),
    snapshot: () => structuredClone(talks),
    verify: async (found) => {
      verifyHistories(history, { items: ITEMS, quantity: QUANTITY, priceOf }, found);
      await verifyTalks(home.query, talks, found);
    },
    stop() {
      state.stopped = true;
    },
  };
}

/** Repeats the same request while there is no response, or a 503. Throws after `patience` ms. */
async function untilAnswered(
  ask: () => Client,
  path: string,
  {
    patience,
    ...request
  }: { token: string; body: unknown; headers: Record<string, string>; patience: number },
): Promise<{ reply: Reply; attempts: number }> {
  const end = Date.now() + patience;
  for (let attempts = 1; ; attempts += 1) {
    const reply = await ask()('POST', path, { ...request, patience: 10_000 }).catch(
      () => undefined,
    );
    if (reply !== undefined && reply.status !== 503) return { reply, attempts };
    if (Date.now() > end)
      throw new Error(
        `${path} was not answered for ${patience} ms: ${reply?.text ?? 'no connection'}`,
      );
    await sleep(20);
  }
}

const offer = ({ items }: Target, price: number) => ({
  notes: `preço ${price}`,
  items: items.map(({ id, productId }) => ({
    order_item_id: id,
    product_id: productId,
    unit_price: price + 0.25,
    quantity: QUANTITY,
  })),
});

/** Returns the price that a body of `offer` names. */
const priceOf = (body: unknown): number =>
  (body as ReturnType<typeof offer>).items[0]?.unit_price ?? 0;

async function prepare({ service }: Pick<Home, 'service'>, count: number): Promise<Talk[]> {
  const { producerId } = await buildProducer(service);
  const products = await Promise.all(Array.from({ length: ITEMS }, () => buildProduct(service)));
  const side = Math.ceil(Math.sqrt(count));
  const suppliers: TestSupplier[] = [];
  const orders: Target[] = [];
  for (let n = 0; n < side; n += 1) {
    suppliers.push(await buildSupplier(service));
    orders.push(
      await buildOrder(service, { producerId, items: products.map((product) => ({ product })) }),
    );
  }
  // Suppliers that work at the same time write to different orders: this proof does not cover
  // locks.
  return suppliers
    .flatMap((supplier) =>
      orders.map((order): Talk => ({ supplier, order, price: 0, submitted: false })),
    )
    .slice(0, count);
}

interface Row {
  supplier_id: string;
  order_id: string;
  uuid: string;
  status: string;
  notes: string;
  total: string;
  items_total: string;
  items: string;
  prices: string;
  notified: string;
  traced: string;
}

/**
 * Verifies that each talk is exactly one proposal in the last acknowledged state, complete, with
 * exactly one event if it was submitted. `later` also accepts a state that was acknowledged only
 * afterwards.
 */
export async function verifyTalks(
  query: Home['query'],
  talks: readonly Talk[],
  broken: Broken,
  { later = false }: { later?: boolean } = {},
): Promise<void> {
  const rows = await query<Row>(`
    SELECT p.supplier_id, p.order_id, p.uuid, p.status, p.notes, p.total_amount AS total,
      i.items_total, i.items, i.prices,
      (SELECT count(*)
      FROM events e
      WHERE e.type = 'proposal.received' AND (e.data->>'proposal_id')::bigint = p.id) AS notified,
      (SELECT count(*)
      FROM order_events t
      WHERE t.event = 'proposal.submitted' AND t.order_id = p.order_id
        AND (t.data->>'proposal_id')::bigint = p.id) AS traced
    FROM proposals p
    JOIN LATERAL (SELECT sum(x.total_price) AS items_total, count(*) AS items,
      string_agg(DISTINCT x.unit_price::text, ' ') AS prices FROM proposal_items x
      WHERE x.proposal_id = p.id) i ON true`);
  const found = Map.groupBy(rows, ({ supplier_id, order_id }) => `${supplier_id} ${order_id}`);
  for (const { supplier, order, uuid, price, submitted } of talks) {
    if (uuid === undefined) continue;
    const what = `supplier ${supplier.supplierId}, order ${order.id}`;
    const [row, ...more] = found.get(`${supplier.supplierId} ${order.id}`) ?? [];
    broken.expect(more.length === 0, 'doubled', what);
    if (row === undefined) {
      broken.add('lost', what);
      continue;
    }
    const written = Number(/\d+/.exec(row.notes)?.[0]);
    broken.expect(
      row.uuid === uuid &&
        (written === price || (later && written > price)) &&
        (!submitted || row.status === 'submitted'),
      'lost',
      `${what}: ${row.status}, ${row.notes} after ${price}${submitted ? ', submitted' : ''}`,
    );
    broken.expect(
      Number(row.items) === ITEMS &&
        row.total === row.items_total &&
        Number(row.prices) === written + 0.25,
      'half written',
      `${what}: ${row.items} items, ${row.total} for ${row.items_total}`,
    );
    broken.expect(
      Number(row.notified) === Number(row.status === 'submitted') && row.notified === row.traced,
      'notified otherwise',
      `${what}: ${row.status}, notified ${row.notified} times, traced ${row.traced} times`,
    );
  }
}
