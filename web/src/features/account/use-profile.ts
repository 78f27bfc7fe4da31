import { useQueryClient } from '@tanstack/react-query';
import type { ProfileBody, User } from '@lavra/contract/accounts/schemas';
import { keyOf, useRead } from '../../data/use-api.ts';
import { usePortal } from '../../runtime/context.tsx';
import { identityOf } from '../../session/session.ts';
import { toast } from '../../ui/toasts.tsx';

/** Reads the user's own record. */
export const useProfile = () => useRead('getProfile', {}, { staleTime: 0 });

/** Returns a function that changes part of the record; the shell shows the new name at once. */
export function useSaveProfile(): (body: ProfileBody, said?: string) => Promise<User> {
  const { api, session } = usePortal();
  const queries = useQueryClient();
  return async (body, said = 'Alterações salvas.') => {
    const user = await api.call('updateProfile', { body });
    // Answered after another person has signed in: it is not theirs to see.
    if (session.get()?.user.id !== user.id) return user;
    session.change({ user: identityOf(user) });
    queries.setQueryData(keyOf('getProfile', {}), user);
    toast(said);
    return user;
  };
}
