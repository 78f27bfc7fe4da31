/** The pages of the supplier's portal. */
export const supplierPaths = {
  orders: '/cotacoes',
  declinedOrders: '/cotacoes/declinadas',
  order: (order: string) => `/cotacoes/${order}`,
  proposalEditor: (order: string) => `/cotacoes/${order}/proposta`,
  proposalReview: (order: string) => `/cotacoes/${order}/proposta/revisar`,
  proposals: '/propostas',
  proposal: (proposal: string) => `/propostas/${proposal}`,
  sales: '/vendas',
  sale: (purchase: string) => `/vendas/${purchase}`,
  receipt: (proposal: string) => `/propostas/${proposal}/comprovante`,
} as const;
