import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuantity } from '@lavra/domain/money/proposal-total';
import { fc } from '@lavra/domain/seeded.fixture';
import { InvalidFields } from '../errors.ts';
import { CsvCells } from './csv-cells.ts';
import { columnKey, readCsv } from './csv-read.ts';
import { writeSheet } from './write-sheet.ts';
import { parsePtBrDecimal, typedDecimal } from '../text/decimal-pt-br.ts';

const LIMITS = { rows: 1000, columns: 64, cellBytes: 4096 };
const writeCsv = async (heading: string[], rows: string[][]): Promise<Buffer> =>
  Buffer.from((await writeSheet('csv', 'teste', heading, rows)).content);
const read = (file: string | Buffer) => readCsv(Buffer.from(file as string), LIMITS);
const cellsOf = (file: string | Buffer) => read(file).rows.map(({ cells }) => [...cells.values()]);

function refusalOf(file: string | Buffer): unknown {
  try {
    read(file);
  } catch (error) {
    assert.ok(error instanceof InvalidFields, String(error));
    return Object.keys(error.errors);
  }
  return assert.fail('the file was taken');
}

describe('a cell', () => {
  const columns = { days: { heading: 'Prazo', max: 20, examples: [] } };
  const cellsWith = (days: string) => new CsvCells({ row: 2, cells: { days } }, columns);

  it('holds no whole number where a point or comma may separate thousands', () => {
    for (const [typed, days] of [
      ['30', 30],
      ['30,0', 30],
      ['1.000', null],
      ['1,500', null],
      ['1.000.000', null],
    ] as const) {
      const cells = cellsWith(typed);
      assert.equal(cells.integer('days', 3650), days, typed);
      assert.deepEqual(
        cells.sentences(),
        days === null
          ? ['Prazo: Escreva só algarismos, como 1000: não dá para saber se aqui há milhares.']
          : [],
      );
    }
  });

  it('holds no decimal where accounting format shows a dash', () => {
    const cells = cellsWith(' R$ -   ');
    assert.equal(cells.decimal('days', parseQuantity, 3), null);
    assert.deepEqual(cells.sentences(), []);
  });
});

describe('a decimal as people type it', () => {
  it('is read in the Brazilian format, and in another one where only one meaning is possible', () => {
    const meant = {
      '21,4892': '21.4892',
      '1.234,56': '1234.56',
      '1234.56': '1234.56',
      '1.234.567,8': '1234567.8',
      '1,234.56': '1234.56',
      '1.234.567': '1234567',
      'R$ 1.234,56': '1234.56',
      ' 10 ': '10',
      '0.500': '0.500',
      '0,5': '0.5',
      ',5': '0.5',
      '1234.567': '1234.567',
      '1,500': '1.500',
      '12.5': '12.5',
      '0': '0',
      '350,': '350',
    };
    for (const [typed, decimal] of Object.entries(meant))
      assert.deepEqual(parsePtBrDecimal(typed), { ok: true, decimal }, typed);
  });

  it('is refused where it could also mean a thousand times as much', () => {
    for (const typed of ['1.500', '12.345', '999.000'])
      assert.deepEqual(parsePtBrDecimal(typed), { ok: false, reason: 'ambiguous' }, typed);
  });

  it('is refused when it is no number', () => {
    for (const typed of [
      '',
      'abc',
      '1e5',
      '1E+05',
      '1..2',
      '1,2,3',
      '12.34,5',
      '1.23.456',
      '1,2.3,4',
      '.',
      ',',
      '10%',
      '٣',
      '=1+1',
      '1'.repeat(41),
    ]) {
      assert.deepEqual(parsePtBrDecimal(typed), { ok: false, reason: 'not_a_number' }, typed);
    }
    assert.deepEqual(parsePtBrDecimal('-1,5'), { ok: false, reason: 'negative' });
  });

  it('is written so that it is read back unchanged', () => {
    assert.deepEqual(
      [
        typedDecimal('157.5000', 2),
        typedDecimal('21.4892', 2),
        typedDecimal('100.000'),
        typedDecimal('3.005'),
        typedDecimal('12'),
      ],
      ['157,50', '21,4892', '100', '3,005', '12'],
    );
  });
});

