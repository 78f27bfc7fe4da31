import { writeXlsx } from 'hucre/xlsx';
import { isWorkbook, templateWorkbook, workbookText } from './item-list-workbook.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decodeItemList,
  problemsOfRow,
  readItemList,
  template,
  textOfLeft,
  writeItemList,
  type ItemListRow,
} from './item-list.ts';

const rowsOf = (text: string): readonly ItemListRow[] => {
  const list = readItemList(text);
  assert.ok('rows' in list, JSON.stringify(list));
  return list.rows;
};
const problemOf = (text: string): string => {
  const list = readItemList(text);
  return 'problem' in list ? list.problem : '';
};
const remarksOf = (text: string): readonly string[] => {
  const list = readItemList(text);
  return 'remarks' in list ? list.remarks : [];
};
const short = ({ line, product, quantity, unit, notes }: ItemListRow): string =>
  [line, product, quantity, unit, notes].join('|');

describe('an item list', () => {
  it('is read with its columns in any order and under any of their names', () => {
    assert.deepEqual(
      rowsOf(
        'Qtde.;Observações;Produto (nome);UN\r\n1.200;sem cheiro;Ureia 45% N;sc 50 kg\r\n\r\n350,5;;Glifosato;L\r\n',
      ).map(short),
      ['2|Ureia 45% N|1.200|sc 50 kg|sem cheiro', '4|Glifosato|350,5|L|'],
    );
    assert.deepEqual(rowsOf(template).map(short), [
      '2|Ureia 45% N|1.200|SC50|Entregar em duas viagens',
      '3|Glifosato 480|350,5|L|',
    ]);
  });

  it('is read under the headings of budgets and tenders, and says which columns it left out', () => {
    // The sheet of cestas-de-precos-tarefas #319: a unit that was not read became the default one.
    assert.deepEqual(
      rowsOf(
        'Produto;Und;Qtde;Obs\r\nUreia 45% N;KG;6.000;Entregar em duas viagens\r\n' +
          'Glifosato Nortox SL;L;350,5;\r\nSal mineral;TON;1,25;\r\n',
      ).map(short),
      [
        '2|Ureia 45% N|6.000|KG|Entregar em duas viagens',
        '3|Glifosato Nortox SL|350,5|L|',
        '4|Sal mineral|1,25|TON|',
      ],
    );
    for (const [unit, quantity] of [
      ['Unid.', 'Quant.'],
      ['U.M.', 'Qde'],
      ['Unds', 'Qt.'],
      ['Unidade de medida', 'Qtd'],
    ])
      assert.deepEqual(rowsOf(`Insumo;${unit};${quantity}\nUreia;KG;5`).map(short), [
        '2|Ureia|5|KG|',
      ]);
    assert.deepEqual(
      remarksOf('Produto;Embalagem;Qtde;Valor (R$)\nUreia;saco;5;1').at(0),
      'As colunas “Embalagem”, “Valor (R$)” não são conhecidas e foram ignoradas.',
    );
  });

  it('takes the description for the product where items are numbered', () => {
    // In the manner of Auxx PR #1894: a column mapped to the wrong field by its heading.
    const text =
      'Item;Descrição;Unid.;Quant.;Valor unit.\r\n1;Ureia 45% N;KG;6.000;R$ 2,60\r\n' +
      '2;Sal mineral;KG;1.250;R$ 3,21\r\n';
    assert.deepEqual(rowsOf(text).map(short), [
      '2|Ureia 45% N|6.000|KG|',
      '3|Sal mineral|1.250|KG|',
    ]);
    assert.deepEqual(remarksOf(text), ['A coluna “Valor unit.” não é conhecida e foi ignorada.']);
    assert.deepEqual(rowsOf('Item;Quantidade\nUreia;5\nMAP;3').map(short), [
      '2|Ureia|5||',
      '3|MAP|3||',
    ]);
    assert.match(problemOf('Item;Quant.\n1;5\n2;3'), /Falta a coluna “produto”/);
  });

  it('finds its heading below a title, and leaves out sums', () => {
    // Text above the heading is reported as ImportExcel #1092.
    for (const sign of [';', '\t', ','])
      assert.deepEqual(
        readItemList(
          [
            'Fazenda Demonstração',
            'Orçamento de safra 2026/27',
            '',
            ['Cód.', 'Produto', 'Unid.', 'Quant.', 'Total'].join(sign),
            ['101', 'Ureia 45% N', 'KG', '6000', 'R$ -'].join(sign),
            ['102', 'Sal mineral', 'KG', '1250', 'R$ -'].join(sign),
            ['', '', 'TOTAL', '', 'R$ -'].join(sign),
          ].join('\r\n'),
        ),
        {
          rows: [
            {
              line: 5,
              product: 'Ureia 45% N',
              quantity: '6000',
              unit: 'KG',
              notes: '',
              written: 'Ureia 45% N 6000 KG',
            },
            {
              line: 6,
              product: 'Sal mineral',
              quantity: '1250',
              unit: 'KG',
              notes: '',
              written: 'Sal mineral 1250 KG',
            },
          ],
          remarks: [
            'As colunas “Cód.”, “Total” não são conhecidas e foram ignoradas.',
            '2 linhas acima do cabeçalho ficaram de fora.',
            '1 linha de total ou de nota ficou de fora.',
          ],
        },
        sign,
      );
  });

  it('takes the tables that the platform itself writes', () => {
    assert.deepEqual(
      rowsOf(
        'COT-2026-000001: Adubos\nItem\tTipo\tProduto\tQuantidade\tUnidade\tProposta A: preço\n' +
          '1\tFertilizantes\tUreia\t6.000\tKG\t2,6\n\t\tTotal da proposta\t\t\t15.600\n' +
          '\t\tCobertura\t\t\t1 de 1\nAs letras valem só nesta sessão.',
      ).map(short),
      ['3|Ureia|6.000|KG|'],
    );
    assert.deepEqual(
      rowsOf(
        'Item;Código;Produto;Marca;Quantidade pedida;Unidade;Preço unitário\n1;71;Ureia;;6000;KG;',
      ).map(short),
      ['2|Ureia|6000|KG|'],
    );
  });

  it('has a point before decimals where its quantities prove it', () => {
    assert.deepEqual(
      rowsOf('produto;quantidade\nUreia;1.500\nMAP;0.500').map(({ quantity }) => quantity),
      ['1,500', '0,500'],
    );
    assert.deepEqual(
      rowsOf('produto;quantidade\nUreia;1.500\nMAP;350,5').map(({ quantity }) => quantity),
      ['1.500', '350,5'],
    );
  });

  it('needs no heading when its columns are in the order of the template', () => {
    assert.deepEqual(rowsOf('Ureia 45% N\t1200\tSC50\nMAP\t10,5').map(short), [
      '1|Ureia 45% N|1200|SC50|',
      '2|MAP|10,5||',
    ]);
    assert.deepEqual(rowsOf('Ureia\nMAP\n').map(short), ['1|Ureia|||', '2|MAP|||']);
  });

  it('is read as written in a message, greetings left out, commas as part of the sentence', () => {
    assert.deepEqual(
      rowsOf('Bom dia, segue a lista\n50 sacos de ureia\n2) MAP 11-52, 10,5 ton\n').map(short),
      ['2|ureia|50|sacos|', '3|MAP 11-52|10,5|ton|'],
    );
    assert.deepEqual(rowsOf('Ureia\t50 sc').map(short), ['1|Ureia|50|sc|']);
    assert.equal(rowsOf('- 20 L de roundup\n• 5 t MAP')[1]?.written, '5 t MAP');
    assert.equal(rowsOf('MAP 11-52\t10\tt')[0]?.written, 'MAP 11-52 10 t');
  });

  it('reads the amounts of a message each by itself, and marks what may be a thousandth', () => {
    const said = (text: string) =>
      rowsOf(text).map((row) => [row.quantity, row.unit, problemsOfRow(row).join()]);
    const doubt = 'confira a quantidade: “2.000” pode ser 2';
    assert.deepEqual(said('Ureia 1.5 ton\nKCl 2.000 kg'), [
      ['1,5', 'ton', ''],
      ['2.000', 'kg', doubt],
    ]);
    assert.deepEqual(said('Bom dia; segue:\nUreia 1.5 ton\nKCl 2.000 kg').slice(1), [
      ['1,5', 'ton', ''],
      ['2.000', 'kg', doubt],
    ]);
    assert.deepEqual(said('Ureia 1,5 ton\nKCl 2.000 kg').at(-1), ['2.000', 'kg', '']);
    assert.deepEqual(said('2 mil litros de glifosato\nUreia 1.5 ton')[0], ['2.000', 'litros', '']);
    assert.deepEqual(said('produto;quantidade\nGlifosato;2 mil litros\nUreia;1.5 ton'), [
      ['2.000', 'litros', ''],
      ['1,5', 'ton', ''],
    ]);
    assert.deepEqual(said('1,5 mil kg de ureia'), [['1.500', 'kg', '']]);
  });

  it('keeps quoted text together, and removes the sign that protects a cell from being a formula', () => {
    assert.deepEqual(
      rowsOf('produto;quantidade;obs\n"Adubo; ""especial""";2;"duas\nlinhas"\n\'-2,4-D;3;').map(
        short,
      ),
      ['2|Adubo; "especial"|2||duas\nlinhas', '3|-2,4-D|3||'],
    );
    assert.deepEqual(rowsOf('sep=;\nproduto;quantidade\nUreia;1').map(short), ['2|Ureia|1||']);
  });

  it('is read in the code pages that spreadsheets write', () => {
    const windows = Uint8Array.from('observação', (letter) => letter.codePointAt(0) ?? 0);
    assert.equal(decodeItemList(windows), 'observação');
    assert.equal(decodeItemList(new TextEncoder().encode('\uFEFFobservação')), 'observação');
    assert.equal(
      decodeItemList(Uint8Array.from([0xff, 0xfe, 0xe3, 0x00])).replace('\uFEFF', ''),
      'ã',
    );
  });

  it('reports what is wrong with the whole list', () => {
    assert.match(problemOf(' \r\n'), /vazia/);
    assert.match(problemOf('quantidade;unidade\n1;L'), /Falta a coluna “produto”/);
    assert.match(problemOf('produto;quantidade\n'), /só tem o cabeçalho/);
    assert.match(problemOf('PK\u0003\0'), /como \.xlsx ou CSV/);
    assert.match(problemOf(`produto\n${'Ureia\n'.repeat(301)}`), /no máximo 300 linhas/);
  });

  it('reports what is wrong with each line', () => {
    const row = {
      line: 2,
      product: 'Ureia',
      quantity: '1',
      unit: '',
      notes: '',
      written: 'Ureia 1',
    };
    assert.deepEqual(problemsOfRow(row), []);
    assert.deepEqual(problemsOfRow({ ...row, product: '', quantity: '' }), [
      'falta o produto',
      'falta a quantidade',
    ]);
    for (const quantity of ['dez', '0', '1,2345'])
      assert.match(problemsOfRow({ ...row, quantity })[0] ?? '', /não é um número maior que zero/);
  });

  it('returns the omitted lines, so that they can be corrected and pasted again', () => {
    const rows = [
      {
        line: 3,
        product: 'Adubo; "especial"',
        quantity: '2',
        unit: 'L',
        notes: '=1+1',
        written: '',
      },
    ];
    assert.deepEqual(rowsOf(writeItemList(rows)).map(short), ['2|Adubo; "especial"|2|L|=1+1']);
    assert.ok(!/;=/.test(writeItemList(rows)));
  });
});

