import { isMeasured, shownProduct, type DraftItem, type DraftValues } from './draft-values.ts';
import { countOf } from '../../text/decimal.ts';

const MOST = 500;
const NAMED = 2;

/**
 * Describes an order by its items that have a quantity: "Ureia, MAP 11-52 e mais 3 itens". Never
 * empty: the service stores no draft without a description.
 */
export function descriptionOfItems(items: readonly DraftItem[]): string {
  const names = [...new Set(items.filter(isMeasured).map((item) => shownProduct(item).name))];
  const rest = names.length - NAMED;
  if (names.length === 0) return 'Nova cotação';
  if (rest <= 0) return names.join(' e ').slice(0, MOST);
  const more = `mais ${countOf(rest, ['item', 'itens'])}`;
  return `${names
    .slice(0, NAMED)
    .join(', ')
    .slice(0, MOST - 20)} e ${more}`;
}

/**
 * Returns `next` with its description written anew from the items, unless the producer has written
 * one: a description is the producer's own where it differs from the one that its items give.
 */
export function withDescription(before: DraftValues, next: DraftValues): DraftValues {
  const isOwn =
    next.description !== before.description ||
    (before.description.trim() !== '' && before.description !== descriptionOfItems(before.items));
  return isOwn || next.items === before.items
    ? next
    : { ...next, description: descriptionOfItems(next.items) };
}
