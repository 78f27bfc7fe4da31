import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useInDoubt } from '../../forms/sent-or.ts';
import { usePortal } from '../../runtime/context.tsx';
import { anonymous, byLetter, type ReceivedProposal } from './anonymous-view.ts';
import { withoutItemsIfTooLarge } from './large-list.ts';

// The only place where this portal reads proposals. It requests the anonymous view and accepts
// nothing else: no other file of the producer's screens calls these endpoints, and none uses the
// other type (anonymity.test.ts).

const VIEW = { view: 'anonymous' } as const;

/**
 * Reads the proposals of an order, sorted by letter; without their items where these would make the
 * list too large (`lacksItems`).
 */
export function useReceived(order: string): UseQueryResult<readonly ReceivedProposal[]> {
  const { api } = usePortal();
  return useQuery({
    queryKey: ['listReceivedProposals', order],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await withoutItemsIfTooLarge((more) =>
          api.read('listReceivedProposals', {
            params: { order },
            query: { ...VIEW, ...more },
            signal,
          }),
        )
      )
        .map(anonymous)
        .toSorted(byLetter),
  });
}

export function useProposal(proposal: string): UseQueryResult<ReceivedProposal> {
  const { api } = usePortal();
  return useQuery({
    queryKey: ['getProposal', proposal],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      anonymous(await api.read('getProposal', { params: { proposal }, query: VIEW, signal })),
  });
}

type Decision<Input> = UseMutationResult<ReceivedProposal, Error, Input>;

interface Acceptance {
  readonly proposal: ReceivedProposal;
  readonly reason: string;
  readonly key: string;
}

/** Accepts the version that was displayed. A retry with the same key is the same acceptance. */
export function useAccept(): Decision<Acceptance> {
  const { api } = usePortal();
  const accept = useInDoubt(async ({ proposal: { uuid, version }, reason, key }: Acceptance) =>
    anonymous(
      await api.call('acceptProposal', {
        params: { proposal: uuid },
        query: VIEW,
        body: { reason: reason.trim() || null },
        ifMatch: version,
        idempotencyKey: key,
      }),
    ),
  );
  return useDecision('acceptProposal', accept);
}

export function useReject(): Decision<{
  readonly proposal: ReceivedProposal;
  readonly reason: string;
}> {
  const { api } = usePortal();
  return useDecision('rejectProposal', async ({ proposal: { uuid }, reason }) =>
    anonymous(
      await api.call('rejectProposal', {
        params: { proposal: uuid },
        query: VIEW,
        body: { reason: reason.trim() },
      }),
    ),
  );
}

function useDecision<Input>(
  id: 'acceptProposal' | 'rejectProposal',
  decide: (input: Input) => Promise<ReceivedProposal>,
): Decision<Input> {
  const { invalidateAfter } = usePortal();
  // Also after a refusal, so that a decision made elsewhere is shown at once.
  return useMutation({
    mutationFn: decide,
    onSettled: () => invalidateAfter(id),
  });
}

/** Sets the review state of a proposal, which is shared by all devices. */
export function useReview(): (
  proposal: string,
  state: 'viewed' | 'analyzing' | 'shortlisted',
) => Promise<void> {
  const { api, invalidateAfter } = usePortal();
  return async (proposal, state) => {
    await api.call('reviewProposal', { params: { proposal }, body: { state } });
    await invalidateAfter('reviewProposal');
  };
}
