import { itemTextLabels } from '@lavra/domain/proposal/free-texts';

const columns: Readonly<Record<string, string>> = {
  code: 'Código',
  unit_price: 'Preço unitário',
  quantity: 'Quantidade ofertada',
  offers_similar: 'Similar',
  ...itemTextLabels,
  justification_type: 'Motivo',
  allows_partial: 'Vende em parte',
  partial_minimum: 'Mínimo em itens',
  freight_rule: 'Frete proporcional em compra parcial',
};

/**
 * Formats the errors of a quote sheet by their position, first row first: "Linha 3, Preço unitário: …".
 */
export function quoteSheetErrors(
  errors: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return Object.entries(errors)
    .map(([path, sentences]) => {
      const [, row, column] = /^rows\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
      const position =
        row === undefined
          ? ''
          : `Linha ${row}${column === undefined ? '' : `, ${columns[column] ?? column}`}: `;
      return { row: Number(row ?? 0), text: `${position}${sentences.join(' ')}` };
    })
    .toSorted((a, b) => a.row - b.row)
    .map(({ text }) => text);
}

/**
 * Returns for how many items of the order the errors say that their row is wrong. A row whose code is
 * wrong is that of no item, or of one that has another row.
 */
export function countWrongItems(errors: Readonly<Record<string, readonly string[]>>): number {
  const paths = Object.keys(errors).map((path) => path.split('.'));
  const ofNoItem = new Set(paths.flatMap(([, row, column]) => (column === 'code' ? [row] : [])));
  return new Set(paths.flatMap(([of, row]) => (of === 'rows' && !ofNoItem.has(row) ? [row] : [])))
    .size;
}

/** Whether a sheet may enter without the rows that have these errors: none is of the whole proposal. */
export const isOnlyOfRows = (errors: Readonly<Record<string, readonly string[]>>): boolean => {
  const paths = Object.keys(errors);
  return (
    paths.length > 0 &&
    paths.every((path) => path.startsWith('rows.') && !ofWholeProposal.test(path))
  );
};
const ofWholeProposal = /\.(?:allows_partial|partial_minimum|freight_rule)$/;
