import type { ImportData } from '@lavra/contract/admin/import';
import type { UserType } from '@lavra/domain/account/user-type';
import type { CsvColumns } from '../../../platform/csv/csv-file.ts';
import type { CsvCells } from '../../../platform/csv/csv-cells.ts';
import {
  accountKeyOf,
  listKnownPeople,
  type BulkAccount,
  type KnownPerson,
  type NewAccount,
} from '../../accounts/accounts-feature.ts';
import type {
  ValidationContext,
  ValidatedRow,
  ValidationResult,
  ImportEntity,
} from '../import-type.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';

/** A person who would be created; the password hash is added when they are stored. */
export interface PersonEntity extends ImportEntity, Omit<BulkAccount, 'account'> {
  readonly account: Omit<NewAccount, 'password_hash'>;
  /** The producers whom a consultant advises. */
  readonly producerIds?: readonly number[];
}

/** A row as it was read. `person` is undefined where a required value is missing. */
export interface ReadPerson {
  readonly cells: CsvCells<
    CsvColumns & { readonly email: CsvColumns[string]; readonly document: CsvColumns[string] }
  >;
  readonly email: string;
  readonly document: string | null;
  readonly data: ImportData;
  readonly person: Omit<PersonEntity, 'rows'> | undefined;
}

/**
 * Validates people against the existing ones and the rows before them. A person who exists, by
 * document or e-mail, is skipped.
 */
export async function validatePeople(
  { db }: ValidationContext,
  people: readonly ReadPerson[],
  userType: UserType,
): Promise<ValidationResult<PersonEntity>> {
  const emailKeys = people.flatMap(({ email }) => (email === '' ? [] : [accountKeyOf(email)]));
  const known = await listKnownPeople(db, {
    emailKeys,
    documents: people.flatMap(({ document }) => document ?? []),
  });
  const byEmail = new Map(known.map((person) => [person.email_key, person]));
  const byDocument = new Map(
    known.flatMap((person) =>
      person.document === null ? [] : [[person.document, person] as const],
    ),
  );
  const seen = { email: new Map<string, number>(), document: new Map<string, number>() };
  const entities: PersonEntity[] = [];
  const rows = await mapYielding(
    people,
    ({ cells, email, document, data, person }): ValidatedRow => {
      const emailKey = email === '' ? undefined : accountKeyOf(email);
      refuseTwice(cells, 'email', emailKey, seen.email);
      refuseTwice(cells, 'document', document ?? undefined, seen.document);
      const isThere = isKnown(
        { cells, email, document },
        {
          byEmail: emailKey === undefined ? undefined : byEmail.get(emailKey),
          byDocument: document === null ? undefined : byDocument.get(document),
          userType,
        },
      );
      const isNew = !cells.problems.any && !isThere && person !== undefined;
      if (isNew) entities.push({ rows: [cells.row], ...person });
      return {
        row: cells.row,
        status: cells.problems.any ? 'error' : 'success',
        action: isNew ? 'create' : 'skip',
        errors: cells.sentences(),
        warnings: cells.warnings,
        data,
      };
    },
  );
  return { rows, entities };
}

function refuseTwice(
  cells: ReadPerson['cells'],
  column: 'email' | 'document',
  key: string | undefined,
  seen: Map<string, number>,
): void {
  if (key === undefined) return;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, cells.row);
  else cells.refuse(column, 'sheet_row_twice', { row: first });
}

interface Found {
  readonly byEmail: KnownPerson | undefined;
  readonly byDocument: KnownPerson | undefined;
  readonly userType: UserType;
}

type Named = Pick<ReadPerson, 'cells' | 'email' | 'document'>;

/**
 * Returns whether the row's person exists. Adds an error when the row matches two people, or a
 * person of another profile; warns when the person has another e-mail or document than the row.
 */
function isKnown(named: Named, { byEmail, byDocument, userType }: Found): boolean {
  const { cells } = named;
  if (byEmail !== undefined && byDocument !== undefined && byEmail.id !== byDocument.id)
    cells.refuse('document', 'people_mixed');
  if (byEmail !== undefined && byEmail.user_type !== userType)
    cells.refuse('email', 'person_of_another_profile');
  else if (byDocument !== undefined && byDocument.user_type !== userType)
    cells.refuse('document', 'person_of_another_profile');
  const there = byEmail ?? byDocument;
  if (there?.deleted === true)
    cells.warn(
      byEmail === undefined ? 'document' : 'email',
      'O cadastro existe, mas está excluído: restaure-o em vez de importar.',
    );
  else if (there !== undefined && !cells.problems.any)
    warnOfAnother(named, there, byEmail === undefined ? 'email' : 'document');
  return there !== undefined;
}

/** Warns where the row names another e-mail or document than the person has, who was found by the other one. */
function warnOfAnother(
  { cells, email, document }: Named,
  there: KnownPerson,
  column: 'email' | 'document',
): void {
  if (column === 'email' && email !== '' && accountKeyOf(email) !== there.email_key)
    cells.warn('email', 'O cadastro com este CPF ou CNPJ tem outro e-mail, que não muda.');
  if (column === 'document' && document !== null && document !== there.document)
    cells.warn(
      'document',
      there.document === null
        ? 'O cadastro com este e-mail não tem CPF ou CNPJ, e não muda.'
        : 'O cadastro com este e-mail tem outro CPF ou CNPJ, que não muda.',
    );
}
