import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { usePortal } from './context.tsx';

/** Reads, and then changes what it read, as an editor does. */
function Editor() {
  const { api } = usePortal();
  const [said, setSaid] = useState('');
  const save = async (): Promise<void> => {
    await api.call('getProfile');
    await api.call('updateProfile', { body: { name: 'Ana' } });
  };
  const press = (): void => {
    save().then(
      () => setSaid('salvo'),
      (error: unknown) => setSaid((error as Error).name),
    );
  };
  return (
    <>
      <button type="button" onClick={press}>
        Salvar
      </button>
      <output>{said}</output>
    </>
  );
}

const pressSave = async (meanwhile: number) => {
  const read = Promise.withResolvers<object>();
  const { user, requests, portal } = await show(<Editor />, {
    answers: {
      'GET /api/v1/user/profile': () => read.promise,
      'PUT /api/v1/user/profile': () => ({}),
    },
  });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const session = portal.session.get();
  if (session === undefined) throw new Error('no user is signed in');
  portal.session.clear('left');
  portal.session.set({ ...session, token: 'new', user: { ...session.user, id: meanwhile } });
  read.resolve({});
  await expect.poll(() => screen.getByRole('status').textContent).not.toBe('');
  return { said: screen.getByRole('status').textContent, requests: requests.map((r) => r.line) };
};

it('a screen asks in the name of its own user, who has signed in again meanwhile', async () => {
  expect(await pressSave(7)).toEqual({
    said: 'salvo',
    requests: ['GET /api/v1/user/profile', 'PUT /api/v1/user/profile'],
  });
});

it('a screen asks nothing more once another user is signed in', async () => {
  expect(await pressSave(8)).toEqual({
    said: 'SessionEnded',
    requests: ['GET /api/v1/user/profile'],
  });
});
