/** The encodings that replies are sent in. */
export type Encoding = 'br' | 'gzip';

/**
 * Returns the first of the offered encodings that an `Accept-Encoding` header allows; undefined when
 * it allows none. `*` is not taken as consent: browsers name what they read.
 */
export function acceptedEncoding(
  header: string | readonly string[] | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  if (header === undefined) return undefined;
  const accepted = new Set(
    String(header)
      .toLowerCase()
      .split(',')
      .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
      .map((one) => one.split(';', 1)[0]?.trim()),
  );
  return offered.find((encoding) => accepted.has(encoding));
}
