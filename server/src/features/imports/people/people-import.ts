import type { UserType } from '@lavra/domain/account/user-type';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { SheetRow } from '../../../platform/csv/sheet.ts';
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts';
import { createManyAccounts, sendFirstLinks } from '../../accounts/accounts-feature.ts';
import type { ImportType, JudgeContext, Judgement, StoreContext } from '../import-type.ts';
import { judgeConsultants } from './consultants-import.ts';
import type { PersonThing } from './judge-people.ts';
import { consultantColumns, producerColumns, supplierColumns } from './person-columns.ts';
import { judgeProducers } from './producers-import.ts';
import { judgeSuppliers } from './suppliers-import.ts';

type QueueMails = MailOutbox['queueMails'];

/**
 * Creates the imports of producers, suppliers and consultants. People without a password are sent a
 * link to choose one.
 */
export const peopleImports = (queueMails: QueueMails) => {
  const sheetOf = ({ userType, ...spec }: PeopleSpec): ImportType<PersonThing> => ({
    ...spec,
    store: (uow, things, context) => storePeople(uow, things, { ...context, userType, queueMails }),
  });
  return {
    producers: sheetOf({
      name: 'producers',
      userType: 'produtor',
      columns: producerColumns,
      judge: judgeProducers,
    }),
    suppliers: sheetOf({
      name: 'suppliers',
      userType: 'fornecedor',
      columns: supplierColumns,
      judge: judgeSuppliers,
    }),
    consultants: sheetOf({
      name: 'consultants',
      userType: 'consultor',
      columns: consultantColumns,
      judge: judgeConsultants,
    }),
  };
};

interface PeopleSpec extends Pick<ImportType, 'name' | 'columns'> {
  readonly userType: UserType;
  readonly judge: (
    context: JudgeContext,
    rows: readonly SheetRow[],
  ) => Promise<Judgement<PersonThing>>;
}

/**
 * Creates the people of a batch and sends those without a password a link to choose one. Returns
 * the rows whose e-mail or document was taken meanwhile.
 */
async function storePeople(
  uow: UnitOfWork,
  things: readonly PersonThing[],
  {
    passwordHashes,
    userType,
    queueMails,
  }: StoreContext & { userType: UserType; queueMails: QueueMails },
): Promise<number[]> {
  const hashOf = ({ rows: [row = 0] }: PersonThing): string | null =>
    passwordHashes.get(row) ?? null;
  const ids = await createManyAccounts(
    uow,
    things.map((thing) => ({
      ...thing,
      account: { ...thing.account, password_hash: hashOf(thing) },
    })),
  );
  const made = things.flatMap((thing, index) => {
    const userId = ids[index];
    return userId === undefined ? [] : [{ thing, userId }];
  });
  for (const purpose of ['consultant_activation', 'email_verification'] as const) {
    const readers = made.filter(
      ({ thing }) =>
        (hashOf(thing) === null) === (purpose === 'consultant_activation') &&
        thing.account.status === 'ativo',
    );
    await sendFirstLinks(uow, queueMails, {
      purpose,
      readers: readers.map(
        ({
          thing: {
            account: { name, email },
          },
          userId,
        }) => ({ userId, name, email, userType }),
      ),
    });
  }
  return things.flatMap(({ rows }, index) => (ids[index] === undefined ? rows : []));
}
