/**
 * Places where a spreadsheet would begin a formula: the beginning of the text, and past anything
 * that may separate cells or rows in the program that reads the file, whatever separates them here.
 * Quotes and apostrophes in between do not stop it.
 */
const RUNNABLE = /^(?=["']*[=+\-@\t\r])|(?<=[,;|\t\r\n])(?=["']*[=+\-@])/g;
const DISARMED = /^'(?=["']*[=+\-@\t\r])|(?<=[,;|\t\r\n])'(?=["']*[=+\-@])/g;

/** Returns the text of a cell with an apostrophe before each formula; `originalCell` undoes it. */
export const harmlessCell = (text: string): string => text.replaceAll(RUNNABLE, "'");

/** Returns the text as it was before `harmlessCell`. */
export const originalCell = (cell: string): string => cell.replaceAll(DISARMED, '');
