import { fold } from '@lavra/domain/text/fold';

const MAX_LENGTH = 90;

/** The address that a title or name suggests: `Política de privacidade` is `politica-de-privacidade`. Empty when nothing in it can stand there. */
export const slugOf = (title: string): string =>
  fold(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');

/** The slug, or the first of `slug-2`, `slug-3`, … that nobody has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let ordinal = 2;
  while (taken.has(`${slug}-${ordinal}`)) ordinal += 1;
  return `${slug}-${ordinal}`;
}
