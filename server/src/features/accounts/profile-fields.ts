import type { ProfileBody } from '@lavra/contract/accounts/schemas';
import type { UserType } from '@lavra/domain/account/user-type';
import { blankToNull } from '@lavra/domain/text/blank';
import type { Db } from '../../platform/db/database.ts';
import type { FieldErrors } from '../../platform/errors.ts';
import { findTaken } from './account-queries.ts';
import type { AddressValues, CoverageValues, ProducerValues } from './account-values.ts';
import { readAddresses } from './address-fields.ts';
import { readCultures } from './administration/producer-lists.ts';
import { accountKeyOf } from './login-service.ts';
import { readArea, readEmail, readOptionalPhone, readName, readWebsite } from './person-fields.ts';
import { readCoverage, readProductTypes } from './supplier-fields.ts';

/** The fields that were sent; null clears a field. */
export interface ProfileChanges {
  readonly user: { name?: string; email?: string; phone?: string | null; mobile?: string | null };
  readonly producer: Partial<Omit<ProducerValues, 'type'>>;
  readonly supplier: { website?: string | null };
  readonly cultureIds?: readonly number[];
  readonly addresses?: readonly AddressValues[];
  readonly productTypeIds?: readonly number[];
  readonly coverage?: CoverageValues;
}

/** The person whose fields are changed. */
export interface Owner {
  readonly userId: number;
  readonly userType: UserType;
}

/** Reads the changes of a person into their stored form. Fields of other profiles are ignored. */
export async function readProfileChanges(
  db: Db,
  fields: FieldErrors,
  { caller, body }: { caller: Owner; body: ProfileBody },
): Promise<ProfileChanges> {
  const user = readUserChanges(fields, body);
  if (
    user.email !== undefined &&
    (
      await findTaken(db, {
        emailKey: accountKeyOf(user.email),
        document: null,
        exceptUserId: caller.userId,
      })
    ).email
  ) {
    fields.add('email', 'taken_email');
  }
  const changes = { user, producer: {}, supplier: {} };
  if (caller.userType === 'produtor')
    return { ...changes, ...(await readProducerChanges(db, fields, body)) };
  if (caller.userType === 'fornecedor')
    return { ...changes, ...(await readSupplierChanges(db, fields, body)) };
  return changes;
}

function readUserChanges(
  fields: FieldErrors,
  { name, email, phone, mobile }: ProfileBody,
): ProfileChanges['user'] {
  return {
    ...(name === undefined ? {} : { name: readName(fields, 'name', name) }),
    ...(email === undefined ? {} : { email: readEmail(fields, 'email', email) }),
    ...(phone === undefined ? {} : { phone: readOptionalPhone(fields, 'phone', phone) }),
    ...(mobile === undefined ? {} : { mobile: readOptionalPhone(fields, 'mobile', mobile) }),
  };
}

const organisations = ['association', 'producers_cooperative', 'credit_cooperative'] as const;

async function readProducerChanges(
  db: Db,
  fields: FieldErrors,
  body: ProfileBody,
): Promise<Pick<ProfileChanges, 'producer' | 'cultureIds' | 'addresses'>> {
  const { sent, pathOf } = recordIn(body, 'producer');
  const producer: {
    -readonly [K in keyof ProfileChanges['producer']]: ProfileChanges['producer'][K];
  } = {};
  if (sent.planted_area !== undefined)
    producer.planted_area = readArea(fields, pathOf('planted_area'), sent.planted_area);
  for (const name of organisations) {
    const value = sent[name];
    if (value !== undefined) producer[name] = blankToNull(value);
  }
  return {
    producer,
    ...(sent.culture_ids === undefined
      ? {}
      : {
          cultureIds: await readCultures(db, fields, {
            path: pathOf('culture_ids'),
            ids: sent.culture_ids,
          }),
        }),
    ...(sent.addresses === undefined
      ? {}
      : {
          addresses: await readAddresses(db, fields, {
            path: pathOf('addresses'),
            inputs: sent.addresses,
            userType: 'produtor',
          }),
        }),
  };
}

async function readSupplierChanges(
  db: Db,
  fields: FieldErrors,
  body: ProfileBody,
): Promise<Omit<ProfileChanges, 'user' | 'producer'>> {
  const {
    sent: { website, addresses, product_type_ids: ids, coverage },
    pathOf,
  } = recordIn(body, 'supplier');
  return {
    supplier:
      website === undefined ? {} : { website: readWebsite(fields, pathOf('website'), website) },
    ...(addresses === undefined
      ? {}
      : {
          addresses: await readAddresses(db, fields, {
            path: pathOf('addresses'),
            inputs: addresses,
            userType: 'fornecedor',
          }),
        }),
    ...(ids === undefined
      ? {}
      : {
          productTypeIds: await readProductTypes(db, fields, {
            path: pathOf('product_type_ids'),
            ids,
          }),
        }),
    ...(coverage === undefined
      ? {}
      : {
          coverage: await readCoverage(db, fields, { path: pathOf('coverage'), input: coverage }),
        }),
  };
}

/**
 * Returns the record's fields, sent beside the person's or under the record's name, and a function
 * that gives the path each was sent under.
 */
function recordIn(body: ProfileBody, kind: 'producer' | 'supplier') {
  const { producer, supplier, ...flat } = body;
  return {
    sent: { ...(kind === 'producer' ? producer : supplier), ...flat },
    pathOf: (name: keyof typeof flat): string =>
      flat[name] === undefined ? `${kind}.${name}` : name,
  };
}
