import { explain, type Operation } from '../../server/test/negotiation/history.ts';
import { draftOrder, QUANTITY, step } from '../../server/test/negotiation/model.ts';
import type { HistoryEntry } from './history.ts';
import type { Broken } from './proof.ts';

/** What the load's suppliers save: so many items, each in this quantity, all at one price. */
export interface Saved {
  readonly items: number;
  readonly quantity: number;
  readonly priceOf: (body: unknown) => number;
}

/**
 * Adds to `broken` each order whose history no order of its commands explains: every write once, in
 * the sequence that its callers saw, with the version and the total that it was answered with.
 */
export function verifyHistories(
  history: readonly HistoryEntry[],
  saved: Saved,
  broken: Broken,
): void {
  const published = step(draftOrder(saved.items), { do: 'publish' }).next;
  for (const [orderId, entries] of Map.groupBy(history, (entry) => entry.orderId)) {
    const found = explain(
      published,
      entries.map((entry) => operationOf(entry, saved)),
    );
    if (!found.legal) broken.add('history not explained', `order ${orderId}: ${found.why}`);
  }
}

function operationOf(entry: HistoryEntry, { items, quantity, priceOf }: Saved): Operation {
  const name = String(entry.reply['uuid']);
  const perUnit = quantity / QUANTITY;
  return {
    actor: `supplier ${entry.supplierId}`,
    command:
      entry.command === 'submit'
        ? { do: 'submit', proposal: name }
        : {
            do: 'save',
            supplier: entry.supplierId,
            offers: Array.from({ length: items }, () => priceOf(entry.body) * perUnit),
            partial: false,
            minimum: null,
          },
    begin: entry.asked,
    end: entry.answered,
    answer: {
      status: entry.status,
      code: null,
      name,
      version: Number(entry.reply['version']),
      total: Number(entry.reply['total_amount']),
    },
  };
}
