/**
 * Reads the whole body of a response and reports the number of bytes received; throws when the
 * transfer breaks off.
 */
export async function readCounted(
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onBytes(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}
