import { createRandom, SEED } from '@lavra/domain/seeded.fixture';
import { buildProduct } from '../../server/test/catalogue.ts';
import { buildOrder } from '../../server/test/orders.ts';
import { buildProducer, buildSupplier } from '../../server/test/people.ts';
import { buildProposal } from '../../server/test/proposals.ts';
import type { Home } from './home.ts';

/** An order whose proposals are combined, its producer, and a session of theirs. */
export interface Market {
  readonly uuid: string;
  readonly userId: number;
  readonly token: string;
}
export const MARKET = { items: 33, proposals: 104 } as const;

/** Creates an order with so many proposals that sell in part, each with other prices. */
export async function buildMarket({ service }: Home): Promise<Market> {
  const random = createRandom(SEED);
  const { producerId, userId, token } = await buildProducer(service);
  const product = await buildProduct(service);
  const items = Array.from({ length: MARKET.items }, () => ({ product }));
  const order = await buildOrder(service, { producerId, items });
  for (let n = 0; n < MARKET.proposals; n += 1)
    await buildProposal(service, {
      orderId: order.id,
      supplierId: (await buildSupplier(service)).supplierId,
      partialFrom: '0',
      freight: String(100 + Math.floor(random.next() * 900)),
      items: order.items.map((item) => ({ item, price: (10 + random.next() * 5).toFixed(2) })),
    });
  return { uuid: order.uuid, userId, token };
}

/** The request for its combinations, without constraints. */
export const combinationsOf = ({ uuid, token }: Market) => ({
  path: `/api/v1/producer/orders/${uuid}/combinations`,
  method: 'POST',
  ask: { token, body: {} },
});
