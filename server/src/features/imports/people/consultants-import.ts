import { parseDocument, documentTypeOf } from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import { CsvCells } from '../../../platform/csv/csv-cells.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import { listKnownPeople } from '../../accounts/accounts-feature.ts';
import type { ValidationContext } from '../import-type.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { validatePeople, type ReadPerson } from './validate-people.ts';
import { readPerson } from './person-cells.ts';
import { consultantColumns } from './person-columns.ts';

type Cells = CsvCells<typeof consultantColumns>;

/** Validates a file of consultants and the producers they advise. */
export async function validateConsultants(context: ValidationContext, rows: readonly CsvRow[]) {
  const parsed = rows.map((row) => new CsvCells(row, consultantColumns));
  const documents = [
    ...new Set(parsed.flatMap((cells) => cells.list('producers').map(stripDocumentMask))),
  ];
  const people = await listKnownPeople(context.db, { emailKeys: [], documents });
  const producers = new Map(
    people.flatMap(({ document, producer_id, deleted }) =>
      document === null || producer_id === null || deleted
        ? []
        : [[document, producer_id] as const],
    ),
  );
  return validatePeople(
    context,
    await mapYielding(parsed, (cells) => readConsultant(cells, producers)),
    'consultor',
  );
}

function readConsultant(cells: Cells, producers: ReadonlyMap<string, number>): ReadPerson {
  const head = readPerson(cells);
  const document = cells.document('document');
  const producerIds = readProducers(cells, producers);
  return {
    cells,
    email: head.email,
    document: document?.number ?? null,
    person: {
      account: { ...head, document, addresses: [], profile: { user_type: 'consultor' } },
      producerIds,
    },
    data: cells.data({
      ...(head.email === '' ? {} : { email: head.email }),
      ...(document === null ? {} : { document: document.number }),
      status: head.status,
    }),
  };
}

const readProducers = (cells: Cells, producers: ReadonlyMap<string, number>): number[] => [
  ...new Set(
    cells.list('producers').flatMap((typed) => {
      const document = stripDocumentMask(typed);
      const type = documentTypeOf(document);
      const isDocument = type !== null && parseDocument(type, document).ok;
      return (
        producers.get(document) ??
        cells.refuse('producers', isDocument ? 'producer_named' : 'cpf_or_cnpj_named', {
          name: typed,
        }) ??
        []
      );
    }),
  ),
];
