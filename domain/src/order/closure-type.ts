/**
 * In a `fechada` order every item must have a price; in an `aberta` order an item may have a
 * justification instead.
 */
export const closureTypes = ['aberta', 'fechada'] as const;
export type ClosureType = (typeof closureTypes)[number];

export const closureTypeLabels: Readonly<Record<ClosureType, string>> = {
  aberta: 'Aberta',
  fechada: 'Fechada',
};
