import {
  justificationLabels,
  justificationText,
  wordsBeyondLabel,
} from '@lavra/domain/proposal/justification';
import { drawHeading, drawText } from '../../../platform/pdf/blocks.ts';
import { INK, keepTogether, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import type { DecisionAnswer, DecisionContent, DecisionProposal } from './decision-content.ts';
import { nameOf } from './decision-names.ts';
import { shownProposals } from './decision-size.ts';
import { situation } from './decision-pdf-proposals.ts';
import { daysOf } from '@lavra/domain/text/count-of';

const NAME: TextStyle = { bold: true, size: 9, color: INK.text, leading: 13 };
const TEXT: TextStyle = { size: 8.5, color: INK.text, leading: 11.5 };

/**
 * Draws the texts of the proposals besides their prices, proposal by proposal; a remark repeated on
 * several items is printed once.
 */
export function drawRemarks(canvas: PdfCanvas, content: DecisionContent): void {
  const spoken = shownProposals(content)
    .map((proposal) => ({
      proposal,
      remarks: [...remarksOn(proposal), ...remarksOnItems(proposal, content)],
    }))
    .filter(({ remarks }) => remarks.length > 0);
  if (spoken.length === 0) return;
  canvas.y += 14;
  drawHeading(canvas, 'Condições, justificativas e observações', 40);
  for (const { proposal, remarks } of spoken) {
    keepTogether(canvas, 13 + 2 * 11.5);
    drawText(
      canvas,
      'H3',
      `${nameOf(proposal)} – ${situation(proposal, content).toLowerCase()}`,
      NAME,
    );
    for (const remark of remarks) drawText(canvas, 'P', remark, TEXT);
    canvas.y += 6;
  }
}

function remarksOn({
  payment_terms,
  delivery_days,
  notes,
  rejection_reason,
}: DecisionProposal): string[] {
  return [
    payment_terms && `Pagamento: ${payment_terms}`,
    delivery_days !== null && `Prazo de entrega: ${daysOf(delivery_days)}`,
    notes && `Observações: ${notes}`,
    rejection_reason && `Motivo da recusa: ${rejection_reason}`,
  ].filter((text) => typeof text === 'string');
}

function remarksOnItems({ letter }: DecisionProposal, { items }: DecisionContent): string[] {
  const places = new Map<string, number[]>();
  for (const { position, answers } of items) {
    for (const remark of answers.filter((answer) => answer.letter === letter).flatMap(remarksOf))
      places.set(remark, [...(places.get(remark) ?? []), position]);
  }
  return [...places].map(
    ([remark, positions]) =>
      `${positions.length === 1 ? 'Item' : 'Itens'} ${ranges(positions)} – ${remark}`,
  );
}

function remarksOf(answer: DecisionAnswer): string[] {
  const { unit_price, justification, justification_type, similar, similar_description, notes } =
    answer;
  const label = justification_type === null ? null : justificationLabels[justification_type];
  const reason = justificationText(label, justification);
  return [
    // A justification without words of its own appears in the table already.
    unit_price === null &&
      wordsBeyondLabel(label, justification) !== null &&
      `não cotado. ${reason}`,
    unit_price !== null && justification !== null && reason,
    similar !== null && `similar: ${[similar, similar_description].filter(Boolean).join(' — ')}`,
    notes !== null && notes,
  ].filter((text) => typeof text === 'string');
}

/** Formats positions as `3, 5–9, 14`. */
export function ranges(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && position === last[1] + 1) last[1] = position;
    else runs.push([position, position]);
  }
  return runs
    .map(([from, to]) =>
      from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`,
    )
    .join(', ');
}
