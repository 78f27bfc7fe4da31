import assert from 'node:assert/strict';
import { it } from 'node:test';
import { periodOf } from './period.ts';

it('a period named by a word covers its days, the last one included', () => {
  const days = (word: Parameters<typeof periodOf>[0], today = '2027-01-15'): string =>
    Object.values(periodOf(word, today)).join(' a ');
  assert.equal(days('7d'), '2027-01-09 a 2027-01-15');
  assert.equal(days('30d'), '2026-12-17 a 2027-01-15');
  assert.equal(days('mes'), '2027-01-01 a 2027-01-15');
  assert.equal(days('mes-passado'), '2026-12-01 a 2026-12-31');
  assert.equal(days('mes-passado', '2028-03-31'), '2028-02-01 a 2028-02-29');
  assert.equal(days('ano'), '2027-01-01 a 2027-01-15');
});
