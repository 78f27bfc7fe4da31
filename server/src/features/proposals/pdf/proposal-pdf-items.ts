import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { INK, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { boxOf, drawTable, type Cell, type Column } from '../../../platform/pdf/table.ts';
import type { TextLine, TextStyle } from '../../../platform/pdf/typesetting.ts';
import {
  formatAmount,
  formatQuantity,
  formatUnitPrice,
} from '../../../platform/text/format-pt-br.ts';
import { hasPrice, isOffered, type ProposalDocumentItem } from './proposal-document.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Item', width: 26, align: 'left' },
  { title: 'Produto', width: 188.24, align: 'left' },
  { title: 'Solicitado', width: 66, align: 'right' },
  { title: 'Ofertado', width: 66, align: 'right' },
  { title: 'Preço unitário (R$)', width: 80, align: 'right' },
  { title: 'Total (R$)', width: 84, align: 'right' },
];
const PRICE_COLUMNS = 3;

const NAME: TextStyle = { bold: true, size: 8.5, color: INK.text, leading: 10.5 };
const DETAIL: TextStyle = { size: 7.5, color: INK.muted, leading: 9.4 };
const OFFER: TextStyle = { size: 7.5, color: INK.text, leading: 9.4 };
const REFUSAL: TextStyle = { size: 8.5, color: INK.muted, leading: 10.5 };
const NUMBER: TextStyle = { size: 8.5, color: INK.text, leading: 10.5 };
const POSITION: TextStyle = { size: 8.5, color: INK.muted, leading: 10.5 };

/** Draws the table of items, ordered by position. */
export function drawItems(canvas: PdfCanvas, items: readonly ProposalDocumentItem[]): void {
  drawHeading(canvas, 'Itens da proposta', 60);
  drawTable(canvas, COLUMNS, items, (item) => cellsOf(canvas, item));
}

function cellsOf(canvas: PdfCanvas, item: ProposalDocumentItem): Cell[] {
  const figure = (column: number, text: string, style = NUMBER): Cell => ({
    lines: [canvas.type.fit(text, style, boxOf(COLUMNS, column).width)],
  });
  const asked = [
    figure(0, String(item.position), POSITION),
    { lines: productLines(canvas, item) },
    figure(2, formatQuantity(item.requested_quantity, item.unit)),
  ];
  if (item.unit_price === null || !isOffered(item))
    return [...asked, { lines: refusalLines(canvas, item), span: PRICE_COLUMNS }];
  return [
    ...asked,
    figure(3, formatQuantity(item.offered_quantity ?? item.requested_quantity, item.unit)),
    figure(4, formatUnitPrice(item.unit_price)),
    figure(5, formatAmount(item.total_price)),
  ];
}

function productLines({ type }: PdfCanvas, item: ProposalDocumentItem): TextLine[] {
  const { width } = boxOf(COLUMNS, 1);
  const substance = [item.active_ingredient, item.concentration].filter(Boolean).join(' ');
  const details = [item.brand === item.product ? null : item.brand, substance]
    .filter(Boolean)
    .join('  ·  ');
  const similar =
    item.similar &&
    `Similar: ${[item.similar.name, item.similar.description].filter(Boolean).join(' — ')}`;
  return [
    ...type.wrap(item.product, NAME, width),
    ...(details ? type.wrap(details, DETAIL, width) : []),
    ...(similar ? type.wrap(similar, OFFER, width) : []),
    ...(item.notes ? type.wrap(`Obs.: ${item.notes}`, OFFER, width) : []),
  ];
}

function refusalLines({ type }: PdfCanvas, item: ProposalDocumentItem): TextLine[] {
  const { justification } = item;
  const { width } = boxOf(COLUMNS, COLUMNS.length - PRICE_COLUMNS, PRICE_COLUMNS);
  if (hasPrice(item)) return type.wrap('Não oferecido – total de R$ 0,00', REFUSAL, width);
  const head = justification
    ? `Não cotado – ${justification.label}${justification.text ? ':' : ''}`
    : 'Não cotado';
  return [
    ...type.wrap(head, REFUSAL, width),
    ...(justification?.text ? type.wrap(justification.text, DETAIL, width) : []),
  ];
}
