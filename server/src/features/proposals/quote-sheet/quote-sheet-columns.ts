import { columnKey } from '../../../platform/csv/csv-read.ts';

/** The sheet's columns as they are headed, in their order. */
export const sheetHeadings = {
  item: 'Item',
  code: 'Código',
  product: 'Produto',
  brand: 'Marca',
  active_ingredient: 'Ingrediente ativo',
  concentration: 'Concentração',
  requested_quantity: 'Quantidade pedida',
  unit: 'Unidade',
  unit_price: 'Preço unitário',
  quantity: 'Quantidade ofertada',
  offers_similar: 'Similar (sim/não)',
  similar_product_name: 'Produto similar',
  similar_product_description: 'Descrição do similar',
  justification_type: 'Motivo (indisponível/sem estoque/logística/outro)',
  justification: 'Justificativa',
  notes: 'Observações',
} as const;
export type SheetColumn = keyof typeof sheetHeadings;

/** How a column is found in a file, whatever its accents, case and place. */
export const sheetKeys = Object.fromEntries(
  Object.entries(sheetHeadings).map(([column, heading]) => [column, columnKey(heading)]),
) as Readonly<Record<SheetColumn, string>>; // the table's own keys

/** What a supplier fills in; a row with nothing in any of them is no answer. */
export const answerColumns = [
  'unit_price',
  'quantity',
  'offers_similar',
  'similar_product_name',
  'similar_product_description',
  'justification_type',
  'justification',
  'notes',
] as const satisfies readonly SheetColumn[];

/** Without these nothing can be read; the others may be left out of a file. */
export const neededColumns = ['code', 'unit_price'] as const satisfies readonly SheetColumn[];
