import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAccountingZero, numberColumn } from './number-column.ts';

describe('a column of numbers', () => {
  it('is written with a point before decimals where one of its cells proves it', () => {
    assert.deepEqual(numberColumn(['1.500', '21.489', '0.500']), {
      cells: ['1,500', '21,489', '0,500'],
      hasPoint: true,
      unclear: [],
    });
    assert.deepEqual(numberColumn(['1,234.50', '1,500', 'R$ 2.250', 'sob consulta', '']).cells, [
      '1234,50',
      '1500',
      '2,250',
      'sob consulta',
      '',
    ]);
  });

  it('stays as it is where its cells prove a comma, both, or nothing', () => {
    for (const cells of [['1.500', '25,50'], ['1.500', '2.300'], ['1.500', '12.5', '12,5'], ['10']])
      assert.deepEqual(numberColumn(cells).cells, cells);
    assert.deepEqual(numberColumn(['1.500', '25,50']).unclear, []);
    assert.deepEqual(numberColumn(['1.500', '2.300', '10']).unclear, ['1.500', '2.300']);
  });

  it('holds no number where accounting format shows a dash', () => {
    for (const typed of [' R$ -   ', '-', 'R$ –', 'R$\u00A0-\u00A0'])
      assert.ok(isAccountingZero(typed), typed);
    for (const typed of ['', '-1', 'R$', '0', 'a - b']) assert.ok(!isAccountingZero(typed), typed);
  });
});
