import { buildProduct } from '../../server/test/catalogue.ts';
import { fileForm } from '../../server/test/files.ts';
import { buildOrder, type TestOrder } from '../../server/test/orders.ts';
import { buildSupplier } from '../../server/test/people.ts';
import type { World } from '../../server/test/security/world.ts';
import { jsonOf, type Ask } from './http.ts';
import { rename, slowText, type Stillness } from './slow-texts.ts';

/** Items of an order; with four texts each, a proposal is close to the largest accepted body. */
const ITEMS = 40;
const MAX_ITEM_TEXT = 2_000;
const MAX_NOTES = 5_000;

export interface SlowPair {
  readonly name: string;
  readonly unit: string;
  readonly tail: string;
}

/**
 * Runs a negotiation in which every text that can be written is slow to search, by a supplier whose
 * name is slow to search, too.
 */
export async function negotiateSlowly(
  still: Stillness,
  world: World,
  pair: SlowPair,
): Promise<void> {
  const { service, producer } = world;
  const what = (step: string): string =>
    `${step}, name ${shown(pair.name)}, text ${shown(pair.unit)}${pair.tail}`;
  const text = (length: number): string => slowText(pair.unit, length, pair.tail);
  const product = await buildProduct(service);
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    items: Array.from({ length: ITEMS }, () => ({ product })),
  });
  const [first, second] = [await buildSupplier(service), await buildSupplier(service)];
  for (const { userId } of [first, second]) await rename(service, userId, pair.name);
  const ask = (
    step: string,
    method: string,
    url: string,
    person: { token: string },
    rest: Ask = {},
  ) =>
    still.measure(what(step), () =>
      Promise.resolve([method, url, { token: person.token, ...rest }]),
    );
  const questions = `/api/v1/orders/${order.uuid}/questions`;

  const sent: string[] = [];
  for (const supplier of [first, second]) {
    const { uuid } = jsonOf<{ uuid: string }>(
      await ask('saving a draft', 'POST', `/api/v1/orders/${order.uuid}/proposals`, supplier, {
        body: offer(order, text),
      }),
    );
    sent.push(uuid);
    await ask('submitting', 'POST', `/api/v1/proposals/${uuid}/submit`, supplier);
  }
  await ask(
    'a sheet of quotes',
    'POST',
    `/api/v1/supplier/orders/${order.uuid}/quote-sheet`,
    first,
    sheet(order, text),
  );
  const { id } = jsonOf<{ id: number }>(
    await ask('asking', 'POST', questions, first, { body: { question: text(2_000) } }),
  );
  for (let more = 0; more < 14; more += 1)
    await service.call('POST', questions, { token: first.token, body: { question: text(2_000) } });
  await ask('answering', 'POST', `/api/v1/questions/${id}/answer`, producer, {
    body: { answer: text(4_000) },
  });
  await ask('reading questions', 'GET', questions, producer);
  for (const uuid of sent)
    await ask('reading a proposal', 'GET', `/api/v1/proposals/${uuid}?view=anonymous`, producer);
  await ask(
    'reading what was received',
    'GET',
    `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
    producer,
  );
  await ask(
    'comparing',
    'GET',
    `/api/v1/producer/orders/${order.uuid}/comparison?${sent.map((uuid) => `proposals=${uuid}`).join('&')}`,
    producer,
  );
  await ask(
    'rejecting',
    'POST',
    `/api/v1/proposals/${sent[0] ?? ''}/reject?view=anonymous`,
    producer,
    { body: { reason: text(2_000) } },
  );
  await ask(
    'accepting',
    'POST',
    `/api/v1/proposals/${sent[1] ?? ''}/accept?view=anonymous`,
    producer,
    { body: { reason: text(2_000) } },
  );
  await ask('a name', 'PUT', '/api/v1/user/profile', second, { body: { name: text(200) } });
}

const shown = (text: string): string =>
  JSON.stringify(text.length > 12 ? `${text.slice(0, 12)}…` : text);

const offer = (order: TestOrder, text: (length: number) => string) => ({
  notes: text(MAX_NOTES),
  payment_terms: text(1_000),
  items: order.items.map((item, index) => {
    const another = (length: number): string => `${index} ${text(length - 3)}`; // all are different
    return {
      order_item_id: item.id,
      product_id: item.productId,
      unit_price: 10,
      quantity: Number(item.quantity),
      offers_similar: true,
      similar_product_name: another(300),
      similar_product_description: another(MAX_ITEM_TEXT),
      justification: another(MAX_ITEM_TEXT - 1),
      notes: another(MAX_ITEM_TEXT - 2),
    };
  }),
});

/** Returns a sheet with a heading and cells that contain only such texts. */
function sheet(order: TestOrder, text: (length: number) => string): Ask {
  const cell = (length: number): string => `"${text(length).replaceAll('"', '""')}"`;
  const rows = order.items.map((item) =>
    [item.id, cell(2_000), cell(2_000), cell(2_000)].join(';'),
  );
  return fileForm({
    content: Buffer.from(
      [['Codigo', cell(100_000), cell(4_000), cell(4_001)].join(';'), ...rows].join('\r\n'),
    ),
    filename: 'cotacao.csv',
  });
}
