import type { RegisterBody } from '@lavra/contract/accounts/schemas';
import type { DocumentType } from '@lavra/domain/document/document';
import { parsePhone } from '@lavra/domain/phone';
import { isDocument, isPassword, isPhone, isPostalCode } from '../../forms/account-rules.ts';
import { all, isEmail, required } from '../../forms/field-rules.ts';
import type { Rules } from '../../forms/field-paths.ts';
import { nationalCoverage, writeCoverage, type CoverageValues } from '../account/coverage-form.ts';

/** A registration as filled in. */
export interface RegistrationValues {
  readonly document_type: DocumentType;
  readonly document_number: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string;
  readonly address: PlaceValues;
  readonly product_type_ids: readonly number[];
  readonly coverage: CoverageValues;
}

/** Where the farm or company is; the rest of an address is added in Minha conta. */
export interface PlaceValues {
  readonly postal_code: string;
  readonly state: string;
  readonly city: string;
  readonly street: string;
  readonly number: string;
}

export type Who = 'produtor' | 'fornecedor';

export const emptyRegistration = (who: Who): RegistrationValues => ({
  document_type: who === 'produtor' ? 'cpf' : 'cnpj',
  document_number: '',
  name: '',
  email: '',
  password: '',
  phone: '',
  address: { postal_code: '', state: '', city: '', street: '', number: '' },
  product_type_ids: [],
  coverage: nationalCoverage,
});

/** The fields of the first step; all others are of the second. */
const whoFields: readonly string[] = [
  'user_type',
  'document_type',
  'document_number',
  'name',
  'email',
  'password',
  'password_confirmation',
];

/** The names of the two steps. */
export const registrationSteps: Readonly<Record<Who, readonly [string, string]>> = {
  produtor: ['Quem é você', 'Onde fica a propriedade'],
  fornecedor: ['Quem é a empresa', 'Onde ela fica'],
};

/** Returns the step, 0 or 1, that contains a field, by the field's path. */
export const stepOf = (path: string): 0 | 1 =>
  whoFields.some((field) => path === field || path.startsWith(`${field}.`)) ? 0 : 1;

export function registrationRules(who: Who): Rules<RegistrationValues> {
  return {
    document_number: (value, { document_type }) => isDocument(document_type)(value),
    name: required('Informe o nome.'),
    email: all(required('Informe o e-mail.'), isEmail),
    password: isPassword,
    phone: all(required('Informe um telefone com DDD.'), isPhone),
    address: {
      postal_code: isPostalCode,
      state: required('Escolha o estado.'),
      city: required('Escolha o município.'),
      // A farm is often at no street.
      ...(who === 'fornecedor' ? { street: required('Informe a rua ou rodovia.') } : {}),
    },
    coverage: {
      states: (states, { coverage }) =>
        coverage.kind === 'states' && states.length === 0 ? 'Escolha ao menos um estado.' : null,
      cities: (cities, { coverage }) =>
        coverage.kind === 'cities' && cities.length === 0 ? 'Escolha ao menos um município.' : null,
    },
  };
}

/** Returns the request body of a registration. */
export function writeRegistration(who: Who, values: RegistrationValues): RegisterBody {
  const { address, product_type_ids, coverage, name, email, phone, password } = values;
  const isMobile = parsePhone(phone)?.length === 11;
  return {
    user_type: who,
    name: name.trim(),
    email: email.trim(),
    phone,
    mobile: isMobile ? phone : null,
    document_type: values.document_type,
    document_number: values.document_number,
    password,
    // Seen where it is typed, instead of typed twice.
    password_confirmation: password,
    addresses: [
      {
        ...address,
        ...(who === 'produtor'
          ? { kind: 'farm', name: 'Sede' }
          : { kind: 'headquarters', name: 'Matriz' }),
        street: address.street.trim() || 'Zona rural',
        number: address.number.trim() || 'S/N',
      },
    ],
    ...(who === 'fornecedor'
      ? { product_type_ids: [...product_type_ids], coverage: writeCoverage(coverage) }
      : {}),
  };
}
