import { fold } from '@lavra/domain/text/fold';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { newItem, quantityOf, type DraftItem, type NewItem } from './draft-values.ts';
import { MOST_NOTES, type ItemListRow } from './item-list.ts';
import { settleQuantity, type SettledQuantity } from './written-quantity.ts';

type Product = DraftItem['product'];

/**
 * Returns quantity and unit of a line for a product; undefined when the unit has to be asked. A
 * line without a unit is in the product's.
 */
export function quantityOfRow(
  { quantity, unit }: ItemListRow,
  product: Product,
  units: readonly string[],
): SettledQuantity | undefined {
  return unit === ''
    ? { quantity, unit: product.unit }
    : settleQuantity({ quantity, unit }, product, units);
}

/**
 * Converts a line to an item, with `unit` where the producer chose one. A line whose unit is not
 * known keeps its quantity only in the note, so that both fields ask; a value that is not a number
 * is kept as text, for the same reason.
 */
export function itemOf(
  row: ItemListRow,
  product: Product,
  units: readonly string[],
  unit?: string,
): NewItem {
  const settled =
    unit === undefined ? quantityOfRow(row, product, units) : { quantity: row.quantity, unit };
  const quantity = settled?.quantity ?? (quantityOf(row) === undefined ? row.quantity : '');
  const digits = parseDecimal(quantity);
  return newItem(product, {
    quantity:
      digits !== undefined && quantityOf({ quantity }) !== undefined
        ? formatQuantity(Number(digits))
        : quantity,
    unit: settled?.unit ?? '',
    notes: noteOf(row, product, { settled, isChosen: unit !== undefined }).slice(0, MOST_NOTES),
  });
}

/**
 * Converts a line that the catalogue does not hold to an item of its type's unlisted product: its notes
 * begin with what it is called.
 */
export function unlistedItemOf(
  row: ItemListRow,
  product: Product,
  units: readonly string[],
  unit?: string,
): NewItem {
  const isSettled = unit !== undefined || quantityOfRow(row, product, units) !== undefined;
  const said = isSettled
    ? [row.product]
    : row.written.startsWith(row.product)
      ? [row.written]
      : [row.product, row.written];
  const notes = [...said, row.notes]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, MOST_NOTES);
  return { ...itemOf(row, product, units, unit), notes, is_unlisted: true };
}

/**
 * The written text is noted where the item says less than the line, or says it otherwise. Of a line whose
 * quantity and unit the item has as they were written, only what it calls the product is noted: the
 * quantity may still be changed, and the note would contradict it.
 */
function noteOf(
  row: ItemListRow,
  product: Product,
  { settled, isChosen }: { settled: SettledQuantity | undefined; isChosen: boolean },
): string {
  const isSettled = settled !== undefined && settled.quantity === row.quantity;
  const saysAll = isSettled && fold(row.product) === fold(product.name);
  const said = isSettled && !isChosen && row.product !== '' ? row.product : row.written;
  return [saysAll ? '' : said, row.notes].filter((part) => part !== '').join(' · ');
}
