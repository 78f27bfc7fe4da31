import { randomUUID } from 'node:crypto';

/** One negotiation: what scale.md states its figures for. */
export const STORY = { opened: 10, proposals: 3, saves: 2, items: 8 } as const;

/**
 * Sends a request of the API, whose address is given without `/api/v1/`, and returns the reply's body.
 * Rejects when it is refused.
 */
export type Ask = (
  method: 'GET' | 'POST',
  url: string,
  request: { readonly token: string; readonly key?: string; readonly body?: unknown },
) => Promise<object>;

interface Cast {
  readonly n: number;
  /** Session tokens. */
  readonly producer: string;
  readonly suppliers: readonly string[];
  readonly products: readonly { readonly id: number; readonly unit: string }[];
}

interface PlayedOrder {
  readonly uuid: string;
  readonly items: readonly { readonly id: number; readonly product: { readonly id: number } }[];
}

/**
 * Plays one negotiation from its draft to its end: each of the suppliers looks at the list and opens the order,
 * the first of them save and send proposals, one of which is accepted. Rejects when a request is refused.
 */
export async function playNegotiation(
  ask: Ask,
  { n, producer, suppliers, products }: Cast,
): Promise<void> {
  const post = (url: string, token: string, body?: unknown): Promise<object> =>
    ask('POST', url, { token, key: randomUUID(), body });
  // the contract gives the shapes
  const order = (await post('producer/orders', producer, {
    description: `Insumos da safra, lote ${n}`,
    deadline_date: '2036-12-15',
    items: products.map(({ id, unit }) => ({ product_id: id, quantity: 100, unit })),
  })) as PlayedOrder;
  await post(`producer/orders/${order.uuid}/publish`, producer);
  const sent: string[] = [];
  for (const [k, token] of suppliers.entries()) {
    await ask('GET', 'supplier/orders', { token });
    await ask('GET', `supplier/orders/${order.uuid}`, { token });
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
      ({ uuid } = (await post(`orders/${order.uuid}/proposals`, token, {
        notes,
        items,
      })) as { uuid: string });
    }
    await post(`proposals/${uuid}/submit`, token);
    sent.push(uuid);
  }
  await post(`producer/orders/${order.uuid}/close`, producer);
  await post(`proposals/${sent[0] ?? ''}/accept`, producer);
  await post(`producer/orders/${order.uuid}/finalize`, producer);
}
