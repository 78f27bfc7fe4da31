import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { INK, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { drawTable, fitCells, type Cell, type Column } from '../../../platform/pdf/table.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { formatAmount, formatDate } from '../../../platform/text/format-pt-br.ts';
import type { DecisionContent, DecisionProposal } from './decision-content.ts';
import { nameOf } from './decision-names.ts';
import { isInPart, isWinner } from './decision-winners.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Proposta', width: 122, align: 'left' },
  { title: 'Situação', width: 60, align: 'left' },
  { title: 'Itens cotados', width: 42, align: 'right' },
  { title: 'Menores preços', width: 44, align: 'right' },
  { title: 'Total (R$)', width: 68, align: 'right' },
  { title: 'Frete (R$)', width: 52, align: 'right' },
  { title: 'Total com frete (R$)', width: 68, align: 'right' },
  { title: 'Validade', width: 54.24, align: 'right' },
];
const CELL: TextStyle = { size: 8.5, color: INK.text, leading: 11 };
const STRONG: TextStyle = { ...CELL, bold: true };
const FAINT: TextStyle = { ...CELL, color: INK.muted };

/** Draws one row for each proposal: its coverage, totals and outcome. */
export function drawProposals(canvas: PdfCanvas, content: DecisionContent): void {
  drawHeading(canvas, 'Propostas recebidas', 60);
  drawTable(canvas, COLUMNS, content.proposals, (proposal) => cellsOf(canvas, proposal, content));
}

/** Returns the words of a freight in a table's cell. */
export const freightCell = ({
  freight_amount,
  freight_kind,
}: Pick<DecisionProposal, 'freight_amount' | 'freight_kind'>): string =>
  freight_amount === null ? freightWords[freight_kind ?? 'unknown'] : formatAmount(freight_amount);

const freightWords = { included: 'incluso', by_producer: 'do produtor', unknown: '–' } as const;

const isLandedKnown = ({ freight_amount, freight_kind }: DecisionProposal): boolean =>
  freight_amount !== null || freight_kind === 'included';

function cellsOf(canvas: PdfCanvas, proposal: DecisionProposal, content: DecisionContent): Cell[] {
  const style = isWinner(content, proposal.letter)
    ? STRONG
    : proposal.status === 'cancelled' || proposal.available === false
      ? FAINT
      : CELL;
  const texts = [
    nameOf(proposal),
    situation(proposal, content).replace(' em', '\nem').split('\n'),
    `${proposal.priced_items} de ${content.items.length}`,
    String(proposal.best_prices),
    formatAmount(proposal.total_amount),
    freightCell(proposal),
    isLandedKnown(proposal) ? formatAmount(proposal.landed_total) : 'não se sabe',
    proposal.validity_date === null ? '–' : formatDate(proposal.validity_date),
  ];
  return fitCells(canvas, COLUMNS, texts, style);
}

type Outcome = Pick<DecisionContent, 'winners' | 'chosen'>;

/**
 * Returns the outcome of a proposal at the time of the award: one that was neither chosen nor
 * rejected nor withdrawn has lost.
 */
export function situation(proposal: DecisionProposal, content: Outcome): string {
  const { letter, status, available } = proposal;
  if (isWinner(content, letter))
    return isInPart(content, proposal) ? 'Escolhida em parte' : 'Escolhida';
  if (available === false) return 'Indisponível';
  return status === 'rejected' ? 'Recusada' : status === 'cancelled' ? 'Retirada' : 'Não escolhida';
}
