import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { usePortal } from '../runtime/context.tsx';
import type { EndpointId, Input, Reply } from '../api/endpoint-types.ts';
import type { Extras } from '../api/request.ts';

interface ReadOptions {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly keepPrevious?: boolean;
  readonly refetchInterval?: number | false;
}

/** Reads an endpoint, cached by its name and input. */
export function useRead<Id extends EndpointId>(
  id: Id,
  input: Input<Id>,
  { enabled = true, keepPrevious = false, ...options }: ReadOptions = {},
): UseQueryResult<Reply<Id>> {
  const { api } = usePortal();
  return useQuery({
    queryKey: [id, input],
    enabled,
    ...options,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    // The input fits its endpoint; TypeScript cannot follow that through the rest parameter.
    queryFn: ({ signal }) =>
      (api.read as (id: Id, input: Input<Id> & Extras) => Promise<Reply<Id>>)(
        id,
        Object.assign({}, input, { signal }),
      ),
  });
}

/** Changes data through an endpoint, then invalidates the cached reads that are named. */
export function useChange<Id extends EndpointId>(
  id: Id,
  { stale = [] }: { readonly stale?: readonly EndpointId[] } = {},
): UseMutationResult<Reply<Id>, Error, Input<Id> & Extras> {
  const { api } = usePortal();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input) =>
      (api.call as (id: Id, input: Input<Id> & Extras) => Promise<Reply<Id>>)(id, input),
    onSuccess: async () => {
      await Promise.all(stale.map((read) => queries.invalidateQueries({ queryKey: [read] })));
    },
  });
}
