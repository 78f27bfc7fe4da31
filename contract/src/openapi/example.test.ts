import { strict as assert } from 'node:assert';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { date, nullable, object, oneOf, uuid } from '../kit/schema.ts';
import { exampleOf } from './example.ts';

describe('an example of a schema', () => {
  it('is the first example of the schema where there is one', () => {
    assert.equal(exampleOf(Type.String({ examples: ['Sorriso', 'Sinop'] })), 'Sorriso');
    assert.equal(exampleOf(nullable(Type.Integer({ examples: [0] }))), 0);
    assert.equal(exampleOf(Type.Boolean({ examples: [false] })), false);
  });

  it('is otherwise built from the examples of its properties', () => {
    const schema = object({
      kind: oneOf(['farm', 'office']),
      when: Type.Optional(date()),
      ids: Type.Array(uuid()),
      area: nullable(Type.Number()),
    });
    assert.deepEqual(exampleOf(schema), {
      kind: 'farm',
      when: '2026-12-15',
      ids: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'],
      area: null,
    });
  });

  it('shows the object where the schema allows an object or null', () => {
    assert.deepEqual(exampleOf(nullable(object({ name: Type.String() }))), { name: 'texto' });
  });

  it('uses the first of several alternatives', () => {
    assert.equal(exampleOf(Type.Union([Type.Literal('a'), Type.Integer()])), 'a');
  });
});
