import { fold } from '@lavra/domain/text/fold';
import { readDataFile } from './data-file.ts';

export const unitKinds = ['mass', 'volume', 'count', 'package', 'area'] as const;

/**
 * A unit of measure. `symbol` is its form on the wire, `label` its form in sentences. One unit is
 * `base_factor` (a decimal string) of `base_unit`; a package has neither.
 */
export type Unit = {
  symbol: string;
  name: string;
  label: string;
  kind: (typeof unitKinds)[number];
  base_factor: string | null;
  base_unit: string | null;
  aliases: string[];
};

/** Returns the units of a new installation; `L`, `KG` and `UN` are always among them. */
export function readUnits(): Unit[] {
  return JSON.parse(readDataFile('units.json'));
}

/**
 * Creates a lookup from a unit as users type it ("KG.", "Lt", "Und", "saco de 50kg") to the unit.
 * Ambiguous spellings are in no list, so they find nothing.
 */
export function createUnitFinder(units: readonly Unit[]): (text: string) => Unit | undefined {
  const byKey = new Map(
    units.flatMap((unit) =>
      [unit.symbol, ...unit.aliases].map((spelling) => [spellingKey(spelling), unit] as const),
    ),
  );
  return (text) => byKey.get(spellingKey(text));
}

function spellingKey(text: string): string {
  return fold(text).replaceAll(/[\s.]/g, '');
}
