import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { PriceChart } from './price-chart.tsx';
import { askedOrder, receivedProposal } from './received-proposal.fixture.ts';

const { items } = askedOrder('Ureia', 'MAP', 'Enxofre');
const proposals = [
  receivedProposal('A', [10, null, null], { freight_amount: 5 }),
  receivedProposal('B', [12, 20, null], { freight_amount: 0 }),
];

/** Returns the texts of a table, row by row, as they are read out. */
const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const heard = cell.cloneNode(true) as Element;
        for (const hidden of heard.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
        return (heard.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      }),
    );

describe('the picture of prices, as it is read out', () => {
  it('begins with what covers most, and says of each what is missing and what that costs', async () => {
    await show(<PriceChart proposals={proposals} items={items} chosen={[]} />);
    const [head, ...bars] = rowsOf(screen.getByRole('table', { name: /^Totais das propostas/ }));
    expect(head).toEqual(['Proposta', 'Total']);
    expect(bars.map(([name = '']) => name.slice(0, 10))).toEqual(['Proposta B', 'Proposta A']);
    expect(bars.map(([, facts]) => facts)).toEqual([
      'R$ 320,00 com frete2 de 3 itens',
      'R$ 105,00 com frete1 de 3 itensFalta MAP: R$ 200,00 pelo melhor preço das outras',
    ]);
    expect(screen.getByText('Ninguém cotou: Enxofre.')).toBeTruthy();
  });

  it('opens a map that names the best, the only and the missing price in words', async () => {
    const { user } = await show(<PriceChart proposals={proposals} items={items} chosen={[]} />);
    await user.click(screen.getByRole('button', { name: 'Ver o mapa de preços por item' }));
    const map = screen.getByRole('table', { name: /^Preço unitário de cada item/ });
    expect(rowsOf(map).slice(1)).toEqual([
      ['1. Ureia', 'R$ 12,00', 'R$ 10,00 melhor preço'],
      ['2. MAP', 'R$ 20,00único preço', 'Sem preço'],
      ['3. Enxofre', 'Ninguém cotou'],
    ]);
  });

  it('is left out where only one proposal can be chosen', async () => {
    const gone = receivedProposal('C', [9, 9, 9], { is_available: false });
    const [only = gone] = proposals;
    await show(<PriceChart proposals={[only, gone]} items={items} chosen={[]} />);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
