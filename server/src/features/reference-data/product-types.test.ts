import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProductTypes } from './product-types.ts';

const types = readProductTypes();

test('4 product types have 37 subtypes with distinct names', () => {
  const subtypes = types.flatMap((type) => type.subtypes.map((subtype) => subtype.name));
  assert.deepEqual(
    types.map((type) => type.name),
    ['Defensivos', 'Fertilizantes', 'Corretivos', 'Sementes e mudas'],
  );
  assert.equal(subtypes.length, 37);
  assert.equal(new Set(subtypes).size, 37);
});

test('only the type Defensivos is one of pesticides', () => {
  const pesticides = types.filter((type) => type.is_pesticide).map((type) => type.name);
  assert.deepEqual(pesticides, ['Defensivos']);
});
