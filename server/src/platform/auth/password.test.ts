import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is stored as Argon2id with the recommended cost and its own salt', async () => {
  const [first, second] = await Promise.all([
    hashPassword('Colheita2026'),
    hashPassword('Colheita2026'),
  ]);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(first, second);
});

test('only the exact password matches, however its accents are composed', async () => {
  const stored = await hashPassword('Açúcar2026'.normalize('NFC'));
  assert.equal(await verifyPassword(stored, 'Açúcar2026'.normalize('NFD')), true);
  assert.equal(await verifyPassword(stored, 'açúcar2026'), false);
});

test('nothing matches without a hash, or with a password longer than the maximum', async () => {
  const long = `A1${'x'.repeat(127)}`;
  assert.equal(await verifyPassword(null, 'Colheita2026'), false);
  assert.equal(await verifyPassword(await hashPassword(long), long), false);
});
