import type { OrderStatus } from '@lavra/domain/order/order-status';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import type { TestService } from '../../../test/service.ts';

/** A signal that is never aborted. */
export const neverAborted = new AbortController().signal;

/** Creates builders for one producer's orders and a supplier's offers, and reads their outcome. */
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
    /** Returns the order's timeline and the events dispatched about it. */
    traceOf: async ({
      id,
    }: {
      readonly id: number;
    }): Promise<{ timeline: string[]; events: string[] }> => {
      const timeline = await service.db.q
        .selectFrom('order_events')
        .select('event')
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      const events = await service.db.q
        .selectFrom('events')
        .select('type')
        .where('data', '@>', JSON.stringify({ order_id: id }))
        .orderBy('id')
        .execute();
      return {
        timeline: timeline.map(({ event }) => event),
        events: events.map(({ type }) => type),
      };
    },
  };
}
