import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show, type Sent } from '../../../test/portal.tsx';
import { askedOrder, receivedProposal } from '../received/received-proposal.fixture.ts';
import { CombinationsPage } from './combinations-page.tsx';
import type { Point } from './points.ts';

const COMBINATIONS = 'POST /api/v1/producer/orders/order/combinations';
const order = { ...askedOrder('Ureia'), number: 'COT-1', description: 'Adubo', awarded_at: null };
const proposals = [receivedProposal('A', [100]), receivedProposal('B', [120])];

/** Buys the one item from a proposal. */
const pointOf = (letter: string, total: number): Point => ({
  most_proposals: 1,
  proposals_used: 1,
  covered: 1,
  items_count: 1,
  items_amount: total,
  freight_amount: 0,
  landed_total: total,
  proven: true,
  covered_bound: 1,
  gap_percent: 0,
  purchases: [
    {
      proposal: letter,
      label: `Proposta ${letter}`,
      mark: { name: 'Ipê', leaf: 'green' },
      items_amount: total,
      freight_amount: null,
      freight_kind: 'included',
      items: [
        {
          order_item_id: 1,
          unit_price: total / 10,
          quantity: 10,
          total_price: total,
          freight_share: 0,
          alternatives: [],
        },
      ],
    },
  ],
  uncovered_items: [],
});

/** Opens the page; under a limit of days the answer is the second, and comes when it is asked to. */
async function open() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const shown = await show(<CombinationsPage />, {
    pages: ['/cotacoes/$order/combinacoes'],
    path: '/cotacoes/order/combinacoes',
    answers: {
      'GET /api/v1/producer/orders/order': () => order,
      'GET /api/v1/orders/order/proposals/received': () =>
        proposals.map((proposal) => ({ ...proposal, alternatives: [] })),
      [COMBINATIONS]: async ({ body }: Sent) => {
        if (Object.keys(body as object).length === 0) return { data: [pointOf('A', 1000)] };
        await promise;
        return { data: [pointOf('B', 1200)] };
      },
    },
  });
  const bar = await screen.findByRole('region', { name: 'Compra' });
  return { ...shown, bar: within(bar), answer: () => resolve(undefined) };
}

it('buys nothing under other constraints than those that are set', async () => {
  const { user, bar, answer, requests } = await open();
  await new Promise((resolve) => {
    setTimeout(resolve, 450); // from now on a change is asked for only once it has rested
  });
  await user.type(screen.getByLabelText('Entrega em até (dias)'), '5');
  const button = bar.getByRole('button', { name: 'Calculando…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  await waitFor(() => expect(requests.filter(({ line }) => line === COMBINATIONS)).toHaveLength(2));
  await user.click(bar.getByRole('button', { name: 'Calculando…' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  answer();
  await user.click(await bar.findByRole('button', { name: 'Comprar' }));
  expect(screen.getByRole('dialog').textContent).toContain('Proposta B');
});

it('keeps what is asked about while other combinations come', async () => {
  const { user, bar, answer, portal } = await open();
  await user.click(bar.getByRole('button', { name: 'Comprar' }));
  const text = () => screen.getByRole('dialog').textContent;
  const before = text();
  expect(before).toContain('Proposta A');
  answer();
  await portal.queries.cancelQueries();
  portal.queries.setQueriesData({ queryKey: ['combineProposals'] }, { data: [pointOf('B', 1200)] });
  await bar.findByText(/1\.200,00/);
  expect(text()).toBe(before);
  portal.queries.setQueriesData({ queryKey: ['combineProposals'] }, { data: [] });
  await screen.findByText('Nenhuma combinação');
  expect(text()).toBe(before);
});
