import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { useRead } from '../../api/use-api.ts';
import { useSession } from '../../portal/context.tsx';

/** Consultants read; deciding stays the producer's. */
export const useIsReader = (): boolean => useSession()?.user.user_type === 'consultor';

/** An order as this page shows it: with the producer's name where a consultant reads it. */
export type ShownOrder = ProducerOrder & { readonly producer?: { readonly name: string } };

/** The order that the address names. */
export function useOrderId(): string {
  const { order = '' }: { order?: string } = useParams({ strict: false });
  return order;
}

/** One's own order, or that of a producer one advises. */
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

/** What is read anew after an order changed. */
export const orderReads = [
  'getProducerOrder',
  'listProducerOrders',
  'getProducerDashboard',
  'getOrderTimeline',
] as const;
