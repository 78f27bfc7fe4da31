import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmail } from './email.ts';
import { passwordProblems } from './password-rule.ts';
import { selectUserStatuses } from './user-status.ts';

describe('a password', () => {
  it('has 8 to 128 characters, a digit and a capital, which may be accented', () => {
    for (const password of ['Senha123', 'ÁGUA limpa 1', `A1${'x'.repeat(126)}`, 'Ñ1🌱🌱🌱🌱🌱🌱']) {
      assert.deepEqual(passwordProblems(password), [], password);
    }
  });

  it('reports every broken rule at once', () => {
    assert.deepEqual(passwordProblems(''), ['too_short', 'no_digit', 'no_uppercase']);
    assert.deepEqual(passwordProblems('Senha12'), ['too_short']);
    assert.deepEqual(passwordProblems('senha 123'), ['no_uppercase']);
    assert.deepEqual(passwordProblems('Senha forte'), ['no_digit']);
    assert.deepEqual(passwordProblems(`A1${'x'.repeat(127)}`), ['too_long']);
    assert.deepEqual(passwordProblems('A1🌱🌱🌱🌱🌱'), ['too_short']);
  });
});

describe('an e-mail address', () => {
  it('is trimmed and lower-cased', () => {
    assert.equal(parseEmail('  Vendas@Agro.COM.br '), 'vendas@agro.com.br');
    assert.equal(parseEmail("o'neil+cota_1@xn--caf-dma.com"), "o'neil+cota_1@xn--caf-dma.com");
  });

  it('is refused when mail cannot reach it or it could break a header', () => {
    const refused = [
      '',
      'a',
      '@agro.com',
      'a@',
      'a@agro',
      'a@@agro.com',
      'a b@agro.com',
      '.a@agro.com',
      'a.@agro.com',
      'a..b@agro.com',
      'a@-agro.com',
      'a@agro-.com',
      'a@agro..com',
      'a@agro.com.',
      'a@agro.c',
      'a@127.0.0.1',
      'a@[127.0.0.1]',
      'a@agro.com\r\nBcc: x@y.com',
      'a\n@agro.com',
      'a\0@agro.com',
      'A <a@agro.com>',
      'a@agro.com,b@agro.com',
      'joão@agro.com',
      'a@agro\u212A.com',
      `${'a'.repeat(65)}@agro.com`,
      `a@${'a'.repeat(64)}.com`,
      `a@${'agro.'.repeat(50)}com`,
    ];
    for (const raw of refused) assert.equal(parseEmail(raw), null, JSON.stringify(raw));
  });

  it('may be 254 characters long', () => {
    const address = `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(62)}.com.br`;
    assert.equal(address.length, 254);
    assert.equal(parseEmail(address), address);
    assert.equal(parseEmail(`a${address}`), null);
  });
});

describe('the status of a person', () => {
  it('can be filtered by the English words too, where inactive means every other status', () => {
    assert.deepEqual(selectUserStatuses('active'), ['ativo']);
    assert.deepEqual(selectUserStatuses('inactive'), ['inativo', 'bloqueado']);
    assert.deepEqual(selectUserStatuses('inativo'), ['inativo']);
  });
});
