import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, show } from '../../../test/portal.tsx';
import { ResetPasswordPage } from './new-password-pages.tsx';

beforeEach(() => {
  sessionStorage.setItem(`lavra.link.${location.pathname}`, 'link');
});

const reset = async (profile: () => unknown) => {
  const { user, portal } = await show(<ResetPasswordPage />, {
    pages: ['entrar', 'esqueci-a-senha'],
    answers: {
      'POST /api/v1/password/reset': () => ({ message: 'Senha trocada.' }),
      'GET /api/v1/user/profile': profile,
      'POST /api/v1/refresh': () => refusal(401, { error: 'Entre de novo.' }),
    },
  });
  for (const field of screen.getAllByLabelText(/senha/i, { selector: 'input' }))
    await user.type(field, 'Colheita2027');
  await user.click(screen.getByRole('button', { name: 'Salvar nova senha' }));
  await screen.findByText('Senha trocada.');
  return portal.session;
};

it('a link that resets the password of another account leaves the session of this device', async () => {
  const session = await reset(() => ({}));
  expect(session.get()?.token).toBe('token');
});

it('a link that resets the password of who is signed in ends the session here too', async () => {
  const session = await reset(() => refusal(401, { error: 'Entre de novo.' }));
  expect([session.get(), session.ended()]).toEqual([undefined, 'left']);
});
