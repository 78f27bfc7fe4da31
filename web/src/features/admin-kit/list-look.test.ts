import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLook, shownColumns } from './list-look.ts';

const columns = ['name', 'phone', 'status', 'acts'].map((name) => ({
  name,
  label: name,
  cell: () => null,
}));
const names = (hidden: readonly string[]): string =>
  shownColumns(columns, hidden)
    .map(({ name }) => name)
    .join(' ');

it('a list omits hidden columns, but never the row’s name or its actions', () => {
  assert.equal(names([]), 'name phone status acts');
  assert.equal(names(['phone', 'gone']), 'name status acts');
  assert.equal(names(['name', 'acts', 'status', 'phone']), 'name acts');
});

it('the stored look of a list is read back, and invalid values are ignored', () => {
  assert.deepEqual(readLook('{"compact":true,"hidden":{"Produtores":["phone"],"Planos":3}}'), {
    compact: true,
    hidden: { Produtores: ['phone'] },
  });
  for (const text of [null, '', '{', '{"compact":"sim"}', '[]'])
    assert.deepEqual(readLook(text), { compact: false, hidden: {} });
});
