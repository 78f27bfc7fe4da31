import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from './context.tsx';

/** When the session ends, here or in another tab, or another person's begins: nothing of the last one stays in sight. */
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
    // The guard of the page one is on sends to the door, or lets the other person see it.
    void router.invalidate();
  }, [userId, queries, router]);
  return null;
}
