import type { RegisterBody } from '@lavra/contract/accounts/schemas';
import type { DocumentType } from '@lavra/domain/document/document';
import {
  all,
  isDocument,
  isEmail,
  isPassword,
  isPhone,
  isWebsite,
  optional,
  required,
} from '../../forms/field-rules.ts';
import type { Rules } from '../../forms/field-paths.ts';
import {
  addressRules,
  emptyAddress,
  writeAddress,
  type AddressValues,
} from '../account/address-form.ts';
import { nationalCoverage, writeCoverage, type CoverageValues } from '../account/coverage-form.ts';

/** A registration as filled in. */
export interface RegistrationValues {
  readonly document_type: DocumentType;
  readonly document_number: string;
  readonly name: string;
  readonly phone: string;
  readonly mobile: string;
  readonly website: string;
  readonly address: AddressValues;
  readonly product_type_ids: readonly number[];
  readonly coverage: CoverageValues;
  readonly email: string;
  readonly password: string;
  readonly password_confirmation: string;
}

type Who = 'produtor' | 'fornecedor';

export const emptyRegistration = (who: Who): RegistrationValues => ({
  document_type: who === 'produtor' ? 'cpf' : 'cnpj',
  document_number: '',
  name: '',
  phone: '',
  mobile: '',
  website: '',
  address:
    who === 'produtor' ? emptyAddress('farm', 'Sede') : emptyAddress('headquarters', 'Matriz'),
  product_type_ids: [],
  coverage: nationalCoverage,
  email: '',
  password: '',
  password_confirmation: '',
});

/** The steps, and the fields of each. */
export const registrationSteps: Readonly<
  Record<Who, readonly { readonly name: string; readonly fields: readonly string[] }[]>
> = {
  produtor: [
    { name: 'Você', fields: ['document_type', 'document_number', 'name', 'phone', 'mobile'] },
    { name: 'Propriedade', fields: ['address'] },
    { name: 'Acesso', fields: ['email', 'password', 'password_confirmation'] },
  ],
  fornecedor: [
    {
      name: 'Empresa',
      fields: ['document_type', 'document_number', 'name', 'phone', 'mobile', 'website'],
    },
    { name: 'Endereço', fields: ['address'] },
    { name: 'Atuação', fields: ['product_type_ids', 'coverage'] },
    { name: 'Acesso', fields: ['email', 'password', 'password_confirmation'] },
  ],
};

export function registrationRules(): Rules<RegistrationValues> {
  return {
    document_number: (value, { document_type }) => isDocument(document_type)(value),
    name: required('Informe o nome.'),
    phone: all(required('Informe um telefone com DDD.'), isPhone),
    mobile: optional(isPhone),
    website: optional(isWebsite),
    address: addressRules,
    coverage: {
      states: (states, { coverage }) =>
        coverage.kind === 'states' && states.length === 0 ? 'Escolha ao menos um estado.' : null,
      cities: (cities, { coverage }) =>
        coverage.kind === 'cities' && cities.length === 0 ? 'Escolha ao menos um município.' : null,
    },
    email: all(required('Informe o e-mail.'), isEmail),
    password: isPassword,
    password_confirmation: (value, { password }) =>
      value === password ? null : 'A confirmação não é igual à senha.',
  };
}

/** Returns the step that contains a field, by the field's path; the last one when none does. */
export function stepOf(who: Who, path: string): number {
  const found = registrationSteps[who].findIndex(({ fields }) =>
    fields.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  return found === -1 ? registrationSteps[who].length - 1 : found;
}

/** Returns the request body of a registration. */
export function writeRegistration(who: Who, values: RegistrationValues): RegisterBody {
  const {
    address,
    product_type_ids,
    coverage,
    mobile,
    website,
    name,
    email,
    phone,
    document_type,
    document_number,
    password,
    password_confirmation,
  } = values;
  return {
    user_type: who,
    name: name.trim(),
    email: email.trim(),
    phone,
    document_type,
    document_number,
    password,
    password_confirmation,
    mobile: mobile.trim() || null,
    addresses: [writeAddress(address)],
    ...(who === 'fornecedor'
      ? {
          website: website.trim() || null,
          product_type_ids: [...product_type_ids],
          coverage: writeCoverage(coverage),
        }
      : {}),
  };
}
