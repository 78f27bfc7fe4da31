import type { UserType } from '@lavra/domain/account/user-type';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts';
import { createManyAccounts, sendFirstLinks } from '../../accounts/accounts-feature.ts';
import { linkManyConsultants } from '../../consultants/consultants-feature.ts';
import type {
  ImportType,
  ValidationContext,
  ValidationResult,
  StoreContext,
} from '../import-type.ts';
import { validateConsultants } from './consultants-import.ts';
import type { PersonEntity } from './validate-people.ts';
import { consultantColumns, producerColumns, supplierColumns } from './person-columns.ts';
import { validateProducers } from './producers-import.ts';
import { validateSuppliers } from './suppliers-import.ts';

type QueueMails = MailOutbox['queueMails'];

/**
 * Creates the imports of producers, suppliers and consultants. People without a password are sent a
 * link to choose one.
 */
export const peopleImports = (queueMails: QueueMails) => {
  const importOf = ({ userType, ...spec }: PeopleSpec): ImportType<PersonEntity> => ({
    ...spec,
    store: (uow, entities, context) =>
      storePeople(uow, entities, { ...context, userType, queueMails }),
  });
  return {
    producers: importOf({
      name: 'producers',
      userType: 'produtor',
      columns: producerColumns,
      validate: validateProducers,
    }),
    suppliers: importOf({
      name: 'suppliers',
      userType: 'fornecedor',
      columns: supplierColumns,
      validate: validateSuppliers,
    }),
    consultants: importOf({
      name: 'consultants',
      userType: 'consultor',
      columns: consultantColumns,
      validate: validateConsultants,
    }),
  };
};

interface PeopleSpec extends Pick<ImportType, 'name' | 'columns'> {
  readonly userType: UserType;
  readonly validate: (
    context: ValidationContext,
    rows: readonly CsvRow[],
  ) => Promise<ValidationResult<PersonEntity>>;
}

/**
 * Creates the people of a batch and sends those without a password a link to choose one. Returns
 * the rows whose e-mail or document was taken meanwhile.
 */
async function storePeople(
  uow: UnitOfWork,
  entities: readonly PersonEntity[],
  {
    passwordHashes,
    userType,
    queueMails,
  }: StoreContext & { userType: UserType; queueMails: QueueMails },
): Promise<number[]> {
  const hashOf = ({ rows: [row = 0] }: PersonEntity): string | null =>
    passwordHashes.get(row) ?? null;
  const ids = await createManyAccounts(
    uow,
    entities.map((entity) => ({
      ...entity,
      account: { ...entity.account, password_hash: hashOf(entity) },
    })),
  );
  const made = entities.flatMap((entity, index) => {
    const userId = ids[index];
    return userId === undefined ? [] : [{ entity, userId }];
  });
  if (userType === 'consultor')
    await linkManyConsultants(
      uow,
      made.map(({ entity: { producerIds = [] }, userId }) => ({ userId, producerIds })),
    );
  for (const purpose of ['consultant_activation', 'email_verification'] as const) {
    const readers = made.filter(
      ({ entity }) =>
        (hashOf(entity) === null) === (purpose === 'consultant_activation') &&
        entity.account.status === 'ativo',
    );
    await sendFirstLinks(uow, queueMails, {
      purpose,
      readers: readers.map(
        ({
          entity: {
            account: { name, email },
          },
          userId,
        }) => ({ userId, name, email, userType }),
      ),
    });
  }
  return entities.flatMap(({ rows }, index) => (ids[index] === undefined ? rows : []));
}
