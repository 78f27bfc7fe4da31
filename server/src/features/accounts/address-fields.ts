import type { AddressInput } from '@lavra/contract/accounts/schemas';
import { supplierAddressKinds } from '@lavra/domain/address/address-kind';
import { parsePostalCode } from '@lavra/domain/postal-code';
import { blankToNull } from '@lavra/domain/text/blank';
import type { Db } from '../../platform/db/database.ts';
import type { FieldErrors } from '../../platform/errors.ts';
import type { AddressValues } from './account-values.ts';
import { findCities, listStateCodes } from '../places/places-feature.ts';
import { readText } from './person-fields.ts';

/**
 * Reads a list of addresses into its stored form. Errors are added to `fields` under `path`; if
 * there are any, the result must not be used.
 */
export async function readAddresses(
  db: Db,
  fields: FieldErrors,
  {
    path,
    inputs,
    userType,
  }: { path: string; inputs: readonly AddressInput[]; userType: 'produtor' | 'fornecedor' },
): Promise<AddressValues[]> {
  const states = await listStateCodes(db);
  const cities = await findCities(db, inputs);
  return inputs.map((input, index) => {
    const at = `${path}.${index}`;
    const city = cities[index];
    if (!states.has(input.state)) fields.add(`${at}.state`, 'state');
    else if (city === undefined) fields.add(`${at}.city`, 'city');
    if (userType === 'fornecedor' && !isSupplierKind(input.kind))
      fields.add(`${at}.kind`, 'one_of', { values: supplierAddressKinds.join(', ') });
    return addressOf(fields, at, input, city?.id ?? 0);
  });
}

function addressOf(
  fields: FieldErrors,
  at: string,
  input: AddressInput,
  city_id: number,
): AddressValues {
  const { kind, latitude = null, longitude = null } = input;
  const postal_code = parsePostalCode(input.postal_code);
  if (postal_code === null) fields.add(`${at}.postal_code`, 'postal_code');
  const [name, street, number] = (['name', 'street', 'number'] as const).map((field) =>
    readText(fields, `${at}.${field}`, input[field]),
  );
  return {
    kind,
    name: name ?? '',
    postal_code: postal_code ?? '',
    street: street ?? '',
    number: number ?? '',
    complement: blankToNull(input.complement ?? null),
    district: blankToNull(input.district ?? null),
    city_id,
    latitude,
    longitude,
  };
}

const isSupplierKind = (kind: string): boolean =>
  supplierAddressKinds.some((allowed) => allowed === kind);
