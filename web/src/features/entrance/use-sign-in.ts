import type { Session } from '@lavra/contract/accounts/schemas';
import { useEffect, useRef } from 'react';
import { usePortal } from '../../runtime/context.tsx';
import { sessionOf } from '../../session/session.ts';

/**
 * Returns a function to call before a request that signs in, which returns what to call with its
 * answer. That begins the session, and returns false where the page was left or another user has
 * signed in meanwhile: a late answer must not replace who is there.
 */
export function useSignIn(): () => (answer: Session) => boolean {
  const { session } = usePortal();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => {
    const before = session.get()?.user.id;
    return (answer) => {
      if (!isShown.current || session.get()?.user.id !== before) return false;
      session.set(sessionOf(answer));
      return true;
    };
  };
}
