import type { User } from '@lavra/contract/accounts/schemas';
import { maskPostalCode } from '../../text/masks.ts';
import type { DraftValues } from './draft-values.ts';

type Farm = NonNullable<User['producer']>['addresses'][number];
type Place = Pick<
  DraftValues,
  'state' | 'city' | 'postal_code' | 'street' | 'number' | 'complement' | 'district'
>;

/** Returns the fields of a delivery place from one of the producer's addresses. */
export const placeOf = ({
  city,
  state,
  postal_code,
  street,
  number,
  complement,
  district,
}: Farm): Place => ({
  city,
  state,
  postal_code: maskPostalCode(postal_code),
  street,
  number,
  complement: complement ?? '',
  district: district ?? '',
});

/** Returns where a producer's orders are delivered unless the order says otherwise: the farm. */
export function defaultPlace(user: User | undefined): Partial<Place> {
  const addresses = user?.producer?.addresses ?? [];
  const farm = addresses.find(({ kind }) => kind === 'farm') ?? addresses[0];
  return farm === undefined ? {} : placeOf(farm);
}
