import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seasonBefore, seasonOf, seasonsUntil } from './seasons.ts';

it('a season runs from July to June', () => {
  assert.deepEqual(seasonsUntil('2026-07-01', 2), [
    { name: '2026/27', from: '2026-07-01', to: '2027-06-30' },
    { name: '2025/26', from: '2025-07-01', to: '2026-06-30' },
  ]);
  assert.deepEqual(
    ['2026-06-30', '2026-12-31', '2027-01-01'].map((day) => seasonsUntil(day, 1)[0]?.name),
    ['2025/26', '2026/27', '2026/27'],
  );
  assert.equal(seasonsUntil('1999-12-01', 1)[0]?.name, '1999/00');
  assert.deepEqual(
    ['2026-06-30', '2026-07-01', '2026-11-20'].map((day) => seasonBefore(day).name),
    ['2024/25', '2025/26', '2025/26'],
  );
});

it('two days form a season only when they are its first and its last', () => {
  assert.equal(seasonOf('2026-07-01', '2027-06-30')?.name, '2026/27');
  for (const [from, to] of [
    ['', ''],
    ['2026-07-01', ''],
    ['2026-07-02', '2027-06-30'],
    ['2026-07-01', '2026-12-31'],
  ] as const)
    assert.equal(seasonOf(from, to), undefined);
});
