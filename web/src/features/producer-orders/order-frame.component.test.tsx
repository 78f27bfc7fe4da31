import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { AcceptDialog } from '../received/accept-dialog.tsx';
import { askedOrder, receivedProposal } from '../received/received-proposal.fixture.ts';
import { offeredNotice } from './legal-notice.ts';
import { OrderFrame } from './order-frame.tsx';

const NOTICE = 'Compre com receita agronômica.';
const order = {
  ...askedOrder('Ureia', 'Glifosato'),
  number: 'COT-2026-000123',
  description: 'Insumos da safra',
  status: 'em_analise',
  status_label: 'Em análise',
  is_suspended: false,
  reason: null,
  deadline_date: '2026-11-20',
  dias_restantes: -1,
  closure_type: 'aberta',
  proposals_count: 2,
  awarded_at: null,
  winners: [],
};

/** Opens one of the tabs of an order. */
async function open(tab: string, part: object = {}) {
  const { container, unmount } = await show(<OrderFrame tab={tab}>{() => 'a parte'}</OrderFrame>, {
    answers: { 'GET /api/v1/producer/orders/': () => ({ ...order, ...part }) },
  });
  await screen.findByText('a parte', { exact: false });
  const text = container.textContent ?? '';
  unmount();
  return text;
}
const times = (text: string): number => text.split(NOTICE).length - 1;

describe('the legal notice of an order', () => {
  it('is shown once, with its items, and on none of the other tabs', async () => {
    expect(times(await open('Itens'))).toBe(1);
    for (const tab of ['Propostas', 'Resultado', 'Perguntas'])
      expect(times(await open(tab))).toBe(0);
  });

  it('is said once more where a proposal with such an item is accepted, and only there', async () => {
    for (const [prices, count] of [
      [[10, 20], 1],
      [[10, null], 0],
    ] as const) {
      const proposal = receivedProposal('A', prices);
      const { container, unmount } = await show(
        <AcceptDialog
          proposal={proposal}
          legalNotice={offeredNotice(askedOrder('Ureia', 'Glifosato'), proposal)}
          onClose={() => undefined}
        />,
      );
      expect(times(container.textContent ?? '')).toBe(count);
      unmount();
    }
  });
});

describe('the status of an order', () => {
  it('has the words of a producer, not those of a public tender', async () => {
    const text = await open('Itens', { status: 'adjudicada', status_label: 'Adjudicada' });
    expect(text).toContain('Escolhida');
    expect(text).not.toContain('Adjudicada');
  });
});
