const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_SIZE = 22;
const MAX_ZIP_COMMENT = 0xffff;
const PDF_TAIL = 2048;

/**
 * Detects a file's type from its bytes, regardless of its name: a PDF, a PNG or a JPEG that is
 * complete as far as its framing shows. Returns undefined for anything else, for a fragment, and
 * for a file that is also an archive.
 */
export function mediaTypeOf(
  content: Buffer,
): 'application/pdf' | 'image/png' | 'image/jpeg' | undefined {
  if (isArchiveToo(content)) return undefined;
  if (isPdf(content)) return 'application/pdf';
  if (isPng(content)) return 'image/png';
  return isJpeg(content) ? 'image/jpeg' : undefined;
}

/**
 * Returns whether the file begins and ends as a PDF: nothing but white space after the last end
 * mark.
 */
function isPdf(content: Buffer): boolean {
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(content.toString('latin1', 0, 10))) return false;
  const tail = content.toString('latin1', Math.max(0, content.length - PDF_TAIL));
  return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(tail);
}

/**
 * Returns whether the file is a sequence of chunks from IHDR to IEND that ends where the file does.
 */
function isPng(content: Buffer): boolean {
  if (!content.subarray(0, 8).equals(PNG_SIGNATURE) || content.length < 33) return false;
  if (content.toString('latin1', 12, 16) !== 'IHDR' || content.readUInt32BE(8) !== 13) return false;
  if (content.readUInt32BE(16) === 0 || content.readUInt32BE(20) === 0) return false;
  let hasPixels = false;
  for (let at = 8; at + 12 <= content.length;) {
    const kind = content.toString('latin1', at + 4, at + 8);
    const next = at + 12 + content.readUInt32BE(at);
    if (kind === 'IDAT') hasPixels = true;
    if (kind === 'IEND') return hasPixels && next === content.length;
    at = next;
  }
  return false;
}

/**
 * Returns whether the file has segments up to the scan, among them a frame with a size, and an end
 * mark after the scan. Phones append data of their own.
 */
function isJpeg(content: Buffer): boolean {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return false;
  let hasFrame = false;
  for (let at = 2; at + 4 <= content.length;) {
    if (content[at] !== 0xff) return false;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    } // padding
    if (marker === 0xda) return hasFrame && content.indexOf(Buffer.from([0xff, 0xd9]), at) !== -1;
    if (isFrame(marker))
      hasFrame =
        at + 9 <= content.length &&
        content.readUInt16BE(at + 5) > 0 &&
        content.readUInt16BE(at + 7) > 0;
    const length = content.readUInt16BE(at + 2);
    if (length < 2) return false;
    at += 2 + length;
  }
  return false;
}

/** SOF0 to SOF15, without DHT, JPG and DAC, whose codes lie between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Returns whether the file is also a ZIP, which is read from its end: a directory whose comment
 * reaches exactly to the last byte.
 */
function isArchiveToo(content: Buffer): boolean {
  const first = Math.max(0, content.length - ZIP_END_SIZE - MAX_ZIP_COMMENT);
  for (
    let at = content.lastIndexOf(ZIP_END);
    at >= first;
    at = at === 0 ? -1 : content.lastIndexOf(ZIP_END, at - 1)
  ) {
    if (
      at + ZIP_END_SIZE <= content.length &&
      at + ZIP_END_SIZE + content.readUInt16LE(at + 20) === content.length
    )
      return true;
  }
  return false;
}
