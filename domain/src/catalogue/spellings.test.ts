import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formulasOf, plainWord, withSubstances } from './spellings.ts';

describe('the spelling of a product', () => {
  it('is one for 2,4-D, however it is written', () => {
    for (const typed of ['2,4-d', '2,4d', '2.4-d', '2.4 d', '24d', '2 4 d', '24-d'])
      assert.equal(withSubstances(`herbicida ${typed} amina`), 'herbicida 2,4-d amina', typed);
    for (const typed of ['24 db', '124d', '2,4', '1,24 d', '240 dg'])
      assert.equal(withSubstances(typed), typed);
  });

  it('is the same without the signs inside a word', () => {
    assert.deepEqual(
      ['2,4-d', 's-metolacloro', '20.05.20', '041408', 'amina', '2,4', 'l/ha', '-'].map(plainWord),
      ['24d', 'smetolacloro', '200520', '041408', ...Array(4).fill(undefined)],
    );
  });

  it('has the numbers of a formula with and without a leading zero', () => {
    assert.deepEqual(formulasOf('4-14-8'), ['04-14-08']);
    assert.deepEqual(formulasOf('04-14-08'), ['4-14-8']);
    assert.deepEqual(formulasOf('20/05/20'), ['20-05-20', '20-5-20']);
    assert.deepEqual(formulasOf('806'), []);
  });
});
