import type { Reads, StaleReads } from './stale-reads.ts';

const producerOrder: Reads = [
  'getProducerOrder',
  'listProducerOrders',
  'getProducerDashboard',
  'getOrderTimeline',
];
const producerOrders: Reads = ['listProducerOrders', 'getProducerDashboard'];
const receivedProposal: Reads = ['listReceivedProposals', 'getProposal'];
const decision: Reads = [...receivedProposal, 'compareOrderProposals', ...producerOrder];

/** What the changes of the producer’s portal leave stale. */
export const producerStale = {
  createOrder: producerOrders,
  updateOrder: ['listProducerOrders'],
  publishOrder: producerOrder,
  duplicateOrder: producerOrder,
  extendOrderDeadline: producerOrder,
  closeOrder: producerOrder,
  finalizeOrder: producerOrder,
  cancelOrder: [...producerOrder, 'listReceivedProposals'],
  deleteOrder: producerOrders,
  addOrderAttachment: ['listOrderAttachments'],
  deleteOrderAttachment: ['listOrderAttachments'],
  answerQuestion: ['listQuestions'],
  acceptProposal: decision,
  rejectProposal: decision,
  reviewProposal: receivedProposal,
} as const satisfies StaleReads;
