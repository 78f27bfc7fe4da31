import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../data/use-api.ts';
import { noNetwork, show } from '../../../test/portal.tsx';
import { ReviewPage } from './review-page.tsx';

const product = (id: number, name: string) => ({
  id,
  name,
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'T',
});
const asked = [
  { id: 1, position: 1, product_id: 10, allow_similar: true, notes: null },
  { id: 2, position: 2, product_id: 11, allow_similar: false, notes: '11-52-00 granulado' },
].map((item, index) => ({
  ...item,
  quantity: 2,
  unit: 'T',
  is_unlisted: false,
  product: product(item.product_id, index === 0 ? 'Ureia' : 'MAP'),
}));

const order = {
  uuid: 'o1',
  number: 'COT-2026-000123',
  description: 'Adubo da safra',
  status: 'publicada',
  closure_type: 'aberta',
  deadline_date: '2099-01-31',
  total_itens: 2,
  split_award: true,
  items: asked,
  last_prices: [],
  my_proposals: [{ uuid: 'p1', status: 'draft' }],
};
const proposal = {
  uuid: 'p1',
  version: 1,
  status: 'draft',
  can_submit: true,
  total_amount: 9800,
  landed_total: 9800,
  landed_unknown: null,
  freight_kind: 'included',
  freight_amount: null,
  freight_rule: 'full',
  allows_partial: true,
  partial_minimum: 5000,
  validity_date: null,
  delivery_days: 10,
  payment_terms: '28 dias',
  notes: null,
  supplier_reference: null,
  priced_items: 2,
  identity_warnings: [],
  items: asked.map((order_item) => ({
    id: order_item.id,
    order_item_id: order_item.id,
    order_item,
    product_id: order_item.product_id,
    product: order_item.product,
    quantity: 2,
    unit_price: 2450,
    total_price: 4900,
    has_price: true,
    is_offered: true,
    offers_similar: false,
    similar_gone: false,
    similar_product_name: null,
    similar_product_description: null,
    has_justification: false,
    justification: null,
    justification_label: null,
    justification_type: null,
    notes: null,
  })),
};

const review = (stored: typeof proposal) =>
  show(<ReviewPage />, {
    portal: 'supplier',
    answers: {
      'GET /api/v1/supplier/orders/': () => order,
      'GET /api/v1/supplier/proposals/p1': () => stored,
    },
  });

describe('the review of a proposal before it is sent', () => {
  it('lets no similar product be sent without its name, and leads to its row', async () => {
    const items = proposal.items.map((one, index) => ({ ...one, offers_similar: index === 0 }));
    await review({ ...proposal, items });
    expect(await screen.findByText('Falta 1 item para poder enviar.')).toBeDefined();
    const problem = screen.getByText(/: falta o nome do similar$/);
    expect(problem.querySelector('a')?.getAttribute('href')).toMatch(/item=1$/);
    const send = screen.getByRole('button', { name: 'Enviar proposta' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
  });

  it('says of each item what was noted, and whether the producer takes a similar product', async () => {
    await review(proposal);
    await screen.findByRole('button', { name: 'Enviar proposta' });
    expect(screen.getAllByText(/similar/).map(({ textContent }) => textContent)).toEqual([
      'Aceita similar',
      'Não aceita similar. Pedido: 11-52-00 granulado',
    ]);
  });

  it('shows what was sent on the receipt at once, though nothing more can be read', async () => {
    let line: 'up' | 'lost' = 'up';
    const { user, portal, requests } = await show(<ReviewPage />, {
      portal: 'supplier',
      pages: ['propostas/$proposal/comprovante'],
      answers: {
        'GET /api/v1/supplier/orders/': () => order,
        'GET /api/v1/supplier/proposals/p1': () => (line === 'up' ? proposal : noNetwork()),
        'POST /api/v1/proposals/p1/submit': () => {
          line = 'lost';
          return { ...proposal, status: 'submitted', submitted_at: '2026-11-28 10:00:00' };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Enviar proposta' }));
    for (const again of screen.queryAllByRole('button', { name: /^Enviar/ }).slice(-1))
      await user.click(again);
    await expect
      .poll(() => requests.map((request) => request.line))
      .toContain('POST /api/v1/proposals/p1/submit');
    await expect
      .poll(() =>
        portal.queries.getQueryData(keyOf('getSupplierProposal', { params: { id: 'p1' } })),
      )
      .toMatchObject({ status: 'submitted' });
  });
});
