import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { refusal, show } from '../../../test/portal.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

beforeEach(() => {
  sessionStorage.setItem(`lavra.link.${location.pathname}`, 'link');
});

it('an address that was confirmed is said to be, once, though the session of this device is over', async () => {
  const { portal, requests } = await show(<VerifyEmailPage />, {
    pages: ['entrar'],
    answers: {
      'POST /api/v1/email/verify': () => ({ message: 'E-mail confirmado.' }),
      'GET /api/v1/user/profile': () => refusal(401, { error: 'Entre de novo.' }),
      'POST /api/v1/refresh': () => refusal(401, { error: 'Entre de novo.' }),
    },
  });
  await screen.findByText('E-mail confirmado.');
  await expect.poll(() => portal.session.ended()).toBe('expired');
  // What the end of a session and the return of the service do to queries.
  act(() => portal.queries.clear());
  await act(() => portal.queries.invalidateQueries());
  expect(screen.getByText('E-mail confirmado.')).toBeDefined();
  expect(requests.filter(({ line }) => line === 'POST /api/v1/email/verify')).toHaveLength(1);
});
