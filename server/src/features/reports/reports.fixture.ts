import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** A report as a spreadsheet program reads it: its headings, and each row by heading. */
export interface Sheet {
  readonly headings: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Reads a report's bytes; fails unless the Portuguese Excel would open them without help. */
export function readSheet(bytes: Buffer): Sheet {
  assert.deepEqual(
    [...bytes.subarray(0, 3)],
    [0xef, 0xbb, 0xbf],
    'it begins with the byte order mark',
  );
  const records: string[][] = parse(bytes.subarray(3), {
    delimiter: ';',
    record_delimiter: '\r\n',
  }); // rows of different length throw
  const [headings = [], ...rows] = records;
  assert.equal(new Set(headings).size, headings.length, 'no heading comes twice');
  return {
    headings,
    rows: rows.map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [headings[index] ?? '', cell])),
    ),
  };
}

/**
 * Returns the files of an archive by name, each verified against the checksum in its central
 * directory. Throws when there is no directory.
 */
export function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  assert.ok(end >= 0, 'the archive has no directory');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.toString('latin1', at, at + 4), 'PK\x01\x02');
    const [sum, packed, size, start] = [16, 20, 24, 42].map((offset) =>
      bytes.readUInt32LE(at + offset),
    ) as [number, number, number, number]; // four of them
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    ) as [number, number, number]; // three of them
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const content = inflateRawSync(bytes.subarray(data, data + packed));
    assert.deepEqual([content.length, crc32(content)], [size, sum]);
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
