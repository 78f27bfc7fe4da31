import { strict as assert } from 'node:assert';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { date, nullable, object, oneOf, uuid } from '../kit/schema.ts';
import { exampleOf } from './example.ts';

describe('an example of a schema', () => {
  it('is its own first example where it has one', () => {
    assert.equal(exampleOf(Type.String({ examples: ['Sorriso', 'Sinop'] })), 'Sorriso');
    assert.equal(exampleOf(nullable(Type.Integer({ examples: [0] }))), 0);
    assert.equal(exampleOf(Type.Boolean({ examples: [false] })), false);
  });

  it('is built from the parts otherwise', () => {
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

  it('shows an object that may be null as the object', () => {
    assert.deepEqual(exampleOf(nullable(object({ name: Type.String() }))), { name: 'texto' });
  });

  it('takes the first of several forms', () => {
    assert.equal(exampleOf(Type.Union([Type.Literal('a'), Type.Integer()])), 'a');
  });
});
