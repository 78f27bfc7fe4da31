import { countOf } from '@lavra/domain/text/count-of';
/** Sentences about orders that are not errors. */
export const orderTexts = {
  deleted: 'Rascunho excluído.',
  /** The reason for a suspension that no administrator ordered. */
  ownerInactive: 'A conta do produtor não está ativa.',
} as const;

const MOST_NAMES = 5;

/**
 * Joins names for a sentence: `A, B e C`; of more than five names, the first five and how many
 * more.
 */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} e mais ${more}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} e ${shown.at(-1)}`;
}

/** Returns how much of an order a proposal prices: `7 de 9 itens`. */
export const coverageLabel = (priced: number, total: number): string =>
  `${priced} de ${countOf(total, ['item', 'itens'])}`;
