import { byItemText } from '@lavra/domain/proposal/free-texts';
import type { JustificationType } from '@lavra/domain/proposal/justification';
import type { SheetCell } from '../../../platform/spreadsheet/sheet-cell.ts';
import { sheetHeadings, type SheetColumn, type termColumns } from './quote-sheet-columns.ts';
import type { SheetItem } from './quote-sheet-store.ts';

/** Words for the reasons, as the sheet shows and accepts them. */
export const sheetReasons: Readonly<Record<JustificationType, string>> = {
  unavailable: 'indisponível',
  out_of_stock: 'sem estoque',
  logistics: 'logística',
  other: 'outro',
};

/**
 * Returns the rows of a sheet, with the values of the draft, their cells in the order of the
 * headings. What is said of the whole proposal stands in the first row.
 */
export const quoteSheetRows = (items: readonly SheetItem[]): SheetCell[][] =>
  items.map((item, index) => {
    const row = { ...cellsOf(item), ...(index === 0 ? termCells(item) : noTerms) };
    return columns.map((column) => row[column]);
  });

const columns = Object.keys(sheetHeadings) as SheetColumn[]; // its own keys

type TermColumn = (typeof termColumns)[number];
const noTerms: Record<TermColumn, SheetCell> = {
  allows_partial: '',
  partial_minimum: '',
  freight_rule: '',
};
const termCells = (item: SheetItem): Record<TermColumn, SheetCell> => ({
  allows_partial: item.allows_partial ? 'sim' : 'não',
  partial_minimum: item.partial_minimum === null ? '' : { decimal: item.partial_minimum, least: 2 },
  freight_rule: item.freight_rule === 'proportional' ? 'sim' : 'não',
});

function cellsOf(item: SheetItem): Record<Exclude<SheetColumn, TermColumn>, SheetCell> {
  return {
    item: String(item.position),
    code: String(item.code),
    product: item.product,
    brand: item.brand ?? '',
    active_ingredient: item.active_ingredient ?? '',
    concentration: item.concentration ?? '',
    requested_quantity: { decimal: item.requested_quantity },
    unit: item.unit,
    allow_similar: item.allow_similar ? 'sim' : 'não',
    requested_notes: item.requested_notes ?? '',
    unit_price: item.unit_price === null ? '' : { decimal: item.unit_price, least: 2 },
    quantity: item.quantity === null ? '' : { decimal: item.quantity },
    offers_similar: item.offers_similar === null ? '' : item.offers_similar ? 'sim' : 'não',
    ...byItemText((name) => item[name] ?? ''),
    justification_type:
      item.justification_type === null ? '' : sheetReasons[item.justification_type],
  };
}
