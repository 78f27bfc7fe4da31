/** The pages of the producer's portal. */
export const producerPaths = {
  orders: '/cotacoes',
  newOrder: '/cotacoes/nova',
  invite: '/cotacoes/convidar',
  order: (order: string) => `/cotacoes/${order}`,
  orderEditor: (order: string) => `/cotacoes/${order}/editar`,
  orderQuestions: (order: string) => `/cotacoes/${order}/perguntas`,
  orderAttachments: (order: string) => `/cotacoes/${order}/anexos`,
  orderHistory: (order: string) => `/cotacoes/${order}/historico`,
  orderResult: (order: string) => `/cotacoes/${order}/resultado`,
  proposals: (order: string) => `/cotacoes/${order}/propostas`,
  proposal: (order: string, proposal: string) => `/cotacoes/${order}/propostas/${proposal}`,
  comparison: (order: string) => `/cotacoes/${order}/comparar`,
  combinations: (order: string) => `/cotacoes/${order}/combinacoes`,
  purchases: '/compras',
  purchase: (purchase: string) => `/compras/${purchase}`,
} as const;

/** The page of an order with the dialog that invites suppliers to it. */
export const invitation = (order: string) => ({
  to: producerPaths.order(order),
  search: { convidar: 1 },
});

/** Returns the invitation of the order whose page, or one below it, is at this path. */
export function inviteFrom(path: string): ReturnType<typeof invitation> | undefined {
  const order = /^\/cotacoes\/([0-9a-f-]{36})(?:\/|$)/.exec(path)?.[1];
  return order === undefined ? undefined : invitation(order);
}
