import { coverageKindLabels } from '@lavra/domain/address/coverage-kind';
import { CsvCells, wordsOf } from '../../../platform/csv/csv-cells.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import { readWebsite, type CoverageValues } from '../../accounts/accounts-feature.ts';
import type { ValidationContext } from '../import-type.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { validatePeople, type ReadPerson } from './validate-people.ts';
import { loadProductTypes, type FindByName } from './named.ts';
import { readAddress, readPerson } from './person-cells.ts';
import { supplierColumns } from './person-columns.ts';
import { cityAndState, loadPlaces, type Places } from './places-named.ts';

type Cells = CsvCells<typeof supplierColumns>;

const kinds = wordsOf(coverageKindLabels, {
  estados: 'states',
  estadual: 'states',
  municipios: 'cities',
  cidades: 'cities',
  municipal: 'cities',
  brasil: 'national',
});
const SHOWN_KINDS = ['nacional', 'estados', 'municípios'];

/** Validates a file of suppliers. */
export async function validateSuppliers(context: ValidationContext, rows: readonly CsvRow[]) {
  const parsed = rows.map((row) => new CsvCells(row, supplierColumns));
  const places = await loadPlaces(
    context.db,
    parsed.flatMap((cells) => [
      { city: cells.line('city') ?? '', state: cells.line('state') ?? '' },
      ...cells.list('cities').flatMap((text) => cityAndState(text) ?? []),
    ]),
  );
  const findType = await loadProductTypes(context.db);
  return validatePeople(
    context,
    await mapYielding(parsed, (cells) => readSupplier(cells, { places, findType })),
    'fornecedor',
  );
}

function readSupplier(
  cells: Cells,
  { places, findType }: { places: Places; findType: FindByName },
): ReadPerson {
  const head = readPerson(cells);
  if (!cells.has('document')) cells.refuse('document', 'required');
  const document = cells.document('document', ['cnpj']);
  const address = readAddress(cells, places, 'headquarters');
  const coverage = readCoverage(cells, places);
  const website = readWebsite(cells.problems, 'website', cells.line('website'));
  const product_type_ids = [
    ...new Set(
      cells
        .list('product_types')
        .flatMap(
          (name) =>
            findType(name) ?? cells.refuse('product_types', 'product_type_named', { name }) ?? [],
        ),
    ),
  ];
  return {
    cells,
    email: head.email,
    document: document?.number ?? null,
    person:
      document === null || address === undefined
        ? undefined
        : {
            account: {
              ...head,
              document,
              addresses: [address],
              profile: {
                user_type: 'fornecedor',
                supplier: { website, product_type_ids, coverage },
              },
            },
          },
    data: cells.data({
      ...(head.email === '' ? {} : { email: head.email }),
      ...(document === null ? {} : { document: document.number }),
      status: head.status,
      coverage: coverage.kind,
      website,
    }),
  };
}

/**
 * Returns the coverage: the kind that was sent; otherwise the kind whose list is filled; otherwise
 * the whole country.
 */
function readCoverage(cells: Cells, places: Places): CoverageValues {
  const [states, cities] = [readStates(cells, places), readCities(cells, places)];
  const kind =
    cells.word('coverage', kinds, SHOWN_KINDS) ??
    (cells.has('cities') ? 'cities' : cells.has('states') ? 'states' : 'national');
  if (kind === 'states' && !cells.has('states')) cells.refuse('states', 'required');
  if (kind === 'cities' && !cells.has('cities')) cells.refuse('cities', 'required');
  return {
    kind,
    states: kind === 'states' ? states : [],
    city_ids: kind === 'cities' ? cities : [],
  };
}

const readStates = (cells: Cells, { findState }: Places): string[] => [
  ...new Set(
    cells
      .list('states')
      .flatMap((name) => findState(name) ?? cells.refuse('states', 'state_named', { name }) ?? []),
  ),
];

const readCities = (cells: Cells, { findPlace }: Places): number[] => [
  ...new Set(
    cells.list('cities').flatMap((text) => {
      const named = cityAndState(text);
      const found = named === undefined ? 'no city' : findPlace(named.city, named.state);
      return typeof found === 'object'
        ? [found.id]
        : (cells.refuse('cities', 'city_named', { name: text }) ?? []);
    }),
  ),
];
