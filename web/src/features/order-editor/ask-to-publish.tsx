import { Button } from '@mantine/core';
import { toastProblem } from '../../data/toast-problem.ts';
import { useChange } from '../../data/use-api.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { toast } from '../../ui/toasts.tsx';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import { isReadyToPublish } from './ready-to-publish.ts';
import type { Draft } from './use-draft.ts';

/** A consultant's last step: notifies the producer that the draft is ready. */
export function AskToPublish({
  draft,
  order,
  isReady,
}: {
  readonly draft: Draft;
  readonly order: ShownOrder | undefined;
  readonly isReady: boolean;
}) {
  const request = useChange('requestPublication');
  const [busy, once] = useOneAtATime();
  const key = useOperationKey();
  const ask = async (): Promise<void> => {
    if (order === undefined || !(await isReadyToPublish(draft, isReady))) return;
    try {
      await request.mutateAsync({
        params: { order: order.uuid },
        idempotencyKey: `${key}.${order.publication_requested_at ?? ''}`,
      });
      toast(`Avisamos ${order.producer?.name ?? 'o produtor'}. Só falta a publicação.`);
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Button
      aria-disabled={!isReady || busy}
      onClick={() => {
        void once(ask);
      }}
    >
      {busy ? 'Avisando…' : 'Pedir ao produtor que publique'}
    </Button>
  );
}
