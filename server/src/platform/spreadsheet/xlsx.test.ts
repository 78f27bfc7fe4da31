import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { Readable } from 'node:stream';
import { fc } from '@lavra/domain/seeded.fixture';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { ZipFile } from 'yazl';
import { takesAll } from '../../../test/in-turn.ts';
import { InvalidFields } from '../errors.ts';
import { readTable } from '../csv/csv-read.ts';
import type { SheetCell } from './sheet-cell.ts';
import { writeSheet } from '../csv/write-sheet.ts';

const LIMITS = { rows: 1000, columns: 64, cellBytes: 4096 };
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

async function rowsOf(bytes: Uint8Array): Promise<[row: number, cells: string[]][]> {
  const { rows } = await readTable(bytes, LIMITS);
  return rows.map(({ number, cells }) => [number, [...cells.values()]]);
}

async function refusalOf(bytes: Uint8Array): Promise<Record<string, readonly string[]>> {
  try {
    await readTable(bytes, LIMITS);
  } catch (error) {
    assert.ok(error instanceof InvalidFields, String(error));
    return error.errors;
  }
  return assert.fail('the file was taken');
}

/** Writes a workbook with these parts in place of its own, or beside them. */
async function workbook(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const own = await partsOf(await writeXlsx({ sheets: [{ name: 'a', rows: [['a']] }] }));
  const zip = new ZipFile();
  for (const [name, part] of Object.entries({ ...own, ...parts }))
    zip.addBuffer(Buffer.from(part), name);
  zip.end();
  return buffer(zip.outputStream as Readable); // a PassThrough, which yazl's types do not declare
}

async function partsOf(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const { unpackParts } = await import('./zip-parts.ts');
  const bounds = { parts: 100, partBytes: 1e6, bytes: 1e7 };
  return Object.fromEntries(unpackParts(Buffer.from(bytes), bounds, () => true));
}

const sheetXml = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
const withSheet = async (rows: string): Promise<Buffer> =>
  workbook({ 'xl/worksheets/sheet1.xml': sheetXml(rows) });

/** Returns a workbook that sets the widths of all columns so many times. */
const withWidths = async (count: number, prefix = ''): Promise<Buffer> => {
  const widths = `<${prefix}col min="1" max="16384" width="9"/>`.repeat(count);
  const sheet = `<worksheet xmlns="${MAIN}"><cols>${widths}</cols><sheetData/></worksheet>`;
  return workbook({ 'xl/worksheets/sheet1.xml': sheet });
};

describe('a workbook that people send', () => {
  for (const program of ['exceljs', 'sheetjs', 'write-excel-file']) {
    it(`is read as people would type it when ${program} wrote it`, async () => {
      const file = fs.readFileSync(path.join(import.meta.dirname, `fixtures/${program}.xlsx`));
      const [first, second, third] = await rowsOf(file);
      assert.deepEqual(first?.[1].slice(0, 5), ['7', 'Glifosato 480', '68,4', '20/11/2026', 'sim']);
      assert.deepEqual(second?.[1].slice(0, 5), [
        '007',
        'Ureia 46% N',
        '0,3',
        '20/11/2026 14:05:00',
        'não',
      ]);
      assert.deepEqual(third?.[1][0], '=1+1');
      assert.deepEqual([first?.[0], second?.[0], third?.[0]], [2, 4, 6]);
      const isComplete = program !== 'write-excel-file';
      if (isComplete) assert.equal(second?.[1][5], '#N/A');
    });
  }

  it('is recognized by its bytes: a CSV is read as before, an old or locked workbook is named', async () => {
    assert.deepEqual(await rowsOf(Buffer.from('a;b\n1;2')), [[2, ['1', '2']]]);
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    assert.match(String((await refusalOf(old))['file']), /tem senha ou está no formato antigo/);
  });

  it('is refused when it is damaged, has a DTD, or is another kind of ZIP', async () => {
    const whole = await withSheet('<row r="1"><c r="A1" t="str"><v>a</v></c></row>');
    const entity = `<!DOCTYPE a [<!ENTITY b "c">]>${sheetXml('')}`;
    const other = new ZipFile();
    other.addBuffer(Buffer.from('a'), 'a.txt');
    other.end();
    for (const file of [
      whole.subarray(0, whole.length - 40),
      Buffer.from('PK\u0003\u0004 and no more'),
      await workbook({ 'xl/worksheets/sheet1.xml': entity }),
      await buffer(other.outputStream as Readable), // a PassThrough
    ])
      assert.match(String((await refusalOf(file))['file']), /não pôde ser lida|está vazia/);
  });

  it('is refused when it unfolds to more than the bounds, without unfolding', async () => {
    const bomb = await workbook({ 'xl/worksheets/sheet1.xml': Buffer.alloc(40_000_000, ' ') });
    const strings = `<sst xmlns="${MAIN}">${'<si><t/></si>'.repeat(700_000)}</sst>`;
    for (const [file, sentence] of [
      [bomb, /grande demais/],
      [await workbook({ 'xl/sharedStrings.xml': strings }), /grande demais/],
      [await withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), /linhas demais/],
      [await withSheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /colunas demais/],
      [await withSheet(`<row>${'<c><v>1</v></c>'.repeat(700_000)}</row>`), /grande demais/],
      [await withWidths(40_000), /grande demais/],
      [await withWidths(40_000, 'ä:'), /grande demais/],
    ] as const)
      assert.match(String((await refusalOf(file))['file']), sentence);
  });

  it('has no blank cell where a formula was saved without its value', async () => {
    // A program that does not calculate writes it so; a price would be missing without a word.
    const file = await withSheet(
      '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c><c r="C1" t="str"><v>c</v></c></row>' +
        '<row r="2"><c r="A2"><f>10*2</f></c><c r="B2"><f>10*2</f><v>20</v></c><c r="C2" t="str"><f>""</f><v></v></c></row>',
    );
    assert.deepEqual(await rowsOf(file), [[2, ['#SEM VALOR!', '20', '']]]);
  });

  it('names the row of a cell that is too long', async () => {
    const cell = `<is><t>${'x'.repeat(5000)}</t></is>`;
    const file = await withSheet(
      `<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="3"><c r="A3" t="inlineStr">${cell}</c></row>`,
    );
    assert.deepEqual(Object.keys(await refusalOf(file)), ['rows.3']);
  });
});

