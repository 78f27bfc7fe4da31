import type { Reads, StaleReads } from './stale-reads.ts';

const producerOrder: Reads = [
  'getProducerOrder',
  'listProducerOrders',
  'getProducerDashboard',
  'getOrderTimeline',
];
const producerOrders: Reads = ['listProducerOrders', 'getProducerDashboard'];
const receivedProposal: Reads = ['listReceivedProposals', 'getProposal'];
const purchases: Reads = ['listProducerPurchases', 'getProducerPurchase'];
const decision: Reads = [
  ...receivedProposal,
  'compareOrderProposals',
  'combineProposals',
  ...producerOrder,
];

const consultantOrder: Reads = [
  'getConsultantOrder',
  'listConsultantOrders',
  'listConsultantProducers',
  'getConsultantProducer',
];

/** What the changes of the producer’s portal leave stale. */
export const producerStale = {
  createOrder: producerOrders,
  updateOrder: ['listProducerOrders'],
  publishOrder: producerOrder,
  duplicateOrder: producerOrder,
  extendOrderDeadline: producerOrder,
  reportMissedContact: ['getOrderAward'],
  withdrawMissedContact: ['getOrderAward'],
  createOrderInvitation: ['getOrderInvitation'],
  revokeOrderInvitation: ['getOrderInvitation'],
  closeOrder: producerOrder,
  finalizeOrder: [...producerOrder, ...purchases],
  cancelOrder: [...producerOrder, 'listReceivedProposals'],
  deleteOrder: producerOrders,
  addOrderAttachment: ['listOrderAttachments'],
  deleteOrderAttachment: ['listOrderAttachments'],
  answerQuestion: ['listQuestions'],
  acceptProposal: [...decision, ...purchases],
  awardOrder: [...decision, ...purchases, 'getOrderAward'],
  rejectProposal: decision,
  createConsultantOrder: consultantOrder,
  updateConsultantOrder: ['listConsultantOrders'],
  deleteConsultantOrder: consultantOrder,
  requestPublication: ['listConsultantOrders', 'getConsultantOrder'],
  createCatalogueRequest: ['listOrderCatalogueRequests'],
  createConsultantCatalogueRequest: ['listConsultantCatalogueRequests'],
  reviewProposal: receivedProposal,
} as const satisfies StaleReads;
