import type { ProfileBody, User } from '@lavra/contract/accounts/schemas';
import { isPhone } from '../../forms/account-rules.ts';
import { all, isEmail, isWebsite, optional, required } from '../../forms/field-rules.ts';
import type { Rules } from '../../forms/field-paths.ts';
import { formatQuantity, readDecimal } from '../../text/decimal.ts';
import { maskPhone } from '../../text/masks.ts';

/** The user's own data as the form holds it. */
export interface ProfileValues {
  readonly name: string;
  readonly email: string;
  readonly current_password: string;
  readonly phone: string;
  readonly mobile: string;
  readonly website: string;
  readonly planted_area: string;
  readonly association: string;
  readonly producers_cooperative: string;
  readonly credit_cooperative: string;
  readonly culture_ids: number[];
}

/** Returns the record as values of the form. */
export function profileValues({
  name,
  email,
  phone,
  mobile,
  supplier,
  producer,
}: User): ProfileValues {
  const area = producer?.planted_area;
  return {
    name,
    email,
    current_password: '',
    phone: maskPhone(phone ?? ''),
    mobile: maskPhone(mobile ?? ''),
    website: supplier?.website ?? '',
    planted_area: area === undefined || area === null ? '' : formatQuantity(area),
    association: producer?.association ?? '',
    producers_cooperative: producer?.producers_cooperative ?? '',
    credit_cooperative: producer?.credit_cooperative ?? '',
    culture_ids: producer?.culture_ids ?? [],
  };
}

/** Returns whether the address is another than the user's, which asks for the password. */
export const movesTo = (user: Pick<User, 'email'>, email: string): boolean =>
  email.trim().toLowerCase() !== user.email;

const isArea = optional((value) =>
  readDecimal(value, 2) === undefined ? 'Informe a área em hectares, por exemplo 1.250,5.' : null,
);

export const profileRules = (user: Pick<User, 'email'>): Rules<ProfileValues> => ({
  name: required('Informe o nome.'),
  email: all(required('Informe o e-mail.'), isEmail),
  current_password: (value, { email }) =>
    movesTo(user, email) && value === '' ? 'Informe a senha atual para trocar o e-mail.' : null,
  phone: optional(isPhone),
  mobile: optional(isPhone),
  website: optional(isWebsite),
  planted_area: isArea,
});

const orNull = (text: string): string | null => text.trim() || null;

/** Returns what is sent: only what the user's type has, and the password only with a new address. */
export const profileBody = (
  values: ProfileValues,
  user: Pick<User, 'email' | 'producer' | 'supplier'>,
): ProfileBody => ({
  name: values.name.trim(),
  email: values.email.trim(),
  ...(movesTo(user, values.email) ? { current_password: values.current_password } : {}),
  phone: orNull(values.phone),
  mobile: orNull(values.mobile),
  ...(user.supplier === undefined ? {} : { website: orNull(values.website) }),
  ...(user.producer === undefined
    ? {}
    : {
        planted_area: readDecimal(values.planted_area, 2) ?? null,
        association: orNull(values.association),
        producers_cooperative: orNull(values.producers_cooperative),
        credit_cooperative: orNull(values.credit_cooperative),
        culture_ids: values.culture_ids,
      }),
});
