import { readDataFile } from './data-file.ts';

/** The 235 crop names of AGROFIT, "Todas as culturas" and "Não Atrelado a Cultura" included. */
export function readCultures(): string[] {
  return JSON.parse(readDataFile('cultures.json'));
}
