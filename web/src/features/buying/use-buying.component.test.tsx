import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { refusal, show, type Answers } from '../../../test/portal.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { askedOrder, receivedProposal } from '../received/received-proposal.fixture.ts';
import { useBuying } from './use-buying.tsx';

const AWARD = 'POST /api/v1/producer/orders/order/award';
const order = { ...askedOrder('Ureia', 'MAP'), awarded_at: null };
const proposals = [
  receivedProposal('A', [100, 200]),
  receivedProposal('B', [120, 180]),
  receivedProposal('C', [110, 190]),
];

/** A comparison reduced to what is bought in it, and to buttons that choose and read anew. */
function Buying({ reread }: { readonly reread: readonly ReceivedProposal[] }) {
  const [received, read] = useState<readonly ReceivedProposal[]>(proposals);
  const [inView, compare] = useState('ABC');
  const compared = received.filter(({ uuid }) => inView.includes(uuid));
  const buying = useBuying(order, { compared, received });
  return (
    <>
      {buying?.start}
      {buying?.bar}
      <button onClick={() => compare('BC')}>Só B e C</button>
      <button onClick={() => compare('ABC')}>Todas</button>
      <button onClick={() => buying?.choice?.toggle(2, 'C')}>Item 2 da C</button>
      <button onClick={() => buying?.choice?.toggle(1, 'A')}>Item 1 da A</button>
      <button onClick={() => read(reread)}>Ler de novo</button>
    </>
  );
}

const open = (reread: readonly ReceivedProposal[] = proposals, answers: Answers = {}) =>
  show(<Buying reread={reread} />, { answers });

/** These proposals once items are bought from the first of them. */
const boughtFromA = (...items: readonly number[]): readonly ReceivedProposal[] =>
  proposals.map((proposal) =>
    proposal.uuid === 'A'
      ? { ...proposal, award: { order_item_ids: items } as ReceivedProposal['award'] }
      : proposal,
  );

describe('a purchase without a reply', () => {
  it.each([[[1]], [[1, 2]]])(
    'shows the result where the proposals, read anew, hold it: items %j',
    async (items) => {
      const { user, address } = await open(boughtFromA(...items), {
        [AWARD]: () => refusal(504, {}),
      });
      await user.click(screen.getByText('Item 1 da A'));
      await user.click(screen.getByRole('button', { name: 'Comprar' }));
      await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
      await screen.findByText(/^Não sabemos se foi comprado/);
      await user.click(screen.getByText('Ler de novo'));
      await waitFor(() => expect(address()).toContain('/cotacoes/order/resultado'));
    },
  );

  it('stays open, to be asked for again, where the proposals do not hold it', async () => {
    const { user } = await open(boughtFromA(2), { [AWARD]: () => refusal(504, {}) });
    await user.click(screen.getByText('Item 1 da A'));
    await user.click(screen.getByRole('button', { name: 'Comprar' }));
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    await screen.findByText(/^Não sabemos se foi comprado/);
    await user.click(screen.getByText('Ler de novo'));
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  });
});

describe('what is chosen from a proposal out of view', () => {
  const bar = () => screen.queryByRole('region', { name: 'Compra' })?.textContent ?? '';
  const press = async (user: Awaited<ReturnType<typeof open>>['user'], ...texts: string[]) => {
    for (const text of texts) await user.click(screen.getByText(text));
  };

  it('is not shown, and is kept while others are chosen and taken back', async () => {
    const { user } = await open();
    await press(user, 'Item 1 da A', 'Só B e C');
    expect(bar()).toBe('');
    await press(user, 'Item 2 da C', 'Todas');
    expect(bar()).toContain('2 itens de 2 propostas');
    await press(user, 'Só B e C', 'Tirar tudo', 'Todas');
    expect(bar()).toContain('1 item de 1 proposta');
  });

  it('gives way where its item is chosen from those in view', async () => {
    const { user } = await open();
    await press(user, 'Item 1 da A', 'Só B e C', 'Escolher o menor preço de cada item', 'Todas');
    expect(bar()).toContain('2 itens de 2 propostas');
    expect(bar()).not.toContain('Proposta A');
  });

  it('is kept when others are bought', async () => {
    const { user, address, portal } = await open(proposals, { [AWARD]: () => ({}) });
    await press(user, 'Item 1 da A', 'Só B e C', 'Item 2 da C', 'Comprar');
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    await waitFor(() => expect(address()).toContain('/cotacoes/order/resultado'));
    expect(portal.drafts.find(7, 'compra.order')).toEqual([[1, 'A']]);
  });
});
