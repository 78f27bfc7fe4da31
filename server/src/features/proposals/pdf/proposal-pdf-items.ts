import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { DETAIL, figureCells, itemCells, type Remarks } from '../../../platform/pdf/item-cells.ts';
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

const OFFER: TextStyle = { size: 7.5, color: INK.text, leading: 9.4 };
const REFUSAL: TextStyle = { size: 8.5, color: INK.muted, leading: 10.5 };

/** Draws the table of items, ordered by position. */
export function drawItems(canvas: PdfCanvas, items: readonly ProposalDocumentItem[]): void {
  drawHeading(canvas, 'Itens da proposta', 60);
  drawTable(canvas, COLUMNS, items, (item) => cellsOf(canvas, item));
}

function cellsOf(canvas: PdfCanvas, item: ProposalDocumentItem): Cell[] {
  const figures = (texts: readonly string[], from: number): Cell[] =>
    figureCells(canvas, COLUMNS, texts, from);
  const asked = [
    ...itemCells(canvas, COLUMNS, item, remarksOf(item)),
    ...figures([formatQuantity(item.requested_quantity, item.unit)], 2),
  ];
  if (item.unit_price === null || !isOffered(item))
    return [...asked, { lines: refusalLines(canvas, item), span: PRICE_COLUMNS }];
  return [
    ...asked,
    ...figures(
      [
        formatQuantity(item.offered_quantity ?? item.requested_quantity, item.unit),
        formatUnitPrice(item.unit_price),
        formatAmount(item.total_price),
      ],
      COLUMNS.length - PRICE_COLUMNS,
    ),
  ];
}

const remarksOf = (item: ProposalDocumentItem): Remarks => [
  [askedFor(item), DETAIL],
  [
    item.similar === null
      ? ''
      : `Similar: ${[item.similar.name, item.similar.description].filter(Boolean).join(' — ')}`,
    OFFER,
  ],
  [item.notes ? `Obs.: ${item.notes}` : '', OFFER],
];

/**
 * Returns what the legend says of similar products, or nothing where no item takes one: it spares a
 * line for each item that does.
 */
export function similarLegend(items: readonly ProposalDocumentItem[]): string {
  const taking = items.filter((item) => item.allow_similar);
  if (taking.length === 0) return '';
  return taking.length === items.length
    ? 'O produtor aceita produto similar.'
    : 'O produtor aceita produto similar, salvo onde está dito que não.';
}

/** Returns what the producer asked for beside the product. */
const askedFor = ({ requested_notes, allow_similar }: ProposalDocumentItem): string =>
  [
    ...(allow_similar ? [] : ['Não aceita similar']),
    ...(requested_notes ? [`Pedido: ${requested_notes}`] : []),
  ].join('  ·  ');

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
