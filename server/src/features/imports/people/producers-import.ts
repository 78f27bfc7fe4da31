import { parseDecimal } from '@lavra/domain/money/decimal';
import { CsvCells, wordsOf } from '../../../platform/csv/csv-cells.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import type { ValidationContext } from '../import-type.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { validatePeople, type PersonEntity, type ReadPerson } from './validate-people.ts';
import { loadCultures, type FindByName } from './named.ts';
import { readAddress, readPerson } from './person-cells.ts';
import { producerColumns } from './person-columns.ts';
import { loadPlaces, type Places } from './places-named.ts';

type Cells = CsvCells<typeof producerColumns>;

const MAX_AREA = 9_999_999_999.99;
const kinds = wordsOf(
  { PF: 'Pessoa física', PJ: 'Pessoa jurídica' },
  { física: 'PF', jurídica: 'PJ' },
);

/** Validates a file of producers. */
export async function validateProducers(context: ValidationContext, rows: readonly CsvRow[]) {
  const places = await loadPlaces(
    context.db,
    rows.map(({ cells }) => ({ city: cells['city'] ?? '', state: cells['state'] ?? '' })),
  );
  const findCulture = await loadCultures(context.db);
  const people = await mapYielding(rows, (row) =>
    readProducer(new CsvCells(row, producerColumns), { places, findCulture }),
  );
  return validatePeople(context, people, 'produtor');
}

function readProducer(
  cells: Cells,
  { places, findCulture }: { places: Places; findCulture: FindByName },
): ReadPerson {
  const head = readPerson(cells);
  if (!cells.has('document')) cells.refuse('document', 'required');
  const document = cells.document('document');
  const address = readAddress(cells, places, 'farm');
  const type = cells.word('type', kinds, ['PF', 'PJ']) ?? (document?.type === 'cnpj' ? 'PJ' : 'PF');
  const planted_area = readHectares(cells);
  const cultureIds = readCultures(cells, findCulture);
  const producer = {
    type,
    planted_area,
    association: cells.line('association'),
    producers_cooperative: cells.line('producers_cooperative'),
    credit_cooperative: cells.line('credit_cooperative'),
  };
  const person: Omit<PersonEntity, 'rows'> | undefined =
    document === null || address === undefined
      ? undefined
      : {
          account: {
            ...head,
            document,
            addresses: [address],
            profile: { user_type: 'produtor', producer },
          },
          cultureIds,
        };
  return {
    cells,
    email: head.email,
    document: document?.number ?? null,
    person,
    data: cells.data({
      ...(head.email === '' ? {} : { email: head.email }),
      ...(document === null ? {} : { document: document.number }),
      type,
      status: head.status,
      planted_area: planted_area === null ? null : Number(planted_area),
    }),
  };
}

function readHectares(cells: Cells): string | null {
  const area = cells.decimal('planted_area', (value) => parseDecimal(value, 2), 2);
  return area !== null && Number(area) > MAX_AREA
    ? cells.refuse('planted_area', 'max', { limit: '9.999.999.999,99' })
    : area;
}

function readCultures(cells: Cells, find: FindByName): number[] {
  return [
    ...new Set(
      cells
        .list('cultures')
        .flatMap((name) => find(name) ?? cells.refuse('cultures', 'culture_named', { name }) ?? []),
    ),
  ];
}
