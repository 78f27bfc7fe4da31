import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProductTypes } from './product-types.ts';

const types = readProductTypes();

test('there are 4 product types with 37 subtypes, no subtype name twice', () => {
  const subtypes = types.flatMap((type) => type.subtypes.map((subtype) => subtype.name));
  assert.deepEqual(
    types.map((type) => type.name),
    ['Defensivos', 'Fertilizantes', 'Corretivos', 'Sementes e mudas'],
  );
  assert.equal(subtypes.length, 37);
  assert.equal(new Set(subtypes).size, 37);
});

test('only Defensivos are pesticides', () => {
  const pesticides = types.filter((type) => type.is_pesticide).map((type) => type.name);
  assert.deepEqual(pesticides, ['Defensivos']);
});