describe('a CSV that the service writes', () => {
  it('opens correctly in a Brazilian Excel: BOM, semicolons, CRLF', async () => {
    const file = await writeCsv(
      ['Item', 'Preço'],
      [
        ['1', '1,50'],
        ['2', 'a;"b"\nc'],
      ],
    );
    assert.equal(file.toString('utf8'), '\uFEFFItem;Preço\r\n1;1,50\r\n2;"a;""b""\nc"\r\n');
  });

  it('contains nothing that a spreadsheet would run', async () => {
    const file = await writeCsv(
      ['a'],
      [['=1+1', '+55', '-2', '@SUM(A1)', '\tx', '\rx', "'=1", 'ok', "d'água"]],
    );
    const [, line] = file.toString('utf8').split('\r\n');
    assert.equal(line, `'=1+1;'+55;'-2;'@SUM(A1);'\tx;"'\rx";''=1;ok;d'água`);
  });

  it('contains nothing that a spreadsheet would run where it splits at another separator', async () => {
    const file = await writeCsv(
      ['a'],
      [['x,=1+1', 'a;-2', 'b|@x', 'c\t+3', 'd\n=4', 'e,"=5"', "f,'=6", '2,4-D, 10 L']],
    );
    assert.equal(
      file.toString('utf8').split('\r\n').slice(1, -1).join(),
      `x,'=1+1;"a;'-2";b|'@x;c\t'+3;"d\n'=4";"e,'""=5""";f,''=6;2,4-D, 10 L`,
    );
  });

  it('is read back unchanged, for any text', async () => {
    const cell = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('=1', "'=1", '"', ';', 'a\nb', '-', "'", "''@x"),
        fc.string({ unit: fc.constantFrom(',', ';', "'", '"', '=', '-', '\t', '\n', 'a') }),
      )
      .map((text) => text.replaceAll('\0', '').trim());
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            cell,
            cell.filter((text) => text !== ''),
          ),
          { minLength: 1 },
        ),
        async (rows) => {
          assert.deepEqual(cellsOf(await writeCsv(['Um', 'Dois'], rows)), rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a CSV that people send', () => {
  it('may be separated by semicolons, commas or tabs', () => {
    for (const sign of [';', ',', '\t'])
      assert.deepEqual(
        cellsOf(['Código', 'Preço unitário'].join(sign) + '\n' + ['7', '"1,5"'].join(sign)),
        [['7', '1,5']],
      );
  });

  it('may name its separator for Excel in a line of its own, which is not counted as a row', () => {
    assert.deepEqual(
      read('\uFEFFsep=;\r\na;b\r\n1;2').rows.map(({ number, cells }) => [
        number,
        [...cells.values()],
      ]),
      [[2, ['1', '2']]],
    );
  });

  it('may be UTF-8 with or without BOM, UTF-16 or Windows-1252', () => {
    const text = 'Código;Observações\r\n7;Preço à vista – €\r\n';
    const windows = Buffer.from(text.replace('–', '\u0096').replace('€', '\u0080'), 'latin1');
    for (const file of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      windows,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
    ]) {
      assert.deepEqual(
        [read(file).columns, cellsOf(file)],
        [['codigo', 'observacoes'], [['7', 'Preço à vista – €']]],
      );
    }
  });

  it('has its columns recognized whatever the accents, the case and the text in parentheses', () => {
    assert.deepEqual(
      ['  PRECO  unitario ', 'Preço Unitário (R$)', 'preço_unitário'].map(columnKey),
      ['preco unitario', 'preco unitario', 'preco unitario'],
    );
  });

  it('has its rows numbered as in the spreadsheet, without blank ones', () => {
    assert.deepEqual(
      read('a;b\n\n1;"x\ny"\n;\n2;z\n').rows.map(({ number }) => number),
      [3, 5],
    );
    assert.deepEqual(
      read('a\r1\r2').rows.map(({ number }) => number),
      [2, 3],
    );
  });

  it('may have blank lines and a title above its heading', () => {
    for (const above of ['\n\n', ';;\n;;\n', 'Cotação de insumos\n\n', 'Cotação;;\n;;\n']) {
      const { headings, rows } = read(`${above}a;b\n1;2`);
      assert.deepEqual(
        [headings, rows.map(({ number }) => number)],
        [['a', 'b'], [above.split('\n').length + 1]],
        JSON.stringify(above),
      );
    }
  });

  it('may have commas in its heading, more of them than separators', () => {
    // As reported in PapaParse #600.
    const { headings } = read('Código;Preço, com imposto, em R$, unitário\n7;1,5');
    assert.deepEqual(headings, ['Código', 'Preço, com imposto, em R$, unitário']);
  });

  it('is refused by row or as a whole when it is invalid', () => {
    assert.deepEqual(refusalOf(''), ['file']);
    assert.deepEqual(refusalOf('\n\n'), ['file']);
    assert.deepEqual(refusalOf('a;A;b\n1;2;3'), ['file']);
    assert.deepEqual(refusalOf(Buffer.from('%PDF-1.7\n\0\0')), ['file']);
    assert.deepEqual(refusalOf('a;b\n1;"x'), ['rows.2']);
    assert.deepEqual(refusalOf('a;b\n1;2\n3;"x"y'), ['rows.3']);
    assert.deepEqual(refusalOf(`a;b\n1;${'x'.repeat(4097)}`), ['rows.2']);
    assert.deepEqual(refusalOf(`a;b\n1;${'ç'.repeat(2049)}`), ['rows.2']);
    assert.deepEqual(refusalOf(`a;b\n${';'.repeat(64)}`), ['rows.2']);
    assert.deepEqual(refusalOf(`a\n${'1\n'.repeat(1001)}`), ['file']);
    assert.deepEqual(refusalOf(`a\n${'\n'.repeat(10_000)}1`), ['file']);
    assert.equal(read(`a\n${'1\n'.repeat(1000)}`).rows.length, 1000);
  });

  it('is checked without other errors, even the worst file', () => {
    for (const unit of [';', '"', '\n', 'a\n', '"a', '=;', ',;\t', '\uFEFF']) {
      try {
        read(unit.repeat(1_000_000 / unit.length));
      } catch (error) {
        assert.ok(error instanceof InvalidFields, `${JSON.stringify(unit)}: ${String(error)}`);
      }
    }
  });
});
