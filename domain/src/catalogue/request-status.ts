/** What became of a product that a producer asked for. */
export const catalogueRequestStatuses = ['pending', 'added', 'refused'] as const;
export type CatalogueRequestStatus = (typeof catalogueRequestStatuses)[number];

export const catalogueRequestLabels: Readonly<Record<CatalogueRequestStatus, string>> = {
  pending: 'Pendente',
  added: 'No catálogo',
  refused: 'Recusado',
};
