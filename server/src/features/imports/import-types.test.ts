import assert from 'node:assert/strict';
import { it } from 'node:test';
import { columnKey } from '../../platform/csv/csv-read.ts';
import { createImportTypes } from './import-types.ts';

const types = createImportTypes(async () => undefined);

it('no heading of an import file can mean two columns', () => {
  for (const { name, columns } of Object.values(types)) {
    const meant = new Map<string, string>();
    for (const [column, { heading, synonyms = [] }] of Object.entries(columns)) {
      for (const key of new Set([column, heading, ...synonyms].map(columnKey))) {
        assert.equal(
          meant.get(key),
          undefined,
          `${name}: ${key} is ${meant.get(key)} and ${column}`,
        );
        meant.set(key, column);
      }
    }
  }
});

it('every column has an example in both rows of the template, within the length of a cell', () => {
  for (const { columns } of Object.values(types)) {
    for (const { examples, max } of Object.values(columns))
      assert.ok(examples.length === 2 && examples.every((example) => example.length <= max));
  }
});
