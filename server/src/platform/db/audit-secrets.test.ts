import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSecrets } from './audit-secrets.ts';

const values = {
  name: 'Fazenda',
  token: 'abc',
  contacts: [{ email: 'a@teste.example', password_hash: 'x' }],
  mail: { secret: { a: 1 }, port: 25 },
};

test('fields named like a secret are omitted from the audit log, at any depth', () => {
  assert.deepEqual(withoutSecrets(values, { strict: false }), {
    name: 'Fazenda',
    contacts: [{ email: 'a@teste.example' }],
    mail: { port: 25 },
  });
});

test('in strict mode a field named like a secret throws', () => {
  for (const name of [
    'token',
    'senha_nova',
    'PasswordHash',
    'client_secret',
    'api_key',
    'Authorization',
  ]) {
    assert.throws(
      () => withoutSecrets({ [name]: 'x' }, { strict: true }),
      new RegExp(`takes no secret: ${name}`),
    );
  }
});

test('the audit log may record that a secret is set or has changed', () => {
  const values = { password_changed: true, 'mail.password': '••••', token: null };
  assert.deepEqual(withoutSecrets(values, { strict: true }), values);
});
