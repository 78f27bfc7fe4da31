import { documentTypeLabels } from '@lavra/domain/document/document';
import type { Rules } from '../../forms/field-paths.ts';
import { isDocument, isPassword, isPhone } from '../../forms/account-rules.ts';
import { all, isEmail, isWebsite, optional, required } from '../../forms/field-rules.ts';
import { readDecimal } from '../../text/decimal.ts';
import { addressRules } from '../account/address-form.ts';
import type { PersonValues } from './person-values.ts';

/**
 * Returns the validation rules of a person. `hasPassword` adds those for the password of a new
 * account, which the kinds that are `invited` may leave empty; consultants never have one.
 */
export function personRules({
  hasPassword,
  invited,
}: {
  readonly hasPassword: boolean;
  readonly invited: readonly PersonValues['user_type'][];
}): Rules<PersonValues> {
  return {
    name: required('Informe o nome.'),
    email: all(required('Informe o e-mail.'), isEmail),
    phone: optional(isPhone),
    mobile: optional(isPhone),
    website: optional(isWebsite),
    document_number: (value, { document_type, user_type }) => {
      if (value.trim() === '')
        return user_type === 'produtor' || user_type === 'fornecedor'
          ? `Informe o ${documentTypeLabels[document_type]}.`
          : null;
      return isDocument(document_type)(value);
    },
    ...(!hasPassword
      ? {}
      : {
          password: (value: string, { user_type }: PersonValues) =>
            user_type === 'consultor' || (invited.includes(user_type) && value === '')
              ? null
              : isPassword(value),
          password_confirmation: (value: string, { password, user_type }: PersonValues) =>
            user_type === 'consultor' || value === password
              ? null
              : 'As duas senhas não são iguais.',
        }),
    addresses: addressRules,
    planted_area: optional((value) =>
      readDecimal(value, 2) === undefined
        ? 'Informe a área em hectares, por exemplo 1.250,5.'
        : null,
    ),
    commercial_references: {
      type: required('Diga o que é, por exemplo revenda ou banco.'),
      name: required('Informe o nome.'),
      phone: optional(isPhone),
      email: optional(isEmail),
    },
    coverage: {
      states: (states, { coverage }) =>
        coverage.kind === 'states' && states.length === 0 ? 'Escolha ao menos um estado.' : null,
      cities: (cities, { coverage }) =>
        coverage.kind === 'cities' && cities.length === 0 ? 'Escolha ao menos um município.' : null,
    },
  };
}

const ofFarm = [
  'type',
  'planted_area',
  'association',
  'producers_cooperative',
  'credit_cooperative',
];

/** The form's field names by the service's names, where they differ. */
export const personFieldNames: Readonly<Record<string, string>> = {
  document: 'document_number',
  'coverage.city_ids': 'coverage.cities',
  'supplier.coverage.city_ids': 'coverage.cities',
  'supplier.coverage.states': 'coverage.states',
  'supplier.website': 'website',
  ...Object.fromEntries(ofFarm.map((name) => [`producer.${name}`, name])),
};
