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

describe('schemas of the document', () => {
  it('stand under their title, and are referred to at any depth', () => {
    const book = createSchemaBook();
    assert.deepEqual(book.refer(Type.Array(Farm)), { items: reference, type: 'array' });
    assert.deepEqual(book.refer(Type.Union([Farm, Type.Null()])), {
      anyOf: [reference, { type: 'null' }],
    });
    assert.deepEqual(book.components(), { Farm: farm });
  });

  it('stand there without their null, which the reference carries', () => {
    const book = createSchemaBook();
    assert.deepEqual(book.refer(nullable(Farm)), { anyOf: [reference, { type: 'null' }] });
    assert.deepEqual(book.refer(Farm), reference);
    assert.deepEqual(book.components(), { Farm: farm });
  });

  it('may carry a field called like a keyword', () => {
    const book = createSchemaBook();
    assert.deepEqual(
      book.refer(object({ title: Type.String(), items: Type.Array(Farm) }))['properties'],
      { title: { type: 'string' }, items: { items: reference, type: 'array' } },
    );
  });

  it('never share a title', () => {
    const book = createSchemaBook();
    book.refer(Farm);
    assert.throws(
      () => book.refer(object({ size: Type.Number() }, { title: 'Farm' })),
      /Two different schemas are titled Farm/,
    );
  });
});
