import type { ImportCellProblem } from '@lavra/contract/admin/import';
import type { CsvColumns } from '../../platform/csv/csv-file.ts';
import { fieldSentence } from '../../platform/texts/field-texts.ts';
import { cityAndState } from './people/places-named.ts';

const [BEFORE = '', AFTER = ''] = fieldSentence('did_you_mean', { name: '|' }).split('|');

/**
 * Returns the problems of a row by cell, read from its stored sentences: each starts with the
 * heading of its column, as `CsvCells` writes it, and may end with what was probably meant.
 */
export const cellProblems = (columns: CsvColumns, errors: readonly string[]): ImportCellProblem[] =>
  errors.flatMap((error): ImportCellProblem[] => {
    const found = Object.entries(columns).find(([, { heading }]) =>
      error.startsWith(`${heading}: `),
    );
    if (found === undefined) return [];
    const [column, { heading }] = found;
    const sentence = error.slice(heading.length + 2);
    const at = sentence.lastIndexOf(BEFORE);
    if (at === -1 || !sentence.endsWith(AFTER)) return [{ column, sentence, suggestion: null }];
    const label = sentence.slice(at + BEFORE.length, sentence.length - AFTER.length);
    const suggestion = { label, cells: cellsOf(columns, column, label) };
    return [{ column, sentence: sentence.slice(0, at).trim(), suggestion }];
  });

/** Returns the cells that a suggestion fills: a city's also names its state. */
function cellsOf(columns: CsvColumns, column: string, label: string): Record<string, string> {
  const place = /(^|_)city$/.test(column) ? cityAndState(label) : undefined;
  const state = column.replace(/city$/, 'state');
  return place === undefined || columns[state] === undefined
    ? { [column]: label }
    : { [column]: place.city, [state]: place.state };
}
