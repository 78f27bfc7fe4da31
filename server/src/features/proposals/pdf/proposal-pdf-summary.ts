import { freightRuleLabels, saleInPartText } from '@lavra/domain/award/partial-terms';
import { freightLabels } from '@lavra/domain/proposal/freight';
import {
  drawFacts,
  drawHeading,
  drawNotice,
  drawText,
  type Fact,
} from '../../../platform/pdf/blocks.ts';
import {
  BODY,
  drawAside,
  drawLines,
  drawRule,
  drawTagged,
  INK,
  keepTogether,
  type PdfCanvas,
} from '../../../platform/pdf/pdf-canvas.ts';
import { heightOf, type TextStyle } from '../../../platform/pdf/typesetting.ts';
import { amountInWords } from '../../../platform/text/amount-in-words.ts';
import { formatDate, formatMoney } from '../../../platform/text/format-pt-br.ts';
import {
  hasPrice,
  isOffered,
  type ProposalDocument,
  type ProposalDocumentTerms,
} from './proposal-document.ts';
import { similarLegend } from './proposal-pdf-items.ts';
import { daysOf } from '@lavra/domain/text/count-of';

const PRESCRIPTION_NOTICE = 'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).';
const LABEL: TextStyle = { bold: true, size: 9, color: INK.text, leading: 18 };
const WORDS: TextStyle = { size: 8.5, color: INK.text, leading: 11.5 };
const FIGURE: TextStyle = { bold: true, size: 14, color: INK.accent, leading: 18 };
const ROW: TextStyle = { size: 9, color: INK.text, leading: 16 };
const NOTES: TextStyle = { size: 9, color: INK.text, leading: 12.5 };
const LEGEND: TextStyle = { size: 7.5, color: INK.muted, leading: 10 };
const FIGURE_WIDTH = 190;
const INSET = 12;
/**
 * Usual height in points of conditions, notice and legend, which should stay on one page with the
 * totals.
 */
const CLOSING = 115;

/**
 * Draws what follows the items: totals in figures and words, terms, notes, legend and legal notice.
 */
export function drawSummary(canvas: PdfCanvas, document: ProposalDocument): void {
  canvas.y += 12;
  drawTotals(canvas, document);
  canvas.y += 14;
  drawHeading(canvas, 'Condições');
  drawFacts(canvas, terms(document), [1, 0.8, 1.5, 1.1]);
  if (document.proposal.notes) {
    canvas.y += 4;
    drawHeading(canvas, 'Observações');
    drawText(canvas, 'P', document.proposal.notes, NOTES);
    canvas.y += 6;
  }
  if (document.has_pesticide) {
    canvas.y += 4;
    drawNotice(canvas, PRESCRIPTION_NOTICE);
  }
  drawLegend(canvas, document);
}

function drawTotals(canvas: PdfCanvas, { items, proposal }: ProposalDocument): void {
  const { type } = canvas;
  const width = BODY.width - 2 * INSET;
  const priced = `${items.filter(isOffered).length} de ${items.length}`;
  const figure = type.fit(formatMoney(proposal.total_amount), FIGURE, FIGURE_WIDTH);
  const words = type.wrap(
    amountInWords(proposal.total_amount),
    WORDS,
    width - FIGURE_WIDTH - INSET,
  );
  const rows = [{ label: 'Itens cotados', value: priced }, ...freightRows(proposal)];
  const panel = 18 + heightOf(words) + 14;
  keepTogether(canvas, panel + rows.length * 16 + 4 + CLOSING);
  drawAside(canvas, () => canvas.doc.rect(BODY.left, canvas.y, BODY.width, panel).fill(INK.panel));
  drawTagged(canvas, canvas.root, 'P', () => {
    const box = { x: BODY.left + INSET, y: canvas.y + 7, width };
    drawLines(canvas, [{ text: 'Total da proposta', style: LABEL }], box);
    drawLines(canvas, [figure], { ...box, align: 'right' });
    drawLines(canvas, words, { ...box, y: box.y + 18 });
  });
  canvas.y += panel + 2;
  for (const row of rows) drawTotalRow(canvas, row, width);
}

function drawTotalRow(canvas: PdfCanvas, { label, value }: Fact, width: number): void {
  const box = { x: BODY.left + INSET, y: canvas.y, width };
  drawTagged(canvas, canvas.root, 'P', () => {
    drawLines(canvas, [{ text: label, style: ROW }], box);
    drawLines(canvas, [canvas.type.fit(value, ROW, FIGURE_WIDTH)], { ...box, align: 'right' });
  });
  canvas.y += 16;
  drawAside(canvas, () => drawRule(canvas, canvas.y));
}

function freightRows({
  freight_amount,
  freight_kind,
  landed_total,
}: ProposalDocumentTerms): Fact[] {
  if (freight_amount === null)
    return [
      {
        label: 'Frete',
        value: freight_kind === null ? 'Não informado' : freightLabels[freight_kind],
      },
    ];
  const freight = { label: 'Frete (não incluído no total)', value: formatMoney(freight_amount) };
  return landed_total === null
    ? [freight]
    : [freight, { label: 'Total com frete', value: formatMoney(landed_total) }];
}

function terms({ proposal, supplier }: ProposalDocument): Fact[] {
  const facts = [
    {
      label: 'Validade da proposta',
      value: proposal.validity_date ? `até ${formatDate(proposal.validity_date)}` : 'Não informada',
    },
    {
      label: 'Prazo de entrega',
      value: proposal.delivery_days === null ? 'Não informado' : daysOf(proposal.delivery_days),
    },
    { label: 'Condição de pagamento', value: proposal.payment_terms ?? 'Não informada' },
  ];
  const reference = supplier && proposal.supplier_reference;
  return [
    ...facts,
    { label: 'Venda em parte', value: saleIn(proposal) },
    ...(reference ? [{ label: 'Referência do fornecedor', value: reference }] : []),
  ];
}

/** Returns whether the proposal is sold in part, and how its freight is due then. */
function saleIn({
  allows_partial,
  partial_minimum,
  freight_rule,
  freight_amount,
}: ProposalDocumentTerms): string {
  const sale = saleInPartText(
    allows_partial,
    partial_minimum === null ? null : formatMoney(partial_minimum),
  );
  return allows_partial && freight_amount !== null
    ? `${sale}; ${lowerFirst(freightRuleLabels[freight_rule])}`
    : sale;
}
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function drawLegend(canvas: PdfCanvas, { items }: ProposalDocument): void {
  const texts = [
    similarLegend(items),
    items.some((item) => item.similar) && 'Similar: produto ofertado no lugar do solicitado.',
    items.some((item) => !hasPrice(item)) &&
      'Não cotado: item sem preço nesta proposta; não entra no total.',
  ].filter((text) => text !== false && text !== '');
  if (texts.length === 0) return;
  canvas.y += 8;
  drawText(canvas, 'P', texts.join(' '), LEGEND);
}
