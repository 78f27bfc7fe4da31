import { fold } from '@lavra/domain/text/fold';

const MAX_LENGTH = 90;

/**
 * Returns the URL name that a title or name suggests: `Política de privacidade` becomes
 * `politica-de-privacidade`. Empty when the title has no usable character.
 */
export const slugOf = (title: string): string =>
  fold(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');

/** Returns the slug, or the first of `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let ordinal = 2;
  while (taken.has(`${slug}-${ordinal}`)) ordinal += 1;
  return `${slug}-${ordinal}`;
}
