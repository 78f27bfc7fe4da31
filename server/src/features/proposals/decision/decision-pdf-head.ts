import { closureTypeLabels } from '@lavra/domain/order/closure-type';
import { letterOf, proposalLabel } from '@lavra/domain/proposal/letters';
import { drawFacts, drawText, type Fact } from '../../../platform/pdf/blocks.ts';
import { drawMasthead } from '../../../platform/pdf/letterhead.ts';
import {
  BODY,
  drawAside,
  drawLines,
  drawTagged,
  INK,
  keepTogether,
  type PdfCanvas,
} from '../../../platform/pdf/pdf-canvas.ts';
import { heightOf, type TextStyle } from '../../../platform/pdf/typesetting.ts';
import {
  formatDate,
  formatDateTime,
  formatDeadline,
  formatMoney,
} from '../../../platform/text/format-pt-br.ts';
import { coverageLabel } from '../../../platform/texts/order-texts.ts';
import type { DecisionContent, DecisionProposal } from './decision-content.ts';
import type { DecisionDocument } from './decision-document.ts';

const NUMBER: TextStyle = { size: 9, color: INK.muted, leading: 13 };
const TITLE: TextStyle = { bold: true, size: 14, color: INK.text, leading: 18 };
const LABEL: TextStyle = { size: 7.5, color: INK.muted, leading: 11 };
const FIGURE: TextStyle = { bold: true, size: 14, color: INK.accent, leading: 18 };
const LINE: TextStyle = { size: 9, color: INK.text, leading: 13 };
const STRONG: TextStyle = { ...LINE, bold: true };
const INSET = 12;
const FIGURE_WIDTH = 200;

/** Draws the first half page: the order, the decision, its time and its reason. */
export function drawDecisionHead(canvas: PdfCanvas, document: DecisionDocument): void {
  const { order } = document.content;
  drawMasthead(canvas, 'Registro da decisão');
  drawText(canvas, 'P', `Cotação ${order.number}`, NUMBER);
  drawText(canvas, 'H1', order.description, TITLE);
  canvas.y += 8;
  drawFacts(canvas, identity(document), [1.1, 1.5, 1.7]);
  canvas.y += 4;
  drawChoice(canvas, document.content);
  canvas.y += 14;
}

function identity({ content: { order }, producer, zone_label }: DecisionDocument): Fact[] {
  const place = order.city === null ? null : `${order.city}/${order.state ?? ''}`;
  const delivery = [place, order.delivery_date === null ? null : formatDate(order.delivery_date)]
    .filter((part) => part !== null)
    .join(', ');
  return [
    { label: 'Produtor', value: producer },
    { label: 'Adjudicada em', value: formatDateTime(order.awarded_at, zone_label) },
    { label: 'Prazo das propostas', value: formatDeadline(order.deadline_date, zone_label) },
    { label: 'Fechamento', value: closureTypeLabels[order.closure_type] },
    {
      label: 'Publicada em',
      value:
        order.published_at === null
          ? 'Não informada'
          : formatDateTime(order.published_at, zone_label),
    },
    { label: 'Entrega', value: delivery === '' ? 'Não informada' : delivery },
  ];
}

/**
 * Draws a panel with the chosen proposal: its letter and total in large type, how it compares with
 * the others, and the reason.
 */
function drawChoice(canvas: PdfCanvas, content: DecisionContent): void {
  const chosen = content.proposals.find(({ letter }) => letter === content.chosen);
  if (chosen === undefined) return;
  const { type } = canvas;
  const width = BODY.width - 2 * INSET;
  const label = [
    { text: 'Proposta escolhida', style: LABEL },
    { text: proposalLabel(chosen.letter), style: FIGURE },
  ];
  const total = [
    { text: 'Total da proposta', style: LABEL },
    type.fit(formatMoney(chosen.total_amount), FIGURE, FIGURE_WIDTH),
  ];
  const lines = [
    ...type.wrap(coverage(chosen, content), LINE, width),
    ...type.wrap(standing(content), LINE, width),
    // As a single paragraph, two thousand characters fit on a page.
    ...type.wrap(
      `Motivo da escolha: ${content.reason?.replaceAll(/\s+/g, ' ') ?? 'não informado.'}`,
      STRONG,
      width,
    ),
  ];
  const height = 12 + heightOf(label) + 4 + heightOf(lines) + 8;
  keepTogether(canvas, height);
  drawAside(canvas, () => {
    canvas.doc.rect(BODY.left, canvas.y, BODY.width, height).fill(INK.panel);
    canvas.doc.rect(BODY.left, canvas.y, 2.5, height).fill(INK.accent);
  });
  const box = { x: BODY.left + INSET, y: canvas.y + 8, width };
  drawTagged(canvas, canvas.root, 'P', () => {
    drawLines(canvas, label, box);
    drawLines(canvas, total, { ...box, align: 'right' });
  });
  drawTagged(canvas, canvas.root, 'P', () =>
    drawLines(canvas, lines, { ...box, y: box.y + heightOf(label) + 4 }),
  );
  canvas.y += height;
}

function coverage(
  { priced_items, freight_amount, landed_total }: DecisionProposal,
  { items }: DecisionContent,
): string {
  const freight =
    freight_amount === null
      ? 'Frete não informado.'
      : `Frete ${formatMoney(freight_amount)}, total com frete ${formatMoney(landed_total)}.`;
  return `Cota ${coverageLabel(priced_items, items.length)}. ${freight}`;
}

/**
 * Returns a sentence on how the chosen total compares. Totals of different coverage are never
 * ranked: only proposals that price the same items in the same quantities are compared.
 */
function standing({ proposals, chosen, comparable, cheaper }: DecisionContent): string {
  const others = proposals.filter(
    ({ letter, status, available }) =>
      letter !== chosen && status !== 'cancelled' && available !== false,
  ).length;
  if (others === 0) return 'Era a única proposta.';
  if (comparable === 0)
    return 'Nenhuma outra proposta cota todos esses itens nas mesmas quantidades: os totais não são comparáveis.';
  if (cheaper.length === 0)
    return `Tem o menor preço entre as ${comparable + 1} propostas que cotam todos esses itens nas mesmas quantidades, sem contar o frete.`;
  return `Não tem o menor preço: por esses itens, nas mesmas quantidades e sem contar o frete, ${listed(cheaper)} menos.`;
}

function listed(letters: readonly number[]): string {
  const names = letters.map(letterOf);
  if (names.length === 1) return `a Proposta ${names.join('')} pede`;
  return `as Propostas ${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''} pedem`;
}
