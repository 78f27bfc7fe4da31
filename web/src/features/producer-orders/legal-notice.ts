import type { ReceivedProposal } from './anonymous-view.ts';
import type { ShownOrder } from './use-order.ts';

/** Returns the legal notice of an order where one of these items of it requires it, else null. */
export const legalNoticeFor = (
  {
    items,
    legal_notice,
  }: Pick<ShownOrder, 'legal_notice'> & {
    readonly items: readonly Pick<ShownOrder['items'][number], 'id' | 'is_pesticide'>[];
  },
  itemIds: Iterable<number>,
): string | null => {
  const wanted = new Set(itemIds);
  return items.some(({ id, is_pesticide }) => is_pesticide && wanted.has(id)) ? legal_notice : null;
};

/** Returns the legal notice that the items of a proposal require; null while the order is awaited. */
export const offeredNotice = (
  order: ShownOrder | undefined,
  { items }: Pick<ReceivedProposal, 'items'>,
): string | null =>
  order === undefined
    ? null
    : legalNoticeFor(
        order,
        items.filter(({ is_offered }) => is_offered).map(({ order_item_id }) => order_item_id),
      );
