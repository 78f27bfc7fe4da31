import type { Address, AddressInput } from '@lavra/contract/accounts/schemas';
import { isPostalCode } from '../../forms/account-rules.ts';
import { required } from '../../forms/field-rules.ts';
import { maskPostalCode } from '../../text/masks.ts';

/** An address as filled in: text in every field. */
export interface AddressValues {
  readonly kind: Address['kind'];
  readonly name: string;
  readonly postal_code: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
}

export const emptyAddress = (kind: Address['kind'], name: string): AddressValues => ({
  kind,
  name,
  postal_code: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
});

export const addressRules = {
  name: required('Dê um nome a este endereço.'),
  postal_code: isPostalCode,
  street: required('Informe a rua, estrada ou rodovia.'),
  number: required('Informe o número, ou S/N.'),
  city: required('Escolha o município.'),
  state: required('Escolha o estado.'),
};

export function readAddress({
  kind,
  name,
  postal_code,
  street,
  number,
  complement,
  district,
  city,
  state,
}: Address): AddressValues {
  return {
    kind,
    name,
    postal_code: maskPostalCode(postal_code),
    street,
    number,
    complement: complement ?? '',
    district: district ?? '',
    city,
    state,
  };
}

export function writeAddress({ complement, district, ...address }: AddressValues): AddressInput {
  return { ...address, complement: complement.trim() || null, district: district.trim() || null };
}
