import type { OrderFields } from '../orders.ts';
import type { GoodRequest } from './good-request.ts';
import { negotiate, orderOf, proposalOn, type World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

const order =
  (fields: Partial<OrderFields> = {}, body?: GoodRequest['body']): Recipe =>
  async (world) => ({
    value: String((await orderOf(world, fields)).id),
    ...(body ? { body } : {}),
  });
const proposal: Recipe = async (world) => ({ value: String((await negotiate(world)).proposal.id) });

/** Valid requests of the administration's routes of orders and proposals. */
export const oversightRequests: Readonly<Record<string, Recipe>> = {
  listAdminOrders: async () => ({}),
  getAdminOrder: order(),
  listAdminOrderItems: order(),
  listAdminOrderProposals: order(),
  getAdminOrderTimeline: order(),
  listAdminOrderLogs: order(),
  approveOrder: order({ status: 'pendente' }),
  returnOrder: order({ status: 'pendente' }, { comment: 'Inclua a dose.' }),
  suspendOrder: order({}, { reason: 'Em apuração.' }),
  resumeOrder: order({ suspended: true }),
  revokeOrder: order({}, { reason: 'Contra os termos.' }),
  listAdminProposals: async () => ({}),
  getAdminProposal: proposal,
  listAdminProposalItems: proposal,
  listAdminProposalLogs: proposal,
  compareAdminProposals: async (world) => {
    const { order: asked, proposal: first } = await negotiate(world);
    const second = await proposalOn(world, asked, { supplierId: world.otherSupplier.supplierId });
    return { query: `ids[]=${first.id}&ids[]=${second.uuid}` };
  },
};
