import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import {
  startOf,
  type DraftFormat,
  type DraftStart,
  type LocalDraft,
} from '../../forms/autosave.ts';
import { emptyDraft, isStored, leftBehind, readDraft, type DraftValues } from './draft-values.ts';

export type OrderStart = DraftStart<DraftValues, ProducerOrder>;

/** How a draft order is read and compared; what `leftBehind` names stays on the device. */
export const orderFormat: DraftFormat<DraftValues, ProducerOrder> = {
  read: (stored) => (stored === undefined ? emptyDraft : readDraft(stored)),
  isStored: (values, stored) => stored !== undefined && isStored(values, stored),
  isComplete: (values) => leftBehind(values) === undefined,
};

/**
 * Returns how the editor begins: with the stored draft, or with this device's unsaved changes to
 * it, which are enough while the service does not answer. Undefined when there is neither.
 */
export function orderStart(
  stored: ProducerOrder | undefined,
  local: LocalDraft<DraftValues> | undefined,
): OrderStart | undefined {
  if (stored !== undefined) return startOf(stored, local, orderFormat);
  return local === undefined
    ? undefined
    : { ...startOf(stored, local, orderFormat), base: local.base, state: { kind: 'offline' } };
}
