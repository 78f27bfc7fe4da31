import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { PrivacyPage } from './privacy-page.tsx';

it('an account that is erased late ends no session, and erases no draft, of who has signed in since', async () => {
  vi.spyOn(location, 'replace').mockReturnValue();
  const erased = Promise.withResolvers<object>();
  const { user, portal, requests } = await show(<PrivacyPage />, {
    answers: { 'POST /api/v1/user/erase': () => erased.promise },
  });
  await user.click(screen.getByRole('button', { name: 'Apagar minha conta…' }));
  await user.type(screen.getByLabelText(/^Sua senha/), 'Colheita2027');
  await user.type(screen.getByLabelText(/^Escreva APAGAR/), 'APAGAR');
  await user.click(screen.getByRole('button', { name: 'Apagar para sempre' }));
  await expect.poll(() => requests.map(({ line }) => line)).toContain('POST /api/v1/user/erase');
  const session = portal.session.get();
  if (session === undefined) throw new Error('no user is signed in');
  portal.drafts.save(8, 'perfil', 'of the other');
  act(() => portal.session.set({ ...session, user: { ...session.user, id: 8 } }));
  await act(async () => {
    erased.resolve({ message: 'Conta apagada.' });
    await erased.promise;
  });
  expect(portal.session.get()?.user.id).toBe(8);
  expect(portal.drafts.find(8, 'perfil')).toBe('of the other');
});
