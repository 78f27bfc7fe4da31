import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { object, text } from '@lavra/contract/kit/schema';
import { FieldErrors, InvalidFields } from '../errors.ts';
import { addSchemaErrors, compileSchema, hasMoreValuesThan } from './schema-compiler.ts';

const validate = compileSchema(
  object({
    name: text(5),
    items: Type.Array(object({ id: Type.Integer(), unit: text(5) }), { maxItems: 50_000 }),
  }),
  'body',
);

/** Returns the paths that are reported to the client. */
function problemsOf(body: unknown): string[] {
  if (validate(body)) return [];
  const fields = new FieldErrors();
  addSchemaErrors(fields, validate.errors ?? []);
  try {
    fields.throwIfAny();
  } catch (error) {
    if (error instanceof InvalidFields) return Object.keys(error.errors);
  }
  return [];
}

describe('the problems reported for a body', () => {
  it('are all problems, where a person may have filled in the body', () => {
    assert.deepEqual(problemsOf({ name: 5, items: [{ id: 1, unit: 'L' }, { unit: 'litros' }] }), [
      'name',
      'items.1.id',
      'items.1.unit',
    ]);
  });
  it('are none for a valid body, however large it is', () => {
    assert.deepEqual(
      problemsOf({
        name: 'x',
        items: Array.from({ length: 20_000 }, () => ({ id: 1, unit: 'L' })),
      }),
      [],
    );
  });
  it('are at most a hundred', () => {
    assert.equal(
      problemsOf({ name: 'x', items: Array.from({ length: 400 }, () => ({})) }).length,
      100,
    );
  });
  it('are only the first one for a body that no person fills in', () => {
    assert.deepEqual(problemsOf({ name: 5, items: Array.from({ length: 20_000 }, () => ({})) }), [
      'name',
    ]);
  });
  it('do not contain those of an earlier body', () => {
    problemsOf({});
    assert.deepEqual(problemsOf({ name: 'x', items: [] }), []);
  });
});

describe('the size of a body', () => {
  it('includes every value at every depth', () => {
    // Two objects, the list and three numbers.
    assert.equal(hasMoreValuesThan(5, { a: 1, b: [2, { c: 3 }] }), true);
    assert.equal(hasMoreValuesThan(6, { a: 1, b: [2, { c: 3 }] }), false);
    assert.equal(hasMoreValuesThan(1, null), false);
  });
});
