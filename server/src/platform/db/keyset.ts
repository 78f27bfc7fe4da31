import { isDate } from '@lavra/domain/calendar/calendar';
import { InvalidFields } from '../errors.ts';
import { decodeCursor } from '../http/paging.ts';
import type { SortKey } from './dynamic.ts';

const TIME = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/;

/**
 * Checks, per sort key type, whether PostgreSQL can parse the text. A cursor comes from the client
 * and may contain anything.
 */
const reads: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  timestamptz: (text) =>
    text === '-infinity' || (isDate(text.slice(0, 10)) && TIME.test(text.slice(10))),
  numeric: (text) => /^\d{1,13}(\.\d{1,4})?$/.test(text),
  text: (text) => !text.includes('\0') && text.isWellFormed(),
};

/**
 * Returns the sort key and id after which the next page starts; throws 422 for a cursor that was
 * not issued for this list.
 */
export function keysetStart(
  cursor: string,
  name: string,
  { type }: Pick<SortKey, 'type'>,
): readonly [value: string, id: number] {
  const [value = '', id = 0] = decodeCursor(cursor, name, ['string', 'number']);
  if (!Number.isSafeInteger(id) || reads[type]?.(String(value)) !== true)
    throw InvalidFields.of('cursor', 'cursor');
  return [String(value), Number(id)];
}
