/** What is read anew after the administration changed an order. */
export const orderReads = [
  'getAdminOrder',
  'listAdminOrders',
  'getAdminOrderTimeline',
  'listAdminOrderLogs',
  'listAdminOrderProposals',
  'getAdminDashboard',
] as const;
