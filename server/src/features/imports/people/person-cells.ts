import { userStatusLabels, userStatuses } from '@lavra/domain/account/user-status';
import {
  addressKindLabels,
  parseAddressKind,
  supplierAddressKinds,
  type AddressKind,
} from '@lavra/domain/address/address-kind';
import { wordsOf, type CsvCells } from '../../../platform/csv/csv-cells.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import {
  checkNewPassword,
  readEmail,
  readName,
  readOptionalPhone,
  type NewAccount,
} from '../../accounts/accounts-feature.ts';
import type { producerColumns, supplierColumns } from './person-columns.ts';
import type { Places } from './places-named.ts';

/** The cells that all files of people have. */
interface PersonCells {
  readonly problems: FieldErrors;
  needed(column: 'name' | 'email'): string;
  line(column: 'phone' | 'mobile'): string | null;
  text(column: 'password'): string | null;
  has(column: 'password'): boolean;
  word<V extends string>(
    column: 'status',
    words: ReadonlyMap<string, V>,
    shown: readonly string[],
  ): V | null;
}
export type AddressCells = CsvCells<typeof producerColumns> | CsvCells<typeof supplierColumns>;

const statuses = wordsOf(userStatusLabels, {
  active: 'ativo',
  inactive: 'inativo',
  blocked: 'bloqueado',
});

/** Reads the values that every person has. `email` is empty where it is missing or invalid. */
export function readPerson(cells: PersonCells) {
  const [name, email] = [cells.needed('name'), cells.needed('email')];
  if (cells.has('password')) checkPassword(cells.problems, cells.text('password') ?? '');
  return {
    name: name === '' ? '' : readName(cells.problems, 'name', name),
    email: email === '' ? '' : readEmail(cells.problems, 'email', email),
    email_verified: false,
    phone: readOptionalPhone(cells.problems, 'phone', cells.line('phone')),
    mobile: readOptionalPhone(cells.problems, 'mobile', cells.line('mobile')),
    status: cells.word('status', statuses, userStatuses) ?? 'ativo',
  } as const satisfies Partial<NewAccount>;
}

function checkPassword(problems: FieldErrors, password: string): void {
  checkNewPassword(problems, { password, confirmation: password });
}

/** Reads the row's address; undefined where it is invalid. */
export function readAddress(
  cells: AddressCells,
  { findPlace, guessPlace }: Pick<Places, 'findPlace' | 'guessPlace'>,
  home: AddressKind,
): NewAccount['addresses'][number] | undefined {
  const [city, state] = [cells.needed('city'), cells.needed('state')];
  const found = city === '' || state === '' ? undefined : findPlace(city, state);
  if (found === 'no state') cells.refuse('state', 'state');
  if (found === 'no city') {
    cells.refuse('city', 'city');
    const name = guessPlace(city, state);
    if (name !== undefined) cells.refuse('city', 'did_you_mean', { name });
  }
  const postal_code =
    cells.line('postal_code') === null
      ? cells.needed('postal_code')
      : cells.postalCode('postal_code');
  const kind = readKind(cells, home);
  const address = {
    name: cells.line('address_name') ?? 'Sede',
    street: cells.needed('street'),
    number: cells.line('number') ?? 'S/N',
    complement: cells.line('complement'),
    district: cells.line('district'),
    latitude: cells.degrees('latitude', 90),
    longitude: cells.degrees('longitude', 180),
  };
  if (postal_code === null || postal_code === '' || kind === null || typeof found !== 'object')
    return undefined;
  return { ...address, kind, postal_code, city_id: found.id };
}

/** Only a producer's address can be a farm. */
function readKind(cells: AddressCells, home: AddressKind): AddressKind | null {
  const line = cells.line('kind');
  const kind = line === null ? home : parseAddressKind(line);
  const kinds: readonly AddressKind[] =
    home === 'farm' ? [...supplierAddressKinds, 'farm'] : supplierAddressKinds;
  return kind !== null && kinds.includes(kind)
    ? kind
    : cells.refuse('kind', 'one_of', {
        values: kinds.map((one) => addressKindLabels[one]).join(', '),
      });
}
