/** The pages of the producer's portal. */
export const producerPaths = {
  orders: '/cotacoes',
  newOrder: '/cotacoes/nova',
  order: (order: string) => `/cotacoes/${order}`,
  orderEditor: (order: string) => `/cotacoes/${order}/editar`,
  orderQuestions: (order: string) => `/cotacoes/${order}/perguntas`,
  orderAttachments: (order: string) => `/cotacoes/${order}/anexos`,
  orderHistory: (order: string) => `/cotacoes/${order}/historico`,
  orderResult: (order: string) => `/cotacoes/${order}/resultado`,
  proposals: (order: string) => `/cotacoes/${order}/propostas`,
  proposal: (order: string, proposal: string) => `/cotacoes/${order}/propostas/${proposal}`,
  comparison: (order: string) => `/cotacoes/${order}/comparar`,
} as const;
