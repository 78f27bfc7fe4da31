import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../runtime/context.tsx';

/**
 * Clears all data when the session ends, here or in another tab, or when another user's session
 * begins, so that nothing of the previous user stays visible.
 */
export function SessionWatch() {
  const userId = useSession()?.user.id;
  const before = useRef(userId);
  const queries = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (before.current === userId) return;
    const hadSession = before.current !== undefined;
    before.current = userId;
    if (!hadSession) return;
    queries.clear();
    // The guard of the current page redirects to the login, or admits the new user.
    void router.invalidate();
  }, [userId, queries, router]);
  return null;
}
