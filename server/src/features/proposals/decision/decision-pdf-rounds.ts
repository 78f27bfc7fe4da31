import { markedProposal, markOf } from '@lavra/domain/proposal/mark';
import { drawHeading, drawText } from '../../../platform/pdf/blocks.ts';
import { INK, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { boxOf, drawTable, fitCells, type Column } from '../../../platform/pdf/table.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import {
  formatAmount,
  formatDateTime,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
} from '../../../platform/text/format-pt-br.ts';
import type { DecisionRound, RoundWinner } from './decision-content.ts';
import type { DecisionDocument } from './decision-document.ts';
import { totalsOf } from './decision-winners.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Item', width: 28, align: 'left' },
  { title: 'Produto', width: 182.24, align: 'left' },
  { title: 'Comprado de', width: 110, align: 'left' },
  { title: 'Quantidade', width: 70, align: 'right' },
  { title: 'Preço unitário (R$)', width: 60, align: 'right' },
  { title: 'Total (R$)', width: 60, align: 'right' },
];
const CELL: TextStyle = { size: 8.5, color: INK.text, leading: 11 };
const TEXT: TextStyle = { size: 8.5, color: INK.text, leading: 11.5 };

/** Proposals of a round are called by their marks: its letters are those of another session. */
const nameOf = ({ mark }: RoundWinner): string => markedProposal(markOf(mark));

/** Draws what later rounds bought, each with its time, its reason and its cost. */
export function drawRounds(
  canvas: PdfCanvas,
  { content, rounds, zone_label }: DecisionDocument,
): void {
  // The record names each item as its producer did, also where the catalogue lacks the product.
  const names = new Map(content.items.map(({ position, product }) => [position, product]));
  for (const round of rounds) {
    canvas.y += 14;
    drawHeading(
      canvas,
      `Rodada ${round.round}, em ${formatDateTime(round.awarded_at, zone_label)}`,
      60,
    );
    const rows = round.winners
      .flatMap((winner) => (winner.bought ?? []).map((item) => ({ ...item, name: nameOf(winner) })))
      .toSorted((a, b) => a.position - b.position);
    drawTable(canvas, COLUMNS, rows, (item) => [
      ...fitCells(canvas, COLUMNS, [String(item.position)], CELL),
      {
        lines: canvas.type.wrap(
          names.get(item.position) ?? item.product,
          CELL,
          boxOf(COLUMNS, 1).width,
        ),
      },
      ...fitCells(
        canvas,
        COLUMNS,
        [
          item.name,
          formatQuantity(item.quantity, item.unit),
          formatUnitPrice(item.unit_price),
          formatAmount(item.total_price),
        ],
        CELL,
        2,
      ),
    ]);
    canvas.y += 4;
    drawText(canvas, 'P', costsOf(round), TEXT);
    drawText(
      canvas,
      'P',
      `Motivo da escolha: ${round.reason?.replaceAll(/\s+/g, ' ') ?? 'não informado.'}`,
      TEXT,
    );
  }
}

function costsOf({ winners }: DecisionRound): string {
  const parts = winners.map((winner) => {
    const freight = winner.freight_amount ?? '0';
    const cost = `${nameOf(winner)} ${formatMoney(winner.items_amount)}`;
    return /[1-9]/.test(freight) ? `${cost}, mais frete de ${formatMoney(freight)}` : cost;
  });
  return `${parts.join('; ')}. Total dos itens ${formatMoney(totalsOf(winners).items)}.`;
}
