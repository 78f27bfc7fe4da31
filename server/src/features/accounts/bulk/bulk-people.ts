import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import type { Db } from '../../../platform/db/database.ts';
import { userTypes } from '@lavra/domain/account/user-type';

const peopleKnown = statement({
  name: 'accounts-bulk-known',
  params: params<{ email_keys: readonly string[]; documents: readonly string[] }>(),
  columns: {
    id: col.int,
    email_key: col.text,
    document: orNull(col.text),
    user_type: col.oneOf(userTypes),
    deleted: col.boolean,
    producer_id: orNull(col.int),
    supplier_id: orNull(col.int),
  },
  text: `
    SELECT u.id, u.email_key, u.document_number AS document, u.user_type,
      u.deleted_at IS NOT NULL AS deleted, p.id AS producer_id, s.id AS supplier_id
    FROM (
      SELECT k.id FROM users k WHERE k.email_key = ANY(:email_keys::text[])
      UNION SELECT k.id FROM users k WHERE k.document_number = ANY(:documents::text[])
    ) found
    JOIN users u ON u.id = found.id
    LEFT JOIN producers p ON p.user_id = u.id
    LEFT JOIN suppliers s ON s.user_id = u.id`,
});

/** A person who has one of the e-mails or documents, deleted accounts included. */
export type KnownPerson = NonNullable<(typeof peopleKnown)['gives']>;

/** Lists the people with one of these e-mails (in the form of `accountKeyOf`) or documents. */
export const listKnownPeople = (
  db: Db,
  known: { emailKeys: readonly string[]; documents: readonly string[] },
): Promise<KnownPerson[]> =>
  db.rows(peopleKnown, { email_keys: known.emailKeys, documents: known.documents });
