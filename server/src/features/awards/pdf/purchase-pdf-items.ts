import { drawHeading } from '../../../platform/pdf/blocks.ts';
import { DETAIL, figureCells, itemCells } from '../../../platform/pdf/item-cells.ts';
import type { PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { drawTable, type Cell, type Column } from '../../../platform/pdf/table.ts';
import {
  formatAmount,
  formatQuantity,
  formatUnitPrice,
} from '../../../platform/text/format-pt-br.ts';
import type { PurchaseDocumentItem } from './purchase-document.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Item', width: 26, align: 'left' },
  { title: 'Produto', width: 238.24, align: 'left' },
  { title: 'Quantidade', width: 78, align: 'right' },
  { title: 'Preço unitário (R$)', width: 84, align: 'right' },
  { title: 'Total (R$)', width: 84, align: 'right' },
];
/** Draws the table of what was bought, in the order's sequence. */
export function drawPurchaseItems(canvas: PdfCanvas, items: readonly PurchaseDocumentItem[]): void {
  drawHeading(canvas, 'Itens', 60);
  drawTable(canvas, COLUMNS, items, (item) => cellsOf(canvas, item));
}

const cellsOf = (canvas: PdfCanvas, item: PurchaseDocumentItem): Cell[] => [
  ...itemCells(canvas, COLUMNS, item, [
    [item.instead_of ? `No lugar de: ${item.instead_of}` : '', DETAIL],
    [item.requested_notes ? `Na cotação: ${item.requested_notes}` : '', DETAIL],
  ]),
  ...figureCells(
    canvas,
    COLUMNS,
    [
      formatQuantity(item.quantity, item.unit),
      formatUnitPrice(item.unit_price),
      formatAmount(item.total_price),
    ],
    2,
  ),
];
