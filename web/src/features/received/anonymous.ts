import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { usePortal } from '../../portal/context.tsx';
import { anonymous, byLetter, type ReceivedProposal } from './anonymous-view.ts';

// The one place where proposals come into this portal. It asks for the anonymous view and takes nothing else: no other
// file of the producer's screens calls these endpoints, and none knows the other shape (anonymity.test.ts).

const VIEW = { view: 'anonymous' } as const;

/** The proposals of an order, in the order of their letters. */
export function useReceived(order: string): UseQueryResult<readonly ReceivedProposal[]> {
  const { api } = usePortal();
  return useQuery({
    queryKey: ['listReceivedProposals', order],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.read('listReceivedProposals', { params: { order }, query: VIEW, signal }))
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

/** What a decision makes stale. */
const touched = [
  'listReceivedProposals',
  'getProposal',
  'compareOrderProposals',
  'getProducerOrder',
  'listProducerOrders',
  'getProducerDashboard',
  'getOrderTimeline',
] as const;

type Decision<Input> = UseMutationResult<ReceivedProposal, Error, Input>;

/** Accepts, on the version that was looked at. A repeated try with the same key is the same acceptance. */
export function useAccept(): Decision<{
  readonly proposal: ReceivedProposal;
  readonly reason: string;
  readonly key: string;
}> {
  const { api } = usePortal();
  return useDecision(async ({ proposal: { uuid, version }, reason, key }) =>
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
}

export function useReject(): Decision<{
  readonly proposal: ReceivedProposal;
  readonly reason: string;
}> {
  const { api } = usePortal();
  return useDecision(async ({ proposal: { uuid }, reason }) =>
    anonymous(
      await api.call('rejectProposal', {
        params: { proposal: uuid },
        query: VIEW,
        body: { reason: reason.trim() },
      }),
    ),
  );
}

function useDecision<Input>(decide: (input: Input) => Promise<ReceivedProposal>): Decision<Input> {
  const queries = useQueryClient();
  // Also after a refusal: what was decided elsewhere is shown at once.
  return useMutation({
    mutationFn: decide,
    onSettled: async () => {
      await Promise.all(touched.map((read) => queries.invalidateQueries({ queryKey: [read] })));
    },
  });
}

/** How far one has come with a proposal; the same on every device. */
export function useReview(): (
  proposal: string,
  state: 'viewed' | 'analyzing' | 'shortlisted',
) => Promise<void> {
  const { api } = usePortal();
  const queries = useQueryClient();
  return async (proposal, state) => {
    await api.call('reviewProposal', { params: { proposal }, body: { state } });
    await Promise.all(
      ['listReceivedProposals', 'getProposal'].map((read) =>
        queries.invalidateQueries({ queryKey: [read] }),
      ),
    );
  };
}
