import type { ProposalDraftBody } from '@lavra/contract/proposals/schemas';
import type { CsvTable } from '../../../platform/csv/csv-read.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { termColumns } from './quote-sheet-columns.ts';
import { sheetRow, type SheetRow } from './quote-sheet-read.ts';

type TermColumn = (typeof termColumns)[number];
type SheetTerms = Pick<ProposalDraftBody, 'allows_partial' | 'partial_minimum' | 'freight_rule'>;

/**
 * Reads on which terms the proposal is sold in part from the first row that says so; what is blank
 * everywhere is left out. Adds problems under `rows.<row>.<column>`, also where two rows say
 * different things.
 */
export function readTerms(table: CsvTable, fields: FieldErrors): SheetTerms {
  const said = new Map<TermColumn, SheetRow>();
  for (const row of table.rows) {
    const cells = sheetRow(row, fields);
    for (const column of termColumns) {
      const first = said.get(column);
      if (cells.text(column) === '') continue;
      if (first === undefined) said.set(column, cells);
      else if (first.text(column) !== cells.text(column))
        cells.refuse(column, 'sheet_terms_differ', { row: first.number });
    }
  }
  const allows_partial = said.get('allows_partial')?.yesNo('allows_partial');
  const minimum = said.get('partial_minimum');
  const partial_minimum = minimum?.decimal('partial_minimum') ?? null;
  const isProportional = said.get('freight_rule')?.yesNo('freight_rule');
  if ((partial_minimum ?? 0) > 0 && allows_partial !== true)
    minimum?.refuse('partial_minimum', 'minimum_without_parts');
  return {
    ...(allows_partial === undefined ? {} : { allows_partial, partial_minimum }),
    ...(isProportional === undefined
      ? {}
      : { freight_rule: isProportional ? 'proportional' : 'full' }),
  };
}
