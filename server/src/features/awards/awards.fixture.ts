import assert from 'node:assert/strict';
import type { AwardReply } from '@lavra/contract/purchases/schemas';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../../../test/people.ts';
import { buildProposal, type ProposalFields, type TestProposal } from '../../../test/proposals.ts';
import type { TestService } from '../../../test/service.ts';

/** A supplier and the proposal it sent. */
export interface Offered extends TestProposal {
  readonly supplier: TestSupplier;
}

/** Opens a producer's market: orders of some items, proposals sold in part, and awards by item. */
export async function openAwards(service: TestService) {
  const producer = await buildProducer(service);
  const product: TestProduct = await buildProduct(service);

  /** An order of so many items, each of 100 units. */
  const ordered = (items: number, fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
    buildOrder(service, {
      producerId: producer.producerId,
      items: Array.from({ length: items }, () => ({ product })),
      ...fields,
    });
  /** A proposal sold in part: a unit price for each item of the order, null for none. */
  const offered = async (
    order: TestOrder,
    prices: readonly (string | null)[],
    { supplier, ...fields }: Partial<ProposalFields> & { readonly supplier?: TestSupplier } = {},
  ): Promise<Offered> => {
    const from = supplier ?? (await buildSupplier(service));
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: from.supplierId,
      items: order.items.map((item, index) => ({ item, price: prices[index] ?? null })),
      partialFrom: '0',
      ...fields,
    });
    return { ...proposal, supplier: from };
  };
  /** Buys items, given by their index, from proposals. */
  const award = async (
    order: TestOrder,
    choices: readonly (readonly [item: number, proposal: { readonly uuid: string }])[],
    reason?: string,
  ): Promise<AwardReply> => {
    const { status, body } = await service.call<AwardReply>(
      'POST',
      `/api/v1/producer/orders/${order.uuid}/award`,
      {
        token: producer.token,
        body: {
          items: choices.map(([index, { uuid }]) => ({
            order_item_id: order.items[index]?.id,
            proposal: uuid,
          })),
          ...(reason === undefined ? {} : { reason }),
        },
      },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  return { producer, product, ordered, offered, award };
}
