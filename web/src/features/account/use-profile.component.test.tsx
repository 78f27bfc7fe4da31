import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keyOf } from '../../data/use-api.ts';
import { show } from '../../../test/portal.tsx';
import { useSaveProfile } from './use-profile.ts';

let save: ReturnType<typeof useSaveProfile> | undefined;

function Screen() {
  save = useSaveProfile();
  return null;
}

const saveName = async (meanwhile?: 'another signs in') => {
  const saved = Promise.withResolvers<object>();
  vi.spyOn(location, 'replace').mockReturnValue();
  const { portal } = await show(<Screen />, {
    answers: { 'PUT /api/v1/user/profile': () => saved.promise },
  });
  const session = portal.session.get();
  if (session === undefined || save === undefined) throw new Error('no user is signed in');
  const saving = save({ name: 'Ana Maria' });
  act(() => {
    if (meanwhile !== undefined)
      portal.session.set({ ...session, user: { ...session.user, id: 8, name: 'Bruno' } });
  });
  saved.resolve({ ...session.user, name: 'Ana Maria' });
  await act(() => saving);
  return {
    shown: portal.session.get()?.user.name,
    kept: portal.queries.getQueryData(keyOf('getProfile', {})),
  };
};

it('a saved profile is shown at once', async () => {
  const { shown, kept } = await saveName();
  expect(shown).toBe('Ana Maria');
  expect(kept).toMatchObject({ id: 7, name: 'Ana Maria' });
});

it("a profile that is answered after another user has signed in is not kept as the other's", async () => {
  const { shown, kept } = await saveName('another signs in');
  expect(shown).toBe('Bruno');
  expect(kept).toBeUndefined();
});
