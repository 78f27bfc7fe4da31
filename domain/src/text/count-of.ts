/** A noun, and its words around it, for one and for several: `['item comprado', 'itens comprados']`. */
export type CountWords = readonly [one: string, many: string];

const counts = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Formats a count with thousands separators: `5.571`. */
export const formatCount = (count: number): string => counts.format(count);

/** Returns the words that go with a count; none take the plural, as in `0 itens`. */
export const wordsFor = (count: number, [one, many]: CountWords): string =>
  count === 1 ? one : many;

/** Formats a count with its noun: `1 proposta`, `1.204 propostas`, and `none` for 0 when given. */
export const countOf = (count: number, words: CountWords, none?: string): string =>
  count === 0 && none !== undefined ? none : `${formatCount(count)} ${wordsFor(count, words)}`;

/** Formats a number of days: `1 dia`, `12 dias`. */
export const daysOf = (days: number): string => countOf(days, ['dia', 'dias']);
