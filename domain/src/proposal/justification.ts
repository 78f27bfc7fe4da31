/** Reasons why a supplier leaves an item without a price. */
export const justificationTypes = ['unavailable', 'out_of_stock', 'logistics', 'other'] as const;
export type JustificationType = (typeof justificationTypes)[number];

export const justificationLabels: Readonly<Record<JustificationType, string>> = {
  unavailable: 'Produto indisponível',
  out_of_stock: 'Sem estoque',
  logistics: 'Inviabilidade logística',
  other: 'Outro motivo',
};
