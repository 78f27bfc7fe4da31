import { fold } from '@lavra/domain/text/fold';
import type { ProductImportData } from '@lavra/contract/catalogue/product-import';
import type { Db } from '../../../platform/db/database.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { createUnitFinder, readUnits, type Unit } from '../../reference-data/units.ts';
import { closestName } from '../../../platform/text/closest-name.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}
interface Subtype extends Named {
  readonly product_type_id: number;
}

/** The catalogue entries that a row's names refer to; undefined where a name is unknown. */
export interface RowReferences {
  readonly type: Named | undefined;
  readonly subtype: Subtype | undefined;
  readonly unit: string | undefined;
}

/** Looks names up in the catalogue; adds an error with the closest name for each unknown one. */
export type FindReferences = (data: ProductImportData, problems: FieldErrors) => RowReferences;

/** Reads types, subtypes and active units, locked until the commit against removal. */
export async function loadReferences(db: Db): Promise<FindReferences> {
  const types = await db.q
    .selectFrom('product_types')
    .select(['id', 'name'])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const subtypes = await db.q
    .selectFrom('product_subtypes')
    .select(['id', 'name', 'product_type_id'])
    .where('is_unlisted', '=', false)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const units = await listUnits(db);
  const [findUnit, closestUnit] = [unitFinder(units), unitGuesser(units)];
  const typeByKey = new Map(types.map((type) => [fold(type.name), type]));
  const subtypesByType = Map.groupBy(subtypes, (subtype) => subtype.product_type_id);
  const typeNames = types.map((type) => type.name);
  return (data, problems) => {
    const type = data.type === null ? undefined : typeByKey.get(fold(data.type));
    if (data.type !== null && type === undefined)
      addProblem(problems, 'type', closestName(data.type, typeNames));
    const siblings = type === undefined ? [] : (subtypesByType.get(type.id) ?? []);
    const subtype = siblings.find(
      (one) => data.subtype !== null && fold(one.name) === fold(data.subtype),
    );
    if (type !== undefined && data.subtype !== null && subtype === undefined)
      addProblem(
        problems,
        'subtype',
        closestName(
          data.subtype,
          siblings.map((one) => one.name),
        ),
      );
    const unit = data.unit === null ? undefined : findUnit(data.unit);
    if (data.unit !== null && unit === undefined)
      addProblem(problems, 'unit', closestUnit(data.unit));
    return { type, subtype, unit };
  };
}

const unknownCodes = { type: 'product_type', subtype: 'product_subtype', unit: 'unit' } as const;

function addProblem(
  problems: FieldErrors,
  column: keyof typeof unknownCodes,
  closest: string | undefined,
): void {
  problems.add(column, unknownCodes[column]);
  if (closest !== undefined) problems.add(column, 'did_you_mean', { name: closest });
}

/**
 * Returns a function that finds a unit's symbol from what people type; it knows active units only,
 * locked until the commit.
 */
export const loadUnits = async (db: Db): Promise<(typed: string) => string | undefined> =>
  unitFinder(await listUnits(db));

const listUnits = (db: Db): Promise<KnownUnit[]> =>
  db.q
    .selectFrom('measurement_units')
    .select(['symbol', 'name'])
    .where('active', '=', true)
    .orderBy('id')
    .forKeyShare()
    .execute();

interface KnownUnit {
  readonly symbol: string;
  readonly name: string;
}

/**
 * Returns a function that finds the unit whose name is closest to a word. Symbols are too short to
 * be guessed from.
 */
const unitGuesser = (units: readonly KnownUnit[]) => {
  const symbols = new Map(units.map(({ symbol, name }) => [name, symbol]));
  return (typed: string): string | undefined =>
    symbols.get(closestName(typed, [...symbols.keys()]) ?? '');
};

/**
 * Finds units as people type them: by the spellings that Lavra ships, and by the symbols and names
 * of this installation's own units.
 */
function unitFinder(known: readonly KnownUnit[]): (typed: string) => string | undefined {
  const symbols = new Map(known.map(({ symbol }) => [fold(symbol), symbol]));
  const own = known.map(({ symbol, name }): Unit => ({
    symbol,
    name,
    label: symbol,
    kind: 'package',
    base_factor: null,
    base_unit: null,
    aliases: [name],
  }));
  const find = createUnitFinder([
    ...readUnits().filter((unit) => symbols.has(fold(unit.symbol))),
    ...own,
  ]);
  return (typed) => symbols.get(fold(find(typed)?.symbol ?? ''));
}
