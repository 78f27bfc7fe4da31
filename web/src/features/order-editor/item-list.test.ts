import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decodeItemList,
  problemsOfRow,
  readItemList,
  template,
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

  it('needs no heading when its columns stand as in the template, as when pasted from a spreadsheet', () => {
    assert.deepEqual(rowsOf('Ureia 45% N\t1200\tSC50\nMAP\t10,5').map(short), [
      '1|Ureia 45% N|1200|SC50|',
      '2|MAP|10,5||',
    ]);
    assert.deepEqual(rowsOf('Ureia\nMAP\n').map(short), ['1|Ureia|||', '2|MAP|||']);
  });

  it('keeps what stands in quotes together, and undoes the sign that keeps a cell from being a formula', () => {
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

  it('says what is wrong with the whole', () => {
    assert.match(problemOf(' \r\n'), /vazia/);
    assert.match(problemOf('quantidade;unidade\n1;L'), /Falta a coluna “produto”/);
    assert.match(problemOf('produto;quantidade\n'), /só tem o cabeçalho/);
    assert.match(problemOf('PK\u0003\0'), /Salvar como › CSV/);
    assert.match(problemOf(`produto\n${'Ureia\n'.repeat(301)}`), /no máximo 300 linhas/);
  });

  it('says what is wrong with each line', () => {
    const row = { line: 2, product: 'Ureia', quantity: '1', unit: '', notes: '' };
    assert.deepEqual(problemsOfRow(row), []);
    assert.deepEqual(problemsOfRow({ ...row, product: '', quantity: '' }), [
      'falta o produto',
      'falta a quantidade',
    ]);
    for (const quantity of ['dez', '0', '1,2345'])
      assert.match(problemsOfRow({ ...row, quantity })[0] ?? '', /não é um número maior que zero/);
  });

  it('gives back the lines that were left out, to be brought again', () => {
    const rows = [
      { line: 3, product: 'Adubo; "especial"', quantity: '2', unit: 'L', notes: '=1+1' },
    ];
    assert.deepEqual(rowsOf(writeItemList(rows)).map(short), ['2|Adubo; "especial"|2|L|=1+1']);
    assert.ok(!/;=/.test(writeItemList(rows)));
  });
});
