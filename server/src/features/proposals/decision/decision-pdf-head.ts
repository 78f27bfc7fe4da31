import { closureTypeLabels } from '@lavra/domain/order/closure-type';
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
import type { DecisionContent, DecisionProposal, DecisionWinner } from './decision-content.ts';
import type { DecisionDocument } from './decision-document.ts';
import { nameOf, shortNameOf } from './decision-names.ts';
import { drawWinners } from './decision-pdf-winners.ts';
import { standingAmongOthers } from './decision-standing.ts';
import { boughtFrom, isInPart, totalsOf } from './decision-winners.ts';
import { countOf, wordsFor } from '@lavra/domain/text/count-of';

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
  drawFacts(canvas, identity(document), [1.44, 1.67, 1.72]);
  canvas.y += 4;
  drawChoice(canvas, document.content);
  canvas.y += 14;
  if (document.content.chosen === null) drawWinners(canvas, document.content);
}

function identity({ content: { order }, producer, zone_label }: DecisionDocument): Fact[] {
  const place = order.city === null ? null : `${order.city}/${order.state ?? ''}`;
  const delivery = [place, order.delivery_date === null ? null : formatDate(order.delivery_date)]
    .filter((part) => part !== null)
    .join(', ');
  return [
    { label: 'Produtor', value: producer },
    { label: 'Escolhida em', value: formatDateTime(order.awarded_at, zone_label) },
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

/** The words of the panel: what was chosen, its amount, and what is said of both. */
interface Choice {
  readonly label: string;
  readonly name: string;
  readonly totalLabel: string;
  readonly total: string;
  readonly sentences: readonly string[];
}

/**
 * Returns what is said of the only winner: its name and total, how it compares with the others.
 */
function choiceOf(chosen: DecisionProposal, content: DecisionContent): Choice {
  const bought = isInPart(content, chosen) ? boughtFrom(content, chosen.letter) : undefined;
  const between = standingAmongOthers(content);
  const compared = [standing(content), ...(between === '' ? [] : [`${between}.`])];
  return bought === undefined
    ? {
        label: 'Proposta escolhida',
        name: nameOf(chosen),
        totalLabel: 'Total da proposta',
        total: chosen.total_amount,
        sentences: [coverage(chosen, content), ...compared],
      }
    : {
        label: 'Proposta escolhida em parte',
        name: nameOf(chosen),
        totalLabel: 'Total comprado',
        total: bought.items_amount,
        sentences: [`${boughtOf(chosen, bought.items)} ${freightOf(chosen, bought)}`, ...compared],
      };
}

/** Returns how much was bought of what a proposal prices: `Comprados 3 de 5 itens que ela cota.` */
function boughtOf({ priced_items }: DecisionProposal, items: number): string {
  const priced = countOf(priced_items, ['item que ela cota', 'itens que ela cota']);
  return `${wordsFor(items, ['Comprado', 'Comprados'])} ${items} de ${priced}.`;
}

/** Returns what is said where several proposals were bought from: of them together. */
function splitOf(winners: readonly DecisionWinner[], { items }: DecisionContent): Choice {
  const count = winners.reduce((sum, winner) => sum + winner.items, 0);
  const left = items.length - count;
  return {
    label: 'Propostas escolhidas',
    name: `${winners.length} propostas`,
    totalLabel: 'Total dos itens',
    total: totalsOf(winners).items,
    sentences: [
      `Comprados ${coverageLabel(count, items.length)}.` +
        (left === 0 ? '' : ` ${countOf(left, ['item ficou', 'itens ficaram'])} sem compra.`),
    ],
  };
}

/** Draws a panel with the choice in large type, and the reason. */
function drawChoice(canvas: PdfCanvas, content: DecisionContent): void {
  const chosen = content.proposals.find(({ letter }) => letter === content.chosen);
  const said =
    chosen === undefined ? splitOf(content.winners ?? [], content) : choiceOf(chosen, content);
  const { type } = canvas;
  const width = BODY.width - 2 * INSET;
  const label = [
    { text: said.label, style: LABEL },
    { text: said.name, style: FIGURE },
  ];
  const total = [
    { text: said.totalLabel, style: LABEL },
    type.fit(formatMoney(said.total), FIGURE, FIGURE_WIDTH),
  ];
  const lines = [
    ...said.sentences.flatMap((sentence) => type.wrap(sentence, LINE, width)),
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

const freightSentences = {
  included: 'Frete incluso no total.',
  by_producer: 'Frete por conta do produtor, fora do total.',
  unknown: 'Frete não informado.',
} as const;

const coverage = (proposal: DecisionProposal, { items }: DecisionContent): string =>
  `Cota ${coverageLabel(proposal.priced_items, items.length)}. ${freightOf(proposal, proposal)}`;

/** Returns the sentence on a proposal's freight, for all of it or for what was bought. */
function freightOf(
  { freight_kind, landed_total }: DecisionProposal,
  bought: DecisionProposal | DecisionWinner,
): string {
  if (bought.freight_amount === null) return freightSentences[freight_kind ?? 'unknown'];
  const landed = 'items_amount' in bought ? totalsOf([bought]).landed : landed_total;
  return `Frete ${formatMoney(bought.freight_amount)}, total com frete ${formatMoney(landed)}.`;
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
  const less = listed(proposals.filter(({ letter }) => cheaper.includes(letter)));
  return `Não tem o menor preço: por esses itens, nas mesmas quantidades e sem contar o frete, ${less} menos.`;
}

function listed(proposals: readonly DecisionProposal[]): string {
  const names = proposals.map(shortNameOf);
  if (names.length === 1) return `a Proposta ${names.join('')} pede`;
  return `as Propostas ${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''} pedem`;
}
