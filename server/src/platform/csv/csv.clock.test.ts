import assert from 'node:assert/strict';
import { it } from 'node:test';
import { InvalidFields } from '../errors.ts';
import { readCsv } from './csv-read.ts';

const LIMITS = { rows: 1000, columns: 64, cellBytes: 4096 };

it('a CSV file of the largest size is checked quickly, even the worst', () => {
  for (const unit of [';', '"', '\n', 'a\n', '"a', '=;', ',;\t', '\uFEFF']) {
    const started = performance.now();
    try {
      readCsv(Buffer.from(unit.repeat(1_000_000 / unit.length)), LIMITS);
    } catch (error) {
      assert.ok(error instanceof InvalidFields, String(error));
    }
    const took = performance.now() - started;
    assert.ok(took < 3_000, `${took} ms: ${JSON.stringify(unit)}`);
  }
});
