import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { summaryRows } from './matrix-summary.tsx';

interface Offer {
  readonly prices: readonly (number | null)[];
  readonly freight?: number | null;
}

/** A comparison of offers of one unit of each item; `lowest` has the lowest total of common items. */
function comparisonOf(offers: readonly Offer[], lowest: number): OrderComparison {
  const items = offers[0]?.prices ?? [];
  const sum = (prices: readonly (number | null)[]): number =>
    prices.reduce<number>((all, price) => all + (price ?? 0), 0);
  const isCommon = (item: number): boolean => offers.every(({ prices }) => prices[item] !== null);
  return {
    common_items: items.filter((_, item) => isCommon(item)).length,
    proposals: offers.map(({ prices, freight = 0 }, index) => ({
      proposal: `p${index}`,
      is_available: true,
      total_amount: sum(prices),
      freight_amount: freight,
      freight_kind: freight === null ? null : 'amount',
      landed_total: sum(prices) + (freight ?? 0),
      landed_unknown: freight === null ? 'freight_unknown' : null,
      common_total: sum(prices.filter((_, item) => isCommon(item))),
      is_lowest_common_total: index === lowest,
      priced_items: prices.filter((price) => price !== null).length,
      total_items: prices.length,
      coverage_label: '',
      best_prices: 0,
      partial_minimum: null,
      validity_date: null,
      submitted_at: null,
      notes: null,
    })),
    rows: items.map((_, item) => ({
      item: { id: item },
      cells: offers.map(({ prices }, index) => ({
        proposal: `p${index}`,
        is_priced: prices[item] !== null,
        quantity: 1,
        aside_reason: null,
      })),
    })),
  } as unknown as OrderComparison; // the part that these rows read
}

/** Shows the rows, and returns their names with the proposals in which each marks its total. */
function rowsOf(offers: readonly Offer[], lowest = 0) {
  const comparison = comparisonOf(offers, lowest);
  const rows = summaryRows(comparison);
  render(
    <table>
      <tbody>
        {rows.map(({ name, label, cell }) => (
          <tr key={name} aria-label={label}>
            {comparison.proposals.map((column) => (
              <td key={column.proposal}>{cell(column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
  );
  const marked = (label: string): readonly number[] =>
    within(screen.getByRole('row', { name: label }))
      .getAllByRole('cell')
      .flatMap(({ textContent }, index) => (textContent?.includes('Menor total') ? [index] : []));
  return {
    totals: rows
      .slice(1, 4)
      .flatMap(({ name, label, isDeciding }) =>
        ['landed', 'total', 'common'].includes(name) ? [[label, isDeciding, marked(label)]] : [],
      ),
  };
}

const LANDED = 'Posta na fazenda, com frete';
const OWN = 'Total da proposta';

describe('the rows above the items of a comparison', () => {
  it('begin with what is paid at the farm, and mark its lowest, where all say it', () => {
    const { totals } = rowsOf([
      { prices: [10, 20], freight: 9 },
      { prices: [12, 20], freight: 1 },
    ]);
    expect(totals).toEqual([
      [LANDED, true, [1]],
      [OWN, false, []],
    ]);
  });

  it('rank the proposals’ own totals where a freight is unknown, and have no row for common items', () => {
    const { totals } = rowsOf([{ prices: [10, 20], freight: null }, { prices: [12, 20] }]);
    expect(totals).toEqual([
      [OWN, true, [0]],
      [LANDED, false, []],
    ]);
  });

  it('rank the common items where the offers differ, which then come first', () => {
    const { totals } = rowsOf([{ prices: [10, 20, 70] }, { prices: [12, 30, null] }]);
    expect(totals).toEqual([
      ['Total dos 2 itens comuns', true, [0]],
      [OWN, false, []],
      [LANDED, false, []],
    ]);
  });

  it('mark nothing where the offers have no item in common', () => {
    const { totals } = rowsOf([{ prices: [10, null] }, { prices: [null, 5] }], -1);
    expect(totals).toEqual([
      ['Nenhum item comum', true, []],
      [OWN, false, []],
      [LANDED, false, []],
    ]);
  });
});
