import type { OrderStatus } from '@lavra/domain/order/order-status';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import type { TestService } from '../../../test/service.ts';

/** Never told to stop. */
export const goingOn = new AbortController().signal;

/** One producer's orders, a supplier's offers, and what became of them. */
export async function openMarket(service: TestService) {
  const { producerId } = await buildProducer(service);
  const { supplierId } = await buildSupplier(service);
  const items = [{ product: await buildProduct(service) }];
  return {
    build: (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
      buildOrder(service, { producerId, items, ...fields }),
    offer: (order: TestOrder, status: 'submitted' | 'cancelled' | 'draft' = 'submitted') =>
      buildProposal(service, {
        orderId: order.id,
        supplierId,
        status,
        items: order.items.map((item) => ({ item, price: '1' })),
      }),
    statusOf: async ({ id }: { readonly id: number }): Promise<OrderStatus> => {
      const { status } = await service.db.q
        .selectFrom('orders')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return status as OrderStatus; // the column's CHECK
    },
    /** The order's timeline, and what others were told of it. */
    traceOf: async ({
      id,
    }: {
      readonly id: number;
    }): Promise<{ timeline: string[]; told: string[] }> => {
      const timeline = await service.db.q
        .selectFrom('order_events')
        .select('event')
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      const told = await service.db.q
        .selectFrom('events')
        .select('type')
        .where('data', '@>', JSON.stringify({ order_id: id }))
        .orderBy('id')
        .execute();
      return { timeline: timeline.map(({ event }) => event), told: told.map(({ type }) => type) };
    },
  };
}
