import { randomUUIDv7 } from 'node:crypto';
import type { GoodRequest } from './good-request.ts';
import { negotiate, orderOf, proposalOn, type World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

/** Creates a purchase of the world's producer from the world's supplier. */
async function purchase(world: World): Promise<string> {
  const { proposal } = await negotiate(world, {
    order: { status: 'adjudicada' },
    proposal: { status: 'accepted' },
  });
  return purchaseOf(world, proposal.id);
}

const purchaseOf = async ({ service }: World, proposalId: number): Promise<string> =>
  (
    await service.db.q
      .selectFrom('purchases')
      .select('uuid')
      .where('proposal_id', '=', proposalId)
      .executeTakeFirstOrThrow()
  ).uuid;

const ownPurchase: Recipe = async (world) => ({ value: await purchase(world) });

/** Valid requests of the endpoints about awards by item and purchases. */
export const purchaseRequests: Readonly<Record<string, Recipe>> = {
  awardOrder: async (world) => {
    const { order, proposal } = await negotiate(world);
    return {
      value: order.uuid,
      body: {
        items: order.items.map(({ id }) => ({ order_item_id: id, proposal: proposal.uuid })),
      },
    };
  },
  combineProposals: async (world) => ({ value: (await negotiate(world)).order.uuid, body: {} }),
  listProducerPurchases: async () => ({}),
  getProducerPurchase: ownPurchase,
  listSupplierPurchases: async () => ({}),
  getSupplierPurchase: ownPurchase,
  getProducerPurchasePdf: ownPurchase,
  listAdminPurchases: async () => ({}),
  getAdminPurchase: ownPurchase,
  listAdminPurchaseLogs: ownPurchase,
  getSupplierPurchasePdf: ownPurchase,
};

/** Purchases that are not the caller's. */
export const purchaseObjects: Readonly<Record<string, (world: World) => Promise<string>>> = {
  foreign: async (world) => {
    const order = await orderOf(world, {
      producerId: world.otherProducer.producerId,
      status: 'adjudicada',
    });
    const { id } = await proposalOn(world, order, {
      supplierId: world.otherSupplier.supplierId,
      status: 'accepted',
    });
    return purchaseOf(world, id);
  },
  unknown: async () => randomUUIDv7(),
};
