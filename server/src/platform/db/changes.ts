/**
 * Returns the fields of `wanted` that differ from what is stored; `undefined` leaves a field alone.
 */
export function changesOf<T extends object>(
  stored: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== stored[field as keyof T],
  ); // keys of T by its type
  return Object.fromEntries(changed) as Partial<T>; // own fields of T, undefined ones left out
}

/** Returns the stored values of the fields that change, for the audit log. */
export const beforeOf = <T extends object>(stored: T, changes: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.keys(changes).map((field) => [field, stored[field as keyof T]]),
  ) as Partial<T>; // fields of T
