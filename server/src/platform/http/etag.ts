/**
 * Returns the same tag for every representation of one version of an object; never used for 304.
 */
export const etag = (version: number): string => `"${version}"`;

/**
 * Returns the version named by `If-Match`; absent or `*` means any. A tag in another format matches
 * nothing.
 */
export function ifMatchOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim());
  return match === null ? -1 : Number(match[1]);
}
