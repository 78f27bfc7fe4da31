import {
  keepPreviousData,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { usePortal } from '../runtime/context.tsx';
import type { Change, EndpointId, Input, Reply } from '../api/endpoint-types.ts';
import type { Extras } from '../api/request.ts';

interface ReadOptions {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly keepPrevious?: boolean;
  readonly refetchInterval?: number | false;
}

/** Returns the key under which the answer to a read is cached. */
export const keyOf = <Id extends EndpointId>(id: Id, input: Input<Id>) => [id, input] as const;

/** Reads an endpoint, cached by its name and input. */
export function useRead<Id extends EndpointId>(
  id: Id,
  input: Input<Id>,
  { enabled = true, keepPrevious = false, ...options }: ReadOptions = {},
): UseQueryResult<Reply<Id>> {
  const { api } = usePortal();
  return useQuery({
    queryKey: keyOf(id, input),
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

/** Changes data through an endpoint, then invalidates the reads that this makes stale. */
export function useChange<Id extends Change>(
  id: Id,
): UseMutationResult<Reply<Id>, Error, Input<Id> & Extras> {
  const { api, invalidateAfter } = usePortal();
  return useMutation({
    mutationFn: (input) =>
      (api.call as (id: Id, input: Input<Id> & Extras) => Promise<Reply<Id>>)(id, input),
    onSuccess: () => invalidateAfter(id),
  });
}
