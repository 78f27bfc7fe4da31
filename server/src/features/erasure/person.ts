import { normaliseEmail } from '@lavra/domain/account/email';
import { identityNames } from '@lavra/domain/supplier/identity-names';
import { nameKey } from '@lavra/domain/text/contacts';
import { fold } from '@lavra/domain/text/fold';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';

/** SQL: entries of the audit log `a` about user `:user_id`. */
export const aboutPerson = `(a.resource_type = 'user' AND a.resource_id = :user_id
    OR a.resource_type = 'producer' AND a.resource_id = (SELECT pr.id FROM producers pr WHERE pr.user_id = :user_id)
    OR a.resource_type = 'supplier' AND a.resource_id = (SELECT su.id FROM suppliers su WHERE su.user_id = :user_id)
    OR a.resource_type = 'consultant' AND a.resource_id = (SELECT co.id FROM consultants co
      WHERE co.user_id = :user_id))`;

const personColumns = {
  name: orNull(col.text),
  email: orNull(col.text),
  phone: orNull(col.text),
  mobile: orNull(col.text),
  document: orNull(col.text),
  website: orNull(col.text),
};

const present = statement({
  name: 'erasure-person',
  params: params<{ user_id: number }>(),
  columns: {
    ...personColumns,
    pending_email: orNull(col.text),
    city: orNull(col.text),
    supplier_uuid: orNull(col.uuid),
    producer_uuid: orNull(col.uuid),
    uuid: col.uuid,
    places: col.texts,
  },
  text: `
    SELECT u.name, u.email, u.pending_email, u.phone, u.mobile, u.document_number AS document,
      su.website, su.uuid AS supplier_uuid, pr.uuid AS producer_uuid, u.uuid,
      (SELECT c.name
      FROM addresses ad JOIN cities c ON c.id = ad.city_id WHERE ad.user_id = u.id
      ORDER BY ad.position LIMIT 1) AS city,
      ARRAY(SELECT unnest(ARRAY[ad.name, ad.street]) FROM addresses ad WHERE ad.user_id = u.id) AS places
    FROM users u LEFT JOIN suppliers su ON su.user_id = u.id LEFT JOIN producers pr ON pr.user_id = u.id
    WHERE u.id = :user_id`,
});

const former = statement({
  name: 'erasure-person-former',
  params: params<{ user_id: number }>(),
  columns: personColumns,
  text: `
    SELECT DISTINCT e.values ->> 'name' AS name, address.email, e.values ->> 'phone' AS phone,
      e.values ->> 'mobile' AS mobile,
      coalesce(e.values ->> 'document_number', e.values ->> 'document') AS document, e.values ->> 'website' AS website
    FROM audit_log a
    JOIN audit_values v ON v.audit_id = a.id
    CROSS JOIN LATERAL (VALUES (v.old_values), (v.new_values)) e(values)
    CROSS JOIN LATERAL (VALUES (e.values ->> 'email'), (e.values ->> 'pending_email')) address(email)
    WHERE jsonb_typeof(e.values) = 'object' AND ${aboutPerson}`,
});

/** The marks that identify a person in a text, in the forms that texts are searched for. */
export interface PersonMarks {
  /**
   * What to mask in the person's own texts: names, e-mails, phones, documents and sites, former
   * ones included, the words of the name that identify this person only, and places.
   */
  readonly ownNames: readonly string[];
  /** LIKE patterns: a text may name the person only if its `textKey` matches one. */
  readonly keyPatterns: readonly string[];
  /**
   * LIKE patterns for JSON in which the person appears by name, e-mail, phone, document or uuid.
   */
  readonly jsonPatterns: readonly string[];
  /** E-mails in the form of `login_attempts`, former ones included. */
  readonly accountKeys: readonly string[];
  readonly emails: readonly string[];
}

/** SQL: the form of a text that `keyPatterns` are matched with. */
export const textKey = (text: string): string =>
  `regexp_replace(fold(${text}), '[^a-z0-9]+', '', 'g')`;

type Values = Readonly<Record<keyof typeof personColumns, string | null>>;

/** Reads the person's present and former marks, before they are erased. */
export async function readPersonMarks(
  db: Db,
  { userId }: Pick<Caller, 'userId'>,
): Promise<PersonMarks> {
  const now = await db.row(present, { user_id: userId });
  if (now === undefined) throw new Error(`account ${userId} does not exist`);
  const lives: Values[] = [
    now,
    { ...now, email: now.pending_email },
    ...(await db.rows(former, { user_id: userId })),
  ];
  const of = (name: keyof Values): string[] =>
    [...new Set(lives.flatMap((life) => life[name] ?? []))].filter((value) => value !== '');
  const [emails, phones, documents, websites] = [
    of('email'),
    [...of('phone'), ...of('mobile')],
    of('document'),
    of('website').map(hostOf),
  ];
  const names = [
    ...of('name'),
    ...emails,
    ...phones.flatMap(phoneForms),
    ...documents,
    ...websites,
  ].filter((name) => nameKey(name).length >= SHORTEST);
  const uuids = [now.uuid, now.supplier_uuid, now.producer_uuid].filter((uuid) => uuid !== null);
  return {
    emails,
    ownNames: [
      ...names,
      ...lives.flatMap((life) => identifyingWords(life, now.city)),
      ...now.places.filter((place) => /\p{L}[^\p{L}]+\p{L}/u.test(place)),
    ],
    keyPatterns: [
      ...new Set(names.map((name) => `%${nameKey(name).replaceAll(/[^a-z0-9]+/g, '')}%`)),
    ],
    jsonPatterns: [
      ...of('name').map(inJson),
      ...[...emails, ...phones, ...documents, ...websites, ...uuids].map(likeLiteral),
    ],
    accountKeys: emails.map((email) => fold(normaliseEmail(email))),
  };
}

const SHORTEST = 3;

/**
 * Returns the number with country and area code, without country, and without both:
 * `5566999990000`, `66999990000`, `999990000`.
 */
function phoneForms(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
  return [`55${digits}`, digits, ...(digits.length > 9 ? [digits.slice(2)] : [])];
}

const hostOf = (website: string): string =>
  website
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#].*$/s, '');

const identifyingWords = (
  { name, email, phone, document, website }: Values,
  city: string | null,
): string[] =>
  identityNames({
    supplier_name: name ?? '',
    supplier_email: email ?? '',
    supplier_phone: phone,
    supplier_mobile: null,
    supplier_document: document,
    supplier_website: website,
    supplier_city: city,
    supplier_former: [],
  });

/** A single word is matched only as a whole value, because it is part of many others. */
const inJson = (name: string): string =>
  likeLiteral(
    /\p{L}[^\p{L}]+\p{L}/u.test(name) ? JSON.stringify(name).slice(1, -1) : JSON.stringify(name),
  );
const likeLiteral = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