describe('a workbook that the service writes', () => {
  const write = async (heading: string[], rows: SheetCell[][]): Promise<Uint8Array> =>
    (await writeSheet('xlsx', 'teste', heading, rows)).content;

  it('holds numbers and dates as such, and every text as text, for another program', async () => {
    const { sheets } = await readXlsx(
      await write(
        ['Texto', 'Preço', 'Dia', 'Hora', 'Longo'],
        [
          [
            '=1+1',
            { decimal: '1234.5', least: 2 },
            { time: '2026-11-20' },
            { time: '2026-11-20 14:05:00' },
            { decimal: '9999999999999.9999' },
          ],
          ['+55', { decimal: '-2' }, '', '', ''],
        ],
      ),
    );
    const [sheet] = sheets;
    assert.deepEqual(
      sheet?.rows.slice(1).map((row) => row.map((cell) => cell ?? '')),
      [
        [
          '=1+1',
          1234.5,
          new Date('2026-11-20T00:00:00Z'),
          new Date('2026-11-20T14:05:00Z'),
          '9999999999999,9999',
        ],
        ['+55', -2, '', '', ''],
      ],
    );
    assert.ok([...(sheet?.cells?.values() ?? [])].every(({ formula }) => formula === undefined));
  });

  it('is read back unchanged, for any text', async () => {
    const cell = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('=1', "'=1", '<a&b>"', 'a\nb', '_x0041_', '\u0001x', ']]>'),
      )
      // XML holds no control characters.
      // oxlint-disable-next-line no-control-regex -- these are the ones that XML excludes
      .map((text) => text.replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, '').trim())
      .filter((text) => text !== '');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 50 }), async (rows) => {
        const read = await rowsOf(await write(['Um', 'Dois'], rows));
        assert.deepEqual(
          read.map(([, cells]) => cells),
          rows,
        );
      }),
      { numRuns: takesAll ? 10 : 3 },
    );
  });

  it('has columns as wide as their headings, and as their first cells up to a bound', async () => {
    const heading = ['Nº', 'Total comprado de todos os fornecedores, com o frete (R$)', 'Produto'];
    const rows = [
      ['1', { decimal: '10' }, 'Fertilizante misto NPK 04-14-08'],
      ['2', '', 'x'.repeat(200)],
    ];
    const widthsOf = async (cells: (typeof rows)[number][]): Promise<number[]> => {
      const parts = await partsOf(await write(heading, cells));
      const xml = String(parts['xl/worksheets/sheet1.xml']);
      return [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    };
    const [number = 0, total = 0, product = 0] = await widthsOf(rows.slice(0, 1));
    assert.ok(number <= 16, 'short ones stay narrow');
    assert.ok(total > (heading[1]?.length ?? 0), 'a heading is not cut');
    assert.ok(product > 'Fertilizante misto NPK 04-14-08'.length);
    assert.ok(((await widthsOf(rows))[2] ?? 0) <= 60);
    assert.equal((await widthsOf([])).length, 3);
  });

  it('has the same bytes for the same rows', async () => {
    const rows = [['1', 'a']];
    assert.deepEqual(await write(['A', 'B'], rows), await write(['A', 'B'], rows));
  });
});
