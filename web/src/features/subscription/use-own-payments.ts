import { useQueryClient } from '@tanstack/react-query';
import type { OwnPayment } from '@lavra/contract/payments/schemas';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { toast } from '../../ui/toasts.tsx';

const ASK_AGAIN_MS = 4_000;

/** Returns true for an open payment with instructions, which may be paid at any moment. */
const isWaiting = ({ status, instructions }: OwnPayment): boolean =>
  instructions !== null && (status === 'pending' || status === 'overdue');

/**
 * Reads the user's payments, polling while one of them is open; when it is paid, the plan is
 * reloaded.
 */
export function useOwnPayments(page = 1) {
  const [waits, setWaits] = useState(false);
  const payments = useRead(
    'listOwnPayments',
    { query: { page, per_page: 10 } },
    { keepPrevious: true, staleTime: 0, refetchInterval: waits && ASK_AGAIN_MS },
  );
  const { data } = payments;
  useEffect(() => setWaits(data?.data.some(isWaiting) ?? false), [data]);
  return payments;
}

/** Shows a toast once when an open payment is confirmed. */
export function useConfirmations(payments: readonly OwnPayment[] | undefined): void {
  const queries = useQueryClient();
  const waiting = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (payments === undefined) return;
    const paid = payments.filter(
      ({ id, status }) => status === 'confirmed' && waiting.current.has(id),
    );
    waiting.current = new Set(payments.filter(isWaiting).map(({ id }) => id));
    if (paid.length === 0) return;
    toast('Pagamento confirmado.');
    void queries.invalidateQueries({ queryKey: ['getOwnSubscription'] });
  }, [payments, queries]);
}
