import { freightLabels } from '@lavra/domain/proposal/freight';
import {
  drawFacts,
  drawHeading,
  drawNotice,
  drawText,
  type Fact,
} from '../../../platform/pdf/blocks.ts';
import { drawFooter, drawMasthead, drawRunningHead } from '../../../platform/pdf/letterhead.ts';
import {
  BODY,
  drawAside,
  drawLines,
  drawRule,
  drawTagged,
  INK,
  keepTogether,
  printPdf,
  type PdfCanvas,
} from '../../../platform/pdf/pdf-canvas.ts';
import { heightOf, type TextStyle } from '../../../platform/pdf/typesetting.ts';
import { amountInWords } from '../../../platform/text/amount-in-words.ts';
import { formatDate, formatDateTime, formatMoney } from '../../../platform/text/format-pt-br.ts';
import { pesticideNotice } from '../../../platform/texts/legal-texts.ts';
import type { Party, PurchaseDocument } from './purchase-document.ts';
import { drawPurchaseItems } from './purchase-pdf-items.ts';
import { countOf, daysOf } from '@lavra/domain/text/count-of';

const TITLE = 'Pedido de compra';
const NUMBER: TextStyle = { size: 9, color: INK.muted, leading: 13 };
const NAME: TextStyle = { bold: true, size: 14, color: INK.text, leading: 18 };
const LABEL: TextStyle = { bold: true, size: 9, color: INK.text, leading: 18 };
const WORDS: TextStyle = { size: 8.5, color: INK.text, leading: 11.5 };
const FIGURE: TextStyle = { bold: true, size: 14, color: INK.accent, leading: 18 };
const ROW: TextStyle = { size: 9, color: INK.text, leading: 16 };
const LEGEND: TextStyle = { size: 7.5, color: INK.muted, leading: 10 };
const FIGURE_WIDTH = 190;
const INSET = 12;
/** Height in points of what follows the totals, which should stay on one page with them. */
const CLOSING = 90;

/** Renders a purchase order as an A4 PDF. The same document always gives the same bytes. */
export async function renderPurchasePdf(document: PurchaseDocument): Promise<Buffer> {
  const info = { title: `${TITLE} ${document.number}`, createdAt: document.generated_at };
  return printPdf(info, (canvas) => {
    canvas.onNewPage = () =>
      drawRunningHead(canvas, [`${TITLE} ${document.number}`, `Cotação ${document.order.number}`]);
    canvas.onPageEnd = () => drawFooter(canvas, document);
    drawHead(canvas, document);
    drawPurchaseItems(canvas, document.items);
    canvas.y += 12;
    drawTotals(canvas, document);
    drawClosing(canvas, document);
  });
}

function drawHead(canvas: PdfCanvas, document: PurchaseDocument): void {
  const { number, order, state_label, awarded_at, zone_label, proposal_name } = document;
  drawMasthead(canvas, TITLE);
  drawText(canvas, 'P', `Cotação ${order.number} – ${order.description}`, NUMBER);
  drawText(canvas, 'H1', number, NAME);
  canvas.y += 8;
  drawFacts(
    canvas,
    [
      { label: 'Comprado em', value: formatDateTime(awarded_at, zone_label) },
      { label: 'Situação', value: state_label },
      ...(proposal_name === null ? [] : [{ label: 'Comprado da', value: proposal_name }]),
    ],
    [1.5, 1.2, 1.3],
  );
  for (const [title, party] of [
    ['Comprador', document.producer],
    ['Fornecedor', document.supplier],
  ] as const)
    if (party !== null) drawParty(canvas, title, party);
  drawHeading(canvas, 'Entrega e pagamento');
  drawFacts(canvas, termsOf(document), [1.6, 0.8, 0.8, 1.2]);
  canvas.y += 6;
}

function drawParty(canvas: PdfCanvas, title: string, party: Party): void {
  const facts: Fact[] = [
    { label: 'Nome', value: party.name },
    { label: 'CPF ou CNPJ', value: party.document ?? 'Não informado' },
    { label: 'Telefone', value: party.phone ?? 'Não informado' },
  ];
  const places: Fact[] = [
    { label: 'E-mail', value: party.email ?? 'Não informado' },
    ...(party.address === null ? [] : [{ label: 'Endereço', value: party.address }]),
  ];
  drawHeading(canvas, title);
  drawFacts(canvas, facts, [2, 1, 1]);
  drawFacts(canvas, places, [1, 1]);
  canvas.y += 2;
}

function termsOf({
  order,
  delivery_days,
  payment_terms,
  supplier_reference,
}: PurchaseDocument): Fact[] {
  const facts = [
    { label: 'Local de entrega', value: order.delivery_address ?? 'A combinar' },
    {
      label: 'Entrega desejada',
      value: order.delivery_date === null ? 'Não informada' : formatDate(order.delivery_date),
    },
    {
      label: 'Prazo de entrega',
      value: delivery_days === null ? 'Não informado' : daysOf(delivery_days),
    },
    { label: 'Condição de pagamento', value: payment_terms ?? 'Não informada' },
  ];
  return supplier_reference === null
    ? facts
    : [...facts, { label: 'Referência do fornecedor', value: supplier_reference }];
}

function drawTotals(canvas: PdfCanvas, document: PurchaseDocument): void {
  const { type } = canvas;
  const width = BODY.width - 2 * INSET;
  const total = document.landed_total ?? document.items_amount;
  const words = type.wrap(amountInWords(total), WORDS, width - FIGURE_WIDTH - INSET);
  const rows = rowsOf(document);
  const panel = 18 + heightOf(words) + 14;
  keepTogether(canvas, panel + rows.length * 16 + 4 + CLOSING);
  for (const row of rows) drawTotalRow(canvas, row, width);
  canvas.y += 8;
  drawAside(canvas, () => canvas.doc.rect(BODY.left, canvas.y, BODY.width, panel).fill(INK.panel));
  drawTagged(canvas, canvas.root, 'P', () => {
    const box = { x: BODY.left + INSET, y: canvas.y + 7, width };
    const label = document.landed_total === null ? 'Total dos itens' : 'Total com frete';
    drawLines(canvas, [{ text: label, style: LABEL }], box);
    drawLines(canvas, [type.fit(formatMoney(total), FIGURE, FIGURE_WIDTH)], {
      ...box,
      align: 'right',
    });
    drawLines(canvas, words, { ...box, y: box.y + 18 });
  });
  canvas.y += panel;
}

function rowsOf({ items, items_amount, freight_amount, freight_kind }: PurchaseDocument): Fact[] {
  const freight =
    freight_amount !== null
      ? formatMoney(freight_amount)
      : freight_kind === null
        ? 'Não informado'
        : freightLabels[freight_kind];
  return [
    {
      label: countOf(items.length, ['item', 'itens']),
      value: formatMoney(items_amount),
    },
    { label: 'Frete', value: freight },
  ];
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

function drawClosing(canvas: PdfCanvas, document: PurchaseDocument): void {
  canvas.y += 12;
  if (document.has_pesticide) {
    drawNotice(canvas, pesticideNotice);
    canvas.y += 8;
  }
  const note =
    document.supplier === null
      ? 'Este documento não diz quem é o fornecedor: ele recebeu o contato do comprador e o procura.'
      : `Na nota fiscal, escreva o número ${document.number} como pedido e o número do item desta lista.`;
  drawText(canvas, 'P', note, LEGEND);
}
