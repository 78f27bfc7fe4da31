import type { JustificationType } from '@lavra/domain/proposal/justification';
import { writeCsv } from '../../../platform/csv/csv-write.ts';
import { typedDecimal } from '../../../platform/csv/decimal-pt-br.ts';
import { sheetHeadings, type SheetColumn } from './quote-sheet-columns.ts';
import type { SheetItem } from './quote-sheet-store.ts';

/** Words for the reasons, as the sheet shows and accepts them. */
export const sheetReasons: Readonly<Record<JustificationType, string>> = {
  unavailable: 'indisponível',
  out_of_stock: 'sem estoque',
  logistics: 'logística',
  other: 'outro',
};

/** Writes the sheet: one row for each item of the order, with the values of the draft. */
export const writeQuoteSheet = (items: readonly SheetItem[]): Buffer =>
  writeCsv(
    Object.values(sheetHeadings),
    items.map((item) => Object.values(cellsOf(item))),
  );

/** In the order of the headings. */
function cellsOf(item: SheetItem): Record<SheetColumn, string> {
  return {
    item: String(item.position),
    code: String(item.code),
    product: item.product,
    brand: item.brand ?? '',
    active_ingredient: item.active_ingredient ?? '',
    concentration: item.concentration ?? '',
    requested_quantity: typedDecimal(item.requested_quantity),
    unit: item.unit,
    unit_price: item.unit_price === null ? '' : typedDecimal(item.unit_price, 2),
    quantity: item.quantity === null ? '' : typedDecimal(item.quantity),
    offers_similar: item.offers_similar === null ? '' : item.offers_similar ? 'sim' : 'não',
    similar_product_name: item.similar_product_name ?? '',
    similar_product_description: item.similar_product_description ?? '',
    justification_type:
      item.justification_type === null ? '' : sheetReasons[item.justification_type],
    justification: item.justification ?? '',
    notes: item.notes ?? '',
  };
}
