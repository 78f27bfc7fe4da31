import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  rangeOf,
  readNumber,
  readSort,
  readText,
  readWord,
  turnSort,
  writeSort,
} from './url-state.ts';

it('a list reads its state from the address, and ignores invalid values', () => {
  assert.deepEqual(
    ['3', 3, '0', '-1', '1.5', 'x', undefined].map((value) => readNumber(value, 1)),
    [3, 3, 1, 1, 1, 1, 1],
  );
  assert.equal(readWord('abertas', ['todas', 'abertas'], 'todas'), 'abertas');
  assert.equal(readWord('DROP', ['todas', 'abertas'], 'todas'), 'todas');
  assert.deepEqual([' ureia ', 45, undefined, {}].map(readText), ['ureia', '45', '', '']);
});

it('a list sorts by known columns, and reverses on the second press', () => {
  const byDeadline = { field: 'deadline_date', descending: false } as const;
  assert.deepEqual(readSort('-number', ['number', 'deadline_date'], byDeadline), {
    field: 'number',
    descending: true,
  });
  assert.deepEqual(readSort('-password', ['number', 'deadline_date'], byDeadline), byDeadline);
  assert.equal(writeSort({ field: 'number', descending: true }), '-number');
  assert.deepEqual(turnSort<string>(byDeadline, 'deadline_date'), {
    field: 'deadline_date',
    descending: true,
  });
  assert.deepEqual(turnSort<string>({ field: 'deadline_date', descending: true }, 'number'), {
    field: 'number',
    descending: false,
  });
});

it('a list shows the range of rows on the page', () => {
  assert.equal(rangeOf({ current_page: 1, per_page: 25, total: 312 }), '1–25 de 312');
  assert.equal(rangeOf({ current_page: 13, per_page: 25, total: 312 }), '301–312 de 312');
  assert.equal(rangeOf({ current_page: 1, per_page: 25, total: 0 }), 'Nenhum');
});
