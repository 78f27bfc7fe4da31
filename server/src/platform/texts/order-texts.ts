/** Sentences about orders that are no refusals. */
export const orderTexts = {
  deleted: 'Rascunho excluído.',
  pesticideNotice: 'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).',
} as const;

/** How much of an order a proposal prices: `7 de 9 itens`. */
export const coverageLabel = (priced: number, total: number): string => `${priced} de ${total} ${total === 1 ? 'item' : 'itens'}`;
