import { columnKey } from '../../../platform/csv/csv-read.ts';

/** Column headings of the sheet, in their order. */
export const sheetHeadings = {
  item: 'Item',
  code: 'Código',
  product: 'Produto',
  brand: 'Marca',
  active_ingredient: 'Ingrediente ativo',
  concentration: 'Concentração',
  requested_quantity: 'Quantidade pedida',
  unit: 'Unidade',
  allow_similar: 'Aceita similar',
  requested_notes: 'Observação do produtor',
  unit_price: 'Preço unitário',
  quantity: 'Quantidade ofertada',
  offers_similar: 'Similar (sim/não)',
  similar_product_name: 'Produto similar',
  similar_product_description: 'Descrição do similar',
  justification_type: 'Motivo (indisponível/sem estoque/logística/outro)',
  justification: 'Justificativa',
  notes: 'Observações',
  allows_partial: 'Vende em parte (sim/não)',
  partial_minimum: 'Mínimo em itens (R$)',
  freight_rule: 'Frete proporcional em compra parcial (sim/não)',
} as const;
export type SheetColumn = keyof typeof sheetHeadings;

/** Keys by which a column is found in a file, independent of accents, case and position. */
export const sheetKeys = Object.fromEntries(
  Object.entries(sheetHeadings).map(([column, heading]) => [column, columnKey(heading)]),
) as Readonly<Record<SheetColumn, string>>; // the table's own keys

/** Columns that a supplier fills in; a row in which all of them are empty is skipped. */
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

/** Columns about the whole proposal: the first filled cell of each counts, in whichever row. */
export const termColumns = [
  'allows_partial',
  'partial_minimum',
  'freight_rule',
] as const satisfies readonly SheetColumn[];

/** Required columns; the others may be missing from a file. */
export const neededColumns = ['code', 'unit_price'] as const satisfies readonly SheetColumn[];
