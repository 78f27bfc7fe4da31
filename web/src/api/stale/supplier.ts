import { notifications } from './common.ts';
import type { Reads, StaleReads } from './stale-reads.ts';

const supplierOrder: Reads = [
  'listSupplierOrders',
  'listDeclinedOrders',
  'getSupplierOrder',
  'getSupplierDashboard',
];
const ownProposals: Reads = [
  'listSupplierProposals',
  'listOwnProposals',
  'getSupplierOrder',
  'getSupplierDashboard',
];
const ownProposal: Reads = ['getSupplierProposal', ...ownProposals];

/** What the changes of the supplier’s portal leave stale. */
export const supplierStale = {
  // One of them may say that something was sold.
  streamNotifications: [...notifications, 'listSupplierPurchases'],
  toggleFavoriteOrder: supplierOrder,
  declineOrder: supplierOrder,
  undoDecline: supplierOrder,
  askQuestion: ['listQuestions'],
  updateSupplierProposal: ownProposal,
  loosenPartialTerms: ownProposal,
  submitProposal: ownProposal,
  cancelProposal: ownProposal,
  deleteProposal: ownProposals,
} as const satisfies StaleReads;
