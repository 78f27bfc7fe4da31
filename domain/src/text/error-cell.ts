/** Stands in a cell for a formula whose value the workbook does not hold. */
export const NOT_CALCULATED = '#SEM VALOR!';

const ERROR_CELL =
  /^#(?:N\/[AD]|(?:REF|VALOR|VALUE|DIV\/0|N[UÚ]M|NULL|NULO|CALC|SPILL|DESPEJAR|SEM VALOR)!|(?:NOME|NAME)\?|#{2,})$/i;

/**
 * Returns whether a cell holds what a spreadsheet shows where a formula failed or was not
 * calculated, or where a number did not fit (`####`): no value that anyone meant.
 */
export const isErrorCell = (cell: string): boolean => ERROR_CELL.test(cell.trim());
