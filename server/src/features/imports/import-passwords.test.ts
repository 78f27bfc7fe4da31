import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSealer } from '../../platform/auth/sealer.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import { PASSWORD_USE } from './import-preview.ts';
import { hashPasswords } from './import-run.ts';

const PASSWORD = 'Colheita2026';
const sealer = createSealer('the key of one installation, long enough');
const rowOf = (row: number, action: 'create' | 'skip' = 'create') => ({
  row,
  action,
  cells: {},
  sealed: sealer.seal(PASSWORD, PASSWORD_USE),
});

it('the passwords of a sheet are counted while they are hashed', async () => {
  const rows = [...[2, 3, 4, 5, 6].map((row) => rowOf(row)), rowOf(7, 'skip')];
  const counted: number[] = [];
  const hashes = await hashPasswords(sealer, [...rows, { ...rowOf(8), sealed: null }], {
    signal: new AbortController().signal,
    progress: (count) => counted.push(count),
  });
  assert.deepEqual(new Set(hashes.keys()), new Set([2, 3, 4, 5, 6]));
  assert.ok(await verifyPassword(hashes.get(6) ?? null, PASSWORD));
  assert.deepEqual(counted, [4, 5]);
});
