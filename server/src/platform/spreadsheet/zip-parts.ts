import { inflateRawSync } from 'node:zlib';

/** A ZIP that is damaged, encrypted, ambiguous, or larger than the bounds. */
export class ZipRefused extends Error {
  override readonly name = 'ZipRefused';
  readonly reason: 'damaged' | 'encrypted' | 'too_large';

  constructor(reason: ZipRefused['reason']) {
    super(`the ZIP is ${reason}`);
    this.reason = reason;
  }
}

export interface ZipBounds {
  readonly parts: number;
  /** Bytes of one part, unpacked. */
  readonly partBytes: number;
  /** Bytes of all parts that are read, unpacked. */
  readonly bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/**
 * Unpacks the parts of a ZIP whose names `wanted` accepts. The sizes that the file declares are not
 * believed: unpacking stops at the bounds. Throws ZipRefused; ZIP64 and two parts of the same name
 * are refused as damaged.
 */
export function unpackParts(
  zip: Buffer,
  bounds: ZipBounds,
  wanted: (name: string) => boolean,
): Map<string, Buffer> {
  try {
    const entries = entriesOf(zip, bounds);
    const parts = new Map<string, Buffer>();
    let left = bounds.bytes;
    for (const entry of entries.filter(({ name }) => wanted(name))) {
      const part = unpack(zip, entry, Math.min(left, bounds.partBytes));
      left -= part.byteLength;
      parts.set(entry.name, part);
    }
    return parts;
  } catch (error) {
    if (error instanceof RangeError && !isTooLarge(error)) throw new ZipRefused('damaged');
    throw isTooLarge(error) ? new ZipRefused('too_large') : error;
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

function entriesOf(zip: Buffer, bounds: ZipBounds): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > bounds.parts) throw new ZipRefused('too_large');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new ZipRefused('damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (new Set(entries.map(({ name }) => name.toLowerCase())).size < count)
    throw new ZipRefused('damaged');
  return entries;
}

/** Returns where the end record starts, which a comment may follow. */
function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_SIZE - LONGEST_COMMENT);
  for (let at = zip.length - END_SIZE; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === END) return at;
  throw new ZipRefused('damaged');
}

function unpack(zip: Buffer, { flags, method, packed, at }: Entry, most: number): Buffer {
  if ((flags & ENCRYPTED) !== 0) throw new ZipRefused('encrypted');
  if (zip.readUInt32LE(at) !== LOCAL) throw new ZipRefused('damaged');
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const content = zip.subarray(from, from + packed);
  if (content.length < packed) throw new ZipRefused('damaged');
  if (method === STORED) {
    if (packed > most) throw new ZipRefused('too_large');
    return content;
  }
  if (method !== DEFLATED || most === 0) throw new ZipRefused(most === 0 ? 'too_large' : 'damaged');
  try {
    return inflateRawSync(content, { maxOutputLength: most });
  } catch (error) {
    throw isTooLarge(error) ? error : new ZipRefused('damaged');
  }
}
