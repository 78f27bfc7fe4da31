import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errorTexts } from './error-texts.ts';

it('only the outage of the whole service has a status that a gateway turns into its own page', () => {
  const replaced = Object.entries(errorTexts as Record<string, readonly [number, string]>)
    .filter(([, [status]]) => status >= 502 && status <= 504)
    .map(([code]) => code);
  assert.deepEqual(replaced, ['unavailable']);
});
