import { proposalLabel } from '@lavra/domain/proposal/letters';
import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { INK, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { boxOf, drawTable, type Cell, type Column } from '../../../platform/pdf/table.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { formatAmount, formatDate } from '../../../platform/text/format-pt-br.ts';
import type { DecisionContent, DecisionProposal } from './decision-content.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Proposta', width: 62, align: 'left' },
  { title: 'Situação', width: 66, align: 'left' },
  { title: 'Itens cotados', width: 52, align: 'right' },
  { title: 'Menores preços', width: 52, align: 'right' },
  { title: 'Total (R$)', width: 80, align: 'right' },
  { title: 'Frete (R$)', width: 56, align: 'right' },
  { title: 'Total com frete (R$)', width: 82, align: 'right' },
  { title: 'Validade', width: 60.24, align: 'right' },
];
const CELL: TextStyle = { size: 8.5, color: INK.text, leading: 11 };
const STRONG: TextStyle = { ...CELL, bold: true };
const FAINT: TextStyle = { ...CELL, color: INK.muted };

/** Draws one row for each proposal: its coverage, totals and outcome. */
export function drawProposals(canvas: PdfCanvas, content: DecisionContent): void {
  drawHeading(canvas, 'Propostas recebidas', 60);
  drawTable(canvas, COLUMNS, content.proposals, (proposal) => cellsOf(canvas, proposal, content));
}

function cellsOf(
  canvas: PdfCanvas,
  proposal: DecisionProposal,
  { items, chosen }: DecisionContent,
): Cell[] {
  const style =
    proposal.letter === chosen
      ? STRONG
      : proposal.status === 'cancelled' || proposal.available === false
        ? FAINT
        : CELL;
  const texts = [
    proposalLabel(proposal.letter),
    situation(proposal, chosen),
    `${proposal.priced_items} de ${items.length}`,
    String(proposal.best_prices),
    formatAmount(proposal.total_amount),
    proposal.freight_amount === null ? '–' : formatAmount(proposal.freight_amount),
    formatAmount(proposal.landed_total),
    proposal.validity_date === null ? '–' : formatDate(proposal.validity_date),
  ];
  return texts.map((text, column) => ({
    lines: [canvas.type.fit(text, style, boxOf(COLUMNS, column).width)],
  }));
}

/**
 * Returns the outcome of a proposal at the time of the award: one that was neither chosen nor
 * rejected nor withdrawn has lost.
 */
export function situation({ letter, status, available }: DecisionProposal, chosen: number): string {
  if (letter === chosen) return 'Escolhida';
  if (available === false) return 'Indisponível';
  return status === 'rejected' ? 'Recusada' : status === 'cancelled' ? 'Retirada' : 'Não escolhida';
}
