import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { LoginPage } from './login-page.tsx';

/** Presses "Entrar" while no user is signed in; the answer comes once `answer` is called. */
async function press() {
  vi.spyOn(location, 'replace').mockReturnValue();
  const login = Promise.withResolvers<object>();
  const shown = await show(<LoginPage />, {
    pages: ['entrar', 'esqueci-a-senha'],
    answers: { 'POST /api/v1/login': () => login.promise },
  });
  const { user, portal, requests } = shown;
  const ana = portal.session.get();
  if (ana === undefined) throw new Error('no user is signed in');
  act(() => portal.session.clear('left'));
  await user.type(screen.getByLabelText('E-mail'), 'ana@fazenda.test');
  await user.type(screen.getByLabelText('Senha'), 'Colheita2027');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await expect.poll(() => requests.map(({ line }) => line)).toContain('POST /api/v1/login');
  const answer = async () => {
    login.resolve({ token: 'late', expires_at: ana.expiresAt, user: ana.user, permissions: [] });
    await act(() => login.promise);
    await act(() => Promise.resolve());
  };
  return { ...shown, ana, answer };
}

it('a login begins the session', async () => {
  const { portal, answer } = await press();
  await answer();
  await expect.poll(() => portal.session.get()?.token).toBe('late');
});

it('a login that is answered after its page was left begins no session', async () => {
  const { portal, answer, unmount } = await press();
  unmount();
  await answer();
  expect(portal.session.get()).toBeUndefined();
});

it('a login that is answered after another user has signed in does not replace that one', async () => {
  const { portal, ana, answer } = await press();
  act(() => portal.session.set({ ...ana, token: 'other', user: { ...ana.user, id: 8 } }));
  await answer();
  expect(portal.session.get()).toMatchObject({ token: 'other', user: { id: 8 } });
});
