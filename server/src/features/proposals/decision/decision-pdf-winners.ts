import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { INK, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { boxOf, drawTable, type Column } from '../../../platform/pdf/table.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { formatAmount } from '../../../platform/text/format-pt-br.ts';
import type { DecisionContent, DecisionWinner } from './decision-content.ts';
import { nameOf } from './decision-names.ts';
import { freightCell } from './decision-pdf-proposals.ts';
import { totalsOf } from './decision-winners.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Comprado de', width: 186.24, align: 'left' },
  { title: 'Itens', width: 64, align: 'right' },
  { title: 'Valor dos itens (R$)', width: 90, align: 'right' },
  { title: 'Frete (R$)', width: 70, align: 'right' },
  { title: 'Total com frete (R$)', width: 100, align: 'right' },
];
const CELL: TextStyle = { size: 8.5, color: INK.text, leading: 11 };
const STRONG: TextStyle = { ...CELL, bold: true };

/** Draws one row for each proposal that was bought from, and their sum. */
export function drawWinners(canvas: PdfCanvas, { winners = [], proposals }: DecisionContent): void {
  const kindOf = ({ letter }: DecisionWinner) =>
    proposals.find((one) => one.letter === letter)?.freight_kind ?? null;
  const isKnown = (winner: DecisionWinner): boolean =>
    winner.freight_amount !== null || kindOf(winner) === 'included';
  const rows = winners.map((winner) => {
    const proposal = proposals.find(({ letter }) => letter === winner.letter);
    const { landed } = totalsOf([winner]);
    return {
      style: CELL,
      texts: [
        proposal === undefined ? '' : nameOf(proposal),
        String(winner.items),
        formatAmount(winner.items_amount),
        freightCell({ freight_amount: winner.freight_amount, freight_kind: kindOf(winner) }),
        isKnown(winner) ? formatAmount(landed) : 'não se sabe',
      ],
    };
  });
  const total = totalsOf(winners);
  const sum = {
    style: STRONG,
    texts: [
      'Total',
      String(winners.reduce((count, { items }) => count + items, 0)),
      formatAmount(total.items),
      formatAmount(total.freight),
      winners.every(isKnown) ? formatAmount(total.landed) : 'não se sabe',
    ],
  };
  drawHeading(canvas, 'O que foi comprado', 60);
  drawTable(canvas, COLUMNS, [...rows, sum], ({ style, texts }) =>
    texts.map((text, column) => ({
      lines: [canvas.type.fit(text, style, boxOf(COLUMNS, column).width)],
    })),
  );
  canvas.y += 14;
}
