import type { OrderComparison } from '@lavra/contract/orders/comparison';

const money = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/**
 * Prints the comparison as a text table: items in rows, proposals in columns, ✔ on every lowest
 * price.
 */
export function report(comparison: OrderComparison, print: (line: string) => void): void {
  const { proposals, rows } = comparison;
  const table = [
    ['Item', ...proposals.map((proposal) => proposal.label)],
    ...rows.map((row) => [
      `${row.item.position}. ${row.item.notes ?? row.item.product.name}`.slice(0, 34),
      ...row.cells.map((cell) =>
        cell.unit_price === null || !cell.is_priced
          ? 'não cotado'
          : `${money.format(cell.unit_price)}${cell.is_best ? ' ✔' : '  '}`,
      ),
    ]),
    ['Cobertura', ...proposals.map((proposal) => proposal.coverage_label)],
    ['Total da proposta', ...proposals.map((proposal) => money.format(proposal.total_amount))],
    [
      `Total dos ${comparison.common_items} itens comuns`,
      ...proposals.map(
        (proposal) =>
          `${money.format(proposal.common_total)}${proposal.is_lowest_common_total ? ' ✔' : '  '}`,
      ),
    ],
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    print(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  print('');
}
