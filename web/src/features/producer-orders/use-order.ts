import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { useRead } from '../../data/use-api.ts';
import { useSession } from '../../runtime/context.tsx';

/** Returns true for consultants, who read, and write drafts: only the producer decides. */
export const useIsReader = (): boolean => useSession()?.user.user_type === 'consultor';

/** An order as this page shows it: includes the producer's name when a consultant reads it. */
export type ShownOrder = ProducerOrder & { readonly producer?: { readonly name: string } };

/** Returns the order in the address. */
export function useOrderId(): string {
  const { order = '' }: { order?: string } = useParams({ strict: false });
  return order;
}

/** Reads the producer's own order, or one of a producer that the consultant advises. */
export function useOrder(order: string): UseQueryResult<ShownOrder> {
  const isReader = useIsReader();
  const own = useRead(
    'getProducerOrder',
    { params: { order } },
    { enabled: !isReader, staleTime: 0 },
  );
  const advised = useRead(
    'getConsultantOrder',
    { params: { order } },
    { enabled: isReader, staleTime: 0 },
  );
  return isReader ? advised : own;
}
