import { ApiError } from '../../api/api-error.ts';
import type { ReceivedProposal } from './anonymous-view.ts';

/** Reads a list, and again without the items of its proposals where it would be too large with them. */
export const withoutItemsIfTooLarge = <T>(
  read: (more: { readonly items?: false }) => Promise<T>,
): Promise<T> =>
  read({}).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'proposals_too_large') throw error;
    return read({ items: false });
  });

/** Returns whether proposals came without their items: they offer some, and hold none. */
export const lacksItems = (
  proposals: readonly Pick<ReceivedProposal, 'items' | 'priced_items'>[],
): boolean => proposals.some(({ items, priced_items }) => items.length === 0 && priced_items > 0);
