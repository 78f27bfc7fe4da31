import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keyOf } from '../../data/use-api.ts';
import { show } from '../../../test/portal.tsx';
import { useSaveProfile } from './use-profile.ts';

/** Saves a name, and says whose record was returned. */
function NameSaver() {
  const save = useSaveProfile();
  return (
    <button
      type="button"
      onClick={(event) => {
        const { currentTarget: button } = event;
        void save({ name: 'Ana Maria' }).then(
          ({ name }) => (button.textContent = `salvo: ${name}`),
        );
      }}
    >
      Salvar
    </button>
  );
}

const press = async (meanwhile?: 'another signs in') => {
  const saved = Promise.withResolvers<object>();
  const { user, portal } = await show(<NameSaver />, {
    answers: { 'PUT /api/v1/user/profile': () => saved.promise },
  });
  const session = portal.session.get();
  if (session === undefined) throw new Error('no user is signed in');
  await user.click(screen.getByRole('button'));
  if (meanwhile !== undefined)
    portal.session.set({ ...session, user: { ...session.user, id: 8, name: 'Bruno' } });
  saved.resolve({ ...session.user, name: 'Ana Maria' });
  await screen.findByText('salvo: Ana Maria');
  return {
    shown: portal.session.get()?.user.name,
    kept: portal.queries.getQueryData(keyOf('getProfile', {})),
  };
};

it('a saved profile is shown at once', async () => {
  const { shown, kept } = await press();
  expect(shown).toBe('Ana Maria');
  expect(kept).toMatchObject({ id: 7, name: 'Ana Maria' });
});

it("a profile that is answered after another user has signed in is not kept as the other's", async () => {
  const { shown, kept } = await press('another signs in');
  expect(shown).toBe('Bruno');
  expect(kept).toBeUndefined();
});
