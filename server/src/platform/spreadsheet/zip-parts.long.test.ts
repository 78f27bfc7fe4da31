import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { Readable } from 'node:stream';
import { writeXlsx } from 'hucre/xlsx';
import { ZipFile } from 'yazl';
import { parseXlsx, ZIP_BOUNDS } from './xlsx-parse.ts';
import { readWorkbook } from './xlsx-read.ts';
import { unpackParts, ZipRefused, type ZipBounds } from './zip-parts.ts';

// These run without the reading process, whose memory limit would refuse a bomb as well.

const MIB = 1024 * 1024;
const blank = (bytes: number): Buffer => Buffer.alloc(bytes, ' ');

async function zipOf(parts: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(part, name);
  zip.end();
  return buffer(zip.outputStream as Readable); // a PassThrough, which yazl's types do not declare
}

const all = (): boolean => true;
const isTooLarge = (error: unknown): boolean =>
  error instanceof ZipRefused && error.reason === 'too_large';

describe('unpacking a ZIP', () => {
  const bounds: ZipBounds = { parts: 3, partBytes: MIB, bytes: 2 * MIB };

  it('stops at the bound of a part, of all parts, and of their number', async () => {
    const [full, small] = [blank(MIB), blank(10)];
    for (const [parts, isRefused] of [
      [{ a: full, b: full }, false],
      [{ a: blank(MIB + 1) }, true],
      [{ a: full, b: full, c: small }, true],
      [{ a: small, b: small, c: small }, false],
      [{ a: small, b: small, c: small, d: small }, true],
    ] as const) {
      const zip = await zipOf(parts);
      const unpacked = (): Map<string, Buffer> => unpackParts(zip, bounds, all);
      if (isRefused) assert.throws(unpacked, isTooLarge, Object.keys(parts).join());
      else assert.deepEqual([...unpacked().keys()], Object.keys(parts));
    }
  });

  it('does not count parts that nobody wants', async () => {
    const zip = await zipOf({ a: blank(10), picture: blank(5 * MIB) });
    assert.deepEqual([...unpackParts(zip, bounds, (name) => name === 'a').keys()], ['a']);
  });

  it('does not believe the sizes that the file declares', async () => {
    const zip = await zipOf({ a: blank(MIB + 1) });
    // The unpacked size stands in the local header and again in the directory.
    for (let at = zip.length - 4; at >= 0; at -= 1)
      if (zip.readUInt32LE(at) === MIB + 1) zip.writeUInt32LE(1, at);
    assert.throws(() => unpackParts(zip, bounds, all), isTooLarge);
  });
});

/** A workbook of one cell; `change` makes the XML of its sheet. */
async function sheetOf(change: (xml: Buffer) => Buffer, cell = 'a'): Promise<Buffer> {
  const own = await writeXlsx({ sheets: [{ name: 'a', rows: [[cell]] }] });
  const parts = unpackParts(Buffer.from(own), ZIP_BOUNDS, all);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? assert.fail('no sheet');
  parts.set('xl/worksheets/sheet1.xml', change(sheet));
  return zipOf(Object.fromEntries(parts));
}
const limits = { records: 100, columns: 10, cellBytes: 100 };

describe('a workbook that unfolds to more than the bounds', () => {
  const padded = (blanks: number): Promise<Buffer> =>
    sheetOf((sheet) => Buffer.concat([sheet, blank(blanks)]));

  it('is refused by the bound, where the same workbook below it is read', async () => {
    const bomb = await padded(ZIP_BOUNDS.partBytes);
    assert.ok(bomb.length < 100_000, 'the file itself is small');
    assert.deepEqual(await parseXlsx(await padded(MIB), limits), { records: [['a']] });
    assert.deepEqual(await parseXlsx(bomb, limits), { refusal: 'xlsx_too_large' });
  });
});

describe('a text that many cells share', () => {
  it('counts for each of them: refused where all cells together hold too much', async () => {
    const many = { records: 10_000, columns: 64, cellBytes: 4096 };
    const [columns, text] = [60, 'x'.repeat(4096)];
    const workbook = (rows: number): Promise<Buffer> =>
      sheetOf(() => {
        const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`;
        return Buffer.from(`<worksheet><sheetData>${row.repeat(rows)}</sheetData></worksheet>`);
      }, text);
    // 9,000 rows of it are 2.2 GB, were the service to receive them.
    const bomb = await workbook(9_000);
    assert.ok(bomb.length < 100_000, 'the file itself is small');
    const reply = await parseXlsx(bomb, many);
    assert.equal('refusal' in reply && reply.refusal, 'xlsx_too_large');
    const row = Array.from({ length: columns }, () => text);
    assert.deepEqual(await parseXlsx(await workbook(2), many), { records: [row, row] });
  });
});

describe('a cell of escapes alone', () => {
  const xml = (cell: string): Buffer =>
    Buffer.from(`<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`);
  const cellOf = (text: string) => sheetOf(() => xml(`<c t="inlineStr"><is>${text}</is></c>`));

  it('is refused before it is decoded, where one that fits is read', async () => {
    const entities = (count: number) => cellOf(`<t>${'&lt;'.repeat(count)}</t>`);
    const escapes = (count: number) => cellOf('<t>_x0041_</t>'.repeat(count));
    assert.deepEqual(await parseXlsx(await entities(100), limits), {
      records: [['<'.repeat(100)]],
    });
    assert.deepEqual(await parseXlsx(await escapes(9), limits), { records: [['A'.repeat(9)]] });
    for (const bomb of [await entities(101), await entities(4_000_000), await escapes(1001)])
      assert.deepEqual(await parseXlsx(bomb, limits), { refusal: 'xlsx_too_large' });
  });

  it('takes the memory of the reading process at most, however it passes the bounds', async () => {
    // In an attribute, where the bounds take each < for a new tag.
    const bomb = await sheetOf(() => xml(`<c z="${'&lt;&lt;<'.repeat(3_000_000)}"/>`));
    const reply = await readWorkbook({ bytes: bomb, limits });
    assert.deepEqual(reply, { refusal: 'xlsx_too_large' });
    const small = await sheetOf((sheet) => sheet);
    assert.deepEqual(await readWorkbook({ bytes: small, limits }), { records: [['a']] });
  });
});
