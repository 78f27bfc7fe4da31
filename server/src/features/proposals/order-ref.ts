import type { Ref } from '../../platform/http/refs.ts';

/**
 * Registers both forms of a statement whose parameter `ref` identifies order `o`: by id and by
 * UUID. The forms differ in their text, so that each has the plan of its index.
 */
export const byOrderRef = <S>(
  name: string,
  build: (name: string, match: string) => S,
): Readonly<Record<'id' | 'uuid', S>> => ({
  id: build(`${name}-by-id`, 'o.id = :ref::bigint'),
  uuid: build(`${name}-by-uuid`, 'o.uuid = :ref::uuid'),
});

/** Returns which form a reference needs, and its value. */
export const namedBy = (
  ref: Ref,
): { readonly by: 'id' | 'uuid'; readonly value: string | number } =>
  'id' in ref ? { by: 'id', value: ref.id } : { by: 'uuid', value: ref.uuid };
