/** The object a path names, by id or UUID. Any other text names none. */
export type Ref = { readonly id: number } | { readonly uuid: string };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const ID = /^[1-9]\d{0,14}$/;

/** Parses `{order}` as the interface takes it: UUID or id. */
export function refOf(value: string): Ref | undefined {
  if (ID.test(value)) return { id: Number(value) };
  return uuidOf(value) === undefined ? undefined : { uuid: value };
}

/** Returns the text if it is a UUID. */
export const uuidOf = (value: string): string | undefined => (UUID.test(value) ? value : undefined);
