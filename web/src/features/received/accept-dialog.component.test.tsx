import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { refusal, show } from '../../../test/portal.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { receivedProposal } from './received-proposal.fixture.ts';

const ACCEPT = 'POST /api/v1/proposals/A/accept';

/** Opens the dialog that accepts a proposal of these prices. */
async function open(prices: readonly (number | null)[]): Promise<string> {
  const priced_items = prices.filter((price) => price !== null).length;
  const { container } = await show(
    <AcceptDialog
      proposal={receivedProposal('A', prices, { priced_items })}
      legalNotice={null}
      onClose={() => undefined}
    />,
  );
  return (container.textContent ?? '').replaceAll(/\s+/g, ' ');
}

it('says what an accepted proposal leaves unbought, which may be everything', async () => {
  expect(await open([100, 200])).not.toContain('O que faltar');
  expect(await open([100, null])).toContain('1 item fica sem preço nesta proposta. O que faltar');
  expect(await open([null, null])).toContain(
    'Esta proposta não tem preço em nenhum item: ao aceitar, nada é comprado. O que faltar',
  );
});

it('is sent as it was, by the same key, where it is not known whether it was accepted', async () => {
  let isReached = false;
  const onClose = vi.fn();
  const { user, requests, address } = await show(
    <AcceptDialog proposal={receivedProposal('A', [100])} legalNotice={null} onClose={onClose} />,
    {
      answers: {
        [ACCEPT]: () =>
          isReached ? { ...receivedProposal('A', [100]), alternatives: [] } : refusal(504, {}),
      },
    },
  );
  await user.click(screen.getByRole('button', { name: /^Aceitar/ }));
  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('Não sabemos se foi aceita');
  expect(said).not.toContain('Nada foi alterado');
  isReached = true;
  await user.type(screen.getByRole('textbox'), 'Mudei de ideia');
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(address()).toContain('/cotacoes/order/resultado'));
  const [first, second] = requests
    .filter(({ line }) => line === ACCEPT)
    .map(({ headers, body }) => ({ key: headers.get('idempotency-key'), body }));
  expect(first?.key).toEqual(expect.any(String));
  expect(second).toEqual(first);
});

it('says once that nothing was changed, and not where that is unknown', async () => {
  const refusals = [
    refusal(409, {
      error: 'Esta cotação está suspensa. Nada foi alterado.',
      code: 'order_suspended',
    }),
    refusal(504, {}),
    refusal(429, { error: 'Espere um minuto.', code: 'too_many_requests' }),
  ];
  const { user } = await show(
    <AcceptDialog
      proposal={receivedProposal('A', [100])}
      legalNotice={null}
      onClose={() => undefined}
    />,
    { answers: { [ACCEPT]: () => refusals.shift() ?? {}, 'GET /health/ready': () => ({}) } },
  );
  const said = async (): Promise<string> => (await screen.findByRole('alert')).textContent;
  const press = async (name: RegExp): Promise<void> =>
    user.click(await screen.findByRole('button', { name }));
  await press(/^Aceitar/);
  expect(await said()).toBe('Esta cotação está suspensa. Nada foi alterado.');
  await press(/^Tentar de novo/);
  await waitFor(async () => expect(await said()).toContain('Não sabemos se foi aceita'));
  await press(/^Tentar de novo/);
  await waitFor(async () => expect(await said()).toContain('Espere um minuto.'));
  expect(await said()).not.toContain('Nada foi alterado');
});

it.each([
  ['without a reply', () => refusal(504, {})],
  ['in another tab', () => refusal(409, { error: 'O registro mudou.', code: 'stale_version' })],
])('shows the result where the proposal, read anew, was accepted %s', async (_how, answer) => {
  const { user, address } = await show(<Reread />, {
    answers: { [ACCEPT]: answer },
  });
  await user.click(screen.getByRole('button', { name: /^Aceitar/ }));
  await screen.findByRole('alert');
  await user.click(screen.getByText('Ler de novo'));
  await waitFor(() => expect(address()).toContain('/cotacoes/order/resultado'));
});

/** The dialog beside a button that shows the proposal as accepted. */
function Reread() {
  const [proposal, read] = useState(receivedProposal('A', [100]));
  return (
    <>
      <button onClick={() => read({ ...proposal, status: 'accepted' })}>Ler de novo</button>
      <AcceptDialog proposal={proposal} legalNotice={null} onClose={() => undefined} />
    </>
  );
}