describe('an item list in a workbook', () => {
  it('is read like its CSV: numbers with a comma, separators and quotes inside a cell', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Itens',
          rows: [
            ['Produto', 'Quantidade', 'Unidade', 'Observações'],
            ['Ureia; 45% "N"', 1200.5, 'SC', 'Em duas viagens'],
            ['Glifosato 480', 350, 'L', null],
          ],
        },
      ],
    });
    assert.ok(isWorkbook(bytes));
    const list = readItemList(await workbookText(bytes));
    assert.ok('rows' in list);
    assert.deepEqual(
      list.rows.map(({ line, product, quantity, unit, notes }) => [
        line,
        product,
        quantity,
        unit,
        notes,
      ]),
      [
        [2, 'Ureia; 45% "N"', '1200,5', 'SC', 'Em duas viagens'],
        [3, 'Glifosato 480', '350', 'L', ''],
      ],
    );
  });

  it('keeps a formula that the spreadsheet took for a date, and says where a name is missing', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Itens',
          rows: [
            ['Produto', 'Quantidade', 'Unidade', 'Observações'],
            [new Date(Date.UTC(2020, 4, 20)), 10, 'TON', '#N/D'],
            ['#N/D', 5, 'TON', ''],
          ],
        },
      ],
    });
    const expected = ['2|20-05-20|10|TON|', '3||5|TON|'];
    assert.deepEqual(rowsOf(await workbookText(bytes)).map(short), expected);
    const csv = 'Produto;Quantidade;Unidade;Observações\n20/05/2020;10;TON;#N/D\n#N/D;5;TON;';
    assert.deepEqual(rowsOf(csv).map(short), expected);
  });

  it('has a template that is read like the one in CSV', async () => {
    const bytes = await templateWorkbook();
    assert.ok(isWorkbook(bytes));
    const rows = rowsOf(await workbookText(bytes)).map(short);
    assert.deepEqual(rows, [
      '2|Ureia 45% N|1200|SC50|Entregar em duas viagens',
      '3|Glifosato 480|350,5|L|',
    ]);
    assert.deepEqual(
      rowsOf(template).map((row) => short({ ...row, quantity: row.quantity.replace('.', '') })),
      rows,
    );
  });

  it('is refused with a sentence when it cannot be read', async () => {
    const broken = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 1, 2, 3);
    assert.ok('problem' in readItemList(await workbookText(broken)));
  });
});

describe('what is left of a list', () => {
  const leftOf = (text: string, ...lines: readonly number[]): string => {
    const rows = rowsOf(text);
    return textOfLeft(
      text,
      rows,
      rows.filter(({ line }) => lines.includes(line)),
    );
  };

  it('keeps the words of its author', () => {
    assert.equal(
      leftOf('10 sc ureia\n2 bb xyz\r\n\nme avisa até sexta', 2, 4),
      '2 bb xyz\n\nme avisa até sexta',
    );
    assert.equal(
      leftOf('produto;quantidade\nUreia;2\nXyz;3', 3),
      'produto;quantidade\nXyz;3',
      'with the heading of a table',
    );
  });

  it('becomes a table where its lines say something else without the others', () => {
    // A cell of two lines: the numbers of lines are those of the rows no more.
    const rest = leftOf('produto;quantidade\n"Ureia\nperolada";2\nXyz;3\nAbc;4', 3);
    assert.deepEqual(
      rowsOf(rest).map(({ product, quantity }) => [product, quantity]),
      [['Xyz', '3']],
    );
  });
});
