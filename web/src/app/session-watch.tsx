import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../runtime/context.tsx';

/** Clears all data when the session ends, here or in another tab. */
export function SessionWatch() {
  const isIn = useSession() !== undefined;
  const wasIn = useRef(isIn);
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const hasEnded = wasIn.current && !isIn;
    wasIn.current = isIn;
    if (!hasEnded) return;
    queries.clear();
    // The guard of the current page redirects to the login.
    void router.invalidate();
  }, [isIn, queries, router]);
  return null;
}
