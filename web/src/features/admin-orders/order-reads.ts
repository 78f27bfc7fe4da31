/** The reads that become stale when the administration changes an order. */
export const orderReads = [
  'getAdminOrder',
  'listAdminOrders',
  'getAdminOrderTimeline',
  'listAdminOrderLogs',
  'listAdminOrderProposals',
  'getAdminDashboard',
] as const;
