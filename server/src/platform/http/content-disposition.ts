/**
 * Returns `Content-Disposition` of a download (RFC 6266): the name in UTF-8 for current clients,
 * and in plain ASCII for those that do not read it.
 */
export function attachmentNamed(filename: string): string {
  const plain = filename
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(filename)}`;
}

/**
 * Percent-encodes a text for RFC 5987, whose attr-char is narrower than what `encodeURIComponent`
 * leaves as it is.
 */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
