/** Reasons why a supplier leaves an item without a price. */
export const justificationTypes = ['unavailable', 'out_of_stock', 'logistics', 'other'] as const;
export type JustificationType = (typeof justificationTypes)[number];

export const justificationLabels: Readonly<Record<JustificationType, string>> = {
  unavailable: 'Produto indisponível',
  out_of_stock: 'Sem estoque',
  logistics: 'Inviabilidade logística',
  other: 'Outro motivo',
};

/** Returns the supplier's own words about a missing price; null where they only repeat the label. */
export const wordsBeyondLabel = (label: string | null, words: string | null): string | null =>
  words === null || words.trim() === '' || words === label ? null : words;

/** Returns why an item has no price, `Sem estoque: chega em março`; null where nothing is said. */
export function justificationText(label: string | null, words: string | null): string | null {
  const parts = [label, wordsBeyondLabel(label, words)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(': ');
}
