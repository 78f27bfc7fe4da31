import { strict as assert } from 'node:assert';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { nullable, object } from '../kit/schema.ts';
import { createSchemaBook } from './schema-book.ts';

const Farm = object({ name: Type.String() }, { title: 'Farm' });
const reference = { $ref: '#/components/schemas/Farm' };
const farm = {
  additionalProperties: false,
  properties: { name: { type: 'string' } },
  required: ['name'],
  title: 'Farm',
  type: 'object',
};

describe('the schema book', () => {
  it('stores schemas under their title and refers to them at any depth', () => {
    const book = createSchemaBook();
    assert.deepEqual(book.refer(Type.Array(Farm)), { items: reference, type: 'array' });
    assert.deepEqual(book.refer(Type.Union([Farm, Type.Null()])), {
      anyOf: [reference, { type: 'null' }],
    });
    assert.deepEqual(book.components(), { Farm: farm });
  });

  it('stores a nullable schema without null, which the reference adds', () => {
    const book = createSchemaBook();
    assert.deepEqual(book.refer(nullable(Farm)), { anyOf: [reference, { type: 'null' }] });
    assert.deepEqual(book.refer(Farm), reference);
    assert.deepEqual(book.components(), { Farm: farm });
  });

  it('accepts a field that is named like a JSON Schema keyword', () => {
    const book = createSchemaBook();
    assert.deepEqual(
      book.refer(object({ title: Type.String(), items: Type.Array(Farm) }))['properties'],
      { title: { type: 'string' }, items: { items: reference, type: 'array' } },
    );
  });

  it('refuses two different schemas with one title', () => {
    const book = createSchemaBook();
    book.refer(Farm);
    assert.throws(
      () => book.refer(object({ size: Type.Number() }, { title: 'Farm' })),
      /Two different schemas are titled Farm/,
    );
  });
});
