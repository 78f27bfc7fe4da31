import { readDataFile } from './data-file.ts';

/**
 * Returns the 235 crop names of AGROFIT, including "Todas as culturas" and "Não Atrelado a
 * Cultura".
 */
export function readCultures(): string[] {
  return JSON.parse(readDataFile('cultures.json'));
}
