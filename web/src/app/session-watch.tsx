import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../runtime/context.tsx';

/**
 * Clears all data when the session ends, here or in another tab, and loads the page anew when another
 * user's has begun in its place, so that nothing of the previous user stays.
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
    if (userId !== undefined) return location.reload();
    queries.clear();
    // The guard of the current page redirects to the login.
    void router.invalidate();
  }, [userId, queries, router]);
  return null;
}
