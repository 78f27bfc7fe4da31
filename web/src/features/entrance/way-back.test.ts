import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wayBack } from './way-back.ts';

it('the return address after a login leads only to pages of the portal', () => {
  assert.equal(wayBack('/conta/enderecos?x=1'), '/conta/enderecos?x=1');
  for (const wanted of [
    undefined,
    '',
    'conta',
    '//roubo.example',
    '/\\roubo.example',
    'https://roubo.example',
    '/entrar?voltar=/entrar',
    'javascript:alert(1)',
    7,
  ]) {
    assert.equal(wayBack(wanted), '/', String(wanted));
  }
});
