import type { ProducerOrder, UpdateOrderBody } from '@lavra/contract/orders/schemas';
import { ApiError } from '../../api/api-error.ts';
import { keyOf } from '../../data/use-api.ts';
import { useAutosave, useLocalDraft, type AutosavedDraft } from '../../forms/use-autosave.ts';
import { usePortal } from '../../runtime/context.tsx';
import { useIsReader } from '../producer-orders/use-order.ts';
import { withDescription } from './description-of-items.ts';
import { orderFormat, type OrderStart } from './draft-format.ts';
import { bodyOf, type DraftValues } from './draft-values.ts';

type Autosaved = AutosavedDraft<DraftValues, ProducerOrder>;
type Change = Partial<DraftValues> | ((values: DraftValues) => Partial<DraftValues>);

/** A draft order being edited. */
export interface Draft extends Omit<Autosaved, 'draft' | 'change'> {
  readonly values: DraftValues;
  /** Changes some of the values; the description follows the items until the producer writes one. */
  readonly change: (part: Change) => void;
}

/** Returns the place on this device for a draft order, by its id; `nova` for one not created yet. */
export const useLocalOrder = (id: string) => useLocalDraft<DraftValues>(`cotacao.${id}`);

/** Stores a draft as its producer, or as a consultant for one. */
function useDraftStore(order: string) {
  const { api, invalidateAfter, queries } = usePortal();
  const isConsultant = useIsReader();
  const input = { params: { order } };
  const read = isConsultant ? 'getConsultantOrder' : 'getProducerOrder';
  const change = isConsultant ? 'updateConsultantOrder' : 'updateOrder';
  return {
    send: async (body: UpdateOrderBody, ifMatch: number | undefined): Promise<ProducerOrder> => {
      try {
        return await api.call(change, {
          ...input,
          body,
          ...(ifMatch === undefined ? {} : { ifMatch }),
        });
      } catch (error) {
        throw isConsultant && error instanceof ApiError && error.status === 403
          ? new ApiError(403, { code: error.code, error: 'você não atende mais este produtor.' })
          : error;
      }
    },
    find: (): Promise<ProducerOrder> => api.call(read, input),
    onStored: (stored: ProducerOrder): void => {
      queries.setQueryData(keyOf(read, input), stored);
      api.remember(read, input, stored); // so that the editor opens with it without a network
      void invalidateAfter(change);
    },
  };
}

/** Edits a draft order, which the service has already. */
export function useDraft(order: string, start: OrderStart): Draft {
  const store = useDraftStore(order);
  const { draft, change, ...rest } = useAutosave<DraftValues, ProducerOrder>({
    ...orderFormat,
    start,
    local: useLocalOrder(order),
    send: (values, base) => store.send(bodyOf(values), base?.version),
    find: store.find,
    onStored: store.onStored,
  });
  return {
    ...rest,
    values: draft,
    change: (part) =>
      change((values) =>
        withDescription(values, {
          ...values,
          ...(typeof part === 'function' ? part(values) : part),
        }),
      ),
  };
}
