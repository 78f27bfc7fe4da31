import type { AdminCatalogueRequest, CatalogueRequest } from '@lavra/contract/catalogue/requests';
import type { UnlistedProducts } from '@lavra/contract/catalogue/schemas';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Api } from './demo-api.ts';

/** The people of this story, by their tokens. */
export interface Askers {
  readonly api: Api;
  readonly producer: string;
  readonly admin: string;
  readonly productIds: ReadonlyMap<string, number>;
}

/** What the producer misses in the catalogue; with `answer`, the product that it turns out to be. */
const missed = [
  {
    name: 'Inoculante turfoso Raiz Forte',
    type: 'Fertilizantes',
    brand: 'Raiz Forte',
    quantity: 40,
  },
  { name: 'Ureia granulada', type: 'Fertilizantes', quantity: 12, answer: 'Ureia 45% N' },
] as const;

/**
 * The producer adds to a draft what the catalogue does not hold, and asks for it; one request is
 * answered, at the instant that is yielded.
 */
export async function* askForProducts(askers: Askers, answered: Date): AsyncGenerator<Date, void> {
  const { api, producer, admin, productIds } = askers;
  const wanted = await wantedProducts(askers);
  const { data: drafts } = await api.call<{ data: ProducerOrder[] }>(
    'GET',
    '/api/v1/producer/orders?status=rascunho',
    { token: producer },
  );
  const [draft] = drafts;
  // the producer of an earlier demo may have published it
  if (draft === undefined) return;
  const path = `/api/v1/producer/orders/${draft.uuid}`;
  const { items } = await api.call<ProducerOrder>('GET', path, { token: producer });
  await api.call('PUT', path, {
    token: producer,
    body: {
      items: [
        ...items.map(({ product_id, quantity, unit, notes }) => ({
          product_id,
          quantity,
          unit,
          notes,
        })),
        ...wanted.map(({ name, quantity, found: { product } }) => ({
          product_id: product.id,
          quantity,
          unit: product.unit,
          notes: name,
        })),
      ],
    },
  });
  for (const { name, found, ...more } of wanted)
    await api.call<CatalogueRequest>('POST', `${path}/catalogue-requests`, {
      token: producer,
      body: {
        name,
        product_type_id: found.type.id,
        ...('brand' in more ? { brand: more.brand } : {}),
      },
    });
  yield answered;
  const { data: waiting } = await api.call<{ data: AdminCatalogueRequest[] }>(
    'GET',
    '/api/v1/admin/catalogue-requests?status=pending',
    { token: admin },
  );
  for (const one of missed) {
    const id = waiting.find(({ name }) => name === one.name)?.id;
    if ('answer' in one && id !== undefined)
      await api.call('POST', `/api/v1/admin/catalogue-requests/${id}/link`, {
        token: admin,
        body: { product_id: productIds.get(one.answer) },
      });
  }
}

/** Returns what is missed, each with the product that stands for what its type does not hold. */
async function wantedProducts({ api, producer }: Askers) {
  const { data: unlisted } = await api.call<UnlistedProducts>('GET', '/api/v1/unlisted-products', {
    token: producer,
  });
  return missed.map((one) => {
    const found = unlisted.find(({ type }) => type.name === one.type) ?? unlisted[0];
    if (found === undefined) throw new Error('the demo has no types of products');
    return { ...one, found };
  });
}
