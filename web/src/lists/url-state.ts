// A list's state is kept in the address: Back works, and a link shows the same list. A value that
// cannot be parsed counts as absent.

/** Reads a whole number ≥ 1; returns `otherwise` for anything else. */
export function readNumber(value: unknown, otherwise: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 ? number : otherwise;
}

/** Reads one of a closed list of words. */
export function readWord<const Words extends readonly string[]>(
  value: unknown,
  words: Words,
  otherwise: Words[number],
): Words[number] {
  return words.find((word) => word === value) ?? otherwise;
}

/** Reads a search text, trimmed. */
export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Reads a calendar day in the service's format, or undefined. */
export function readDay(value: unknown): string | undefined {
  const day = readText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined;
}

/** A sort as the service accepts it, `field` or `-field`. */
export interface Sort<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

export function readSort<const Fields extends readonly string[]>(
  value: unknown,
  fields: Fields,
  otherwise: Sort<Fields[number]>,
): Sort<Fields[number]> {
  const text = readText(value);
  const field = fields.find((name) => text === name || text === `-${name}`);
  return field === undefined ? otherwise : { field, descending: text.startsWith('-') };
}

export const writeSort = <Field extends string>({
  field,
  descending,
}: Sort<Field>): Field | `-${Field}` => (descending ? `-${field}` : field);

/**
 * Returns the sort after a column's heading was pressed: the same column reversed, or another one
 * ascending.
 */
export const turnSort = <Field extends string>(sort: Sort<Field>, field: Field): Sort<Field> => ({
  field,
  descending: sort.field === field && !sort.descending,
});

/** Returns the range of rows shown: `1–25 de 312`. */
export function rangeOf({
  current_page,
  per_page,
  total,
}: {
  readonly current_page: number;
  readonly per_page: number;
  readonly total: number;
}): string {
  const count = new Intl.NumberFormat('pt-BR');
  const first = (current_page - 1) * per_page + 1;
  return total === 0
    ? 'Nenhum'
    : `${count.format(first)}–${count.format(Math.min(current_page * per_page, total))} de ${count.format(total)}`;
}
