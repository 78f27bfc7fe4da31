import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
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
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  const { user, requests, portal, container } = await show(<Editor />, {
    answers: {
      'GET /api/v1/user/profile': () => read.promise,
      'PUT /api/v1/user/profile': () => ({}),
    },
  });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const session = portal.session.get();
  if (session === undefined) throw new Error('no user is signed in');
  act(() => portal.session.clear('left'));
  act(() => {
    portal.session.set({ ...session, token: 'new', user: { ...session.user, id: meanwhile } });
  });
  read.resolve({});
  const lines = () => requests.map(({ line }) => line);
  return { container, lines, replace };
};

it('a screen asks in the name of its own user, who has signed in again meanwhile', async () => {
  const { lines, replace } = await pressSave(7);
  await screen.findByText('salvo');
  expect(lines()).toEqual(['GET /api/v1/user/profile', 'PUT /api/v1/user/profile']);
  expect(replace).not.toHaveBeenCalled();
});

it('a screen is gone and asks nothing more once another user is signed in', async () => {
  const { container, lines, replace } = await pressSave(8);
  expect(container.querySelector('button, [role]')).toBe(null);
  expect(replace.mock.calls).toEqual([['/produtor/']]);
  // By now the rest of what was begun would have been sent.
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(lines()).toEqual(['GET /api/v1/user/profile']);
});

it('a page that was put away shows nothing of who has signed out meanwhile', async () => {
  const { portal } = await show(<Editor />);
  localStorage.clear();
  expect(portal.session.ended()).toBeUndefined();
  act(() => {
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  expect(portal.session.ended()).toBe('left_elsewhere');
});
