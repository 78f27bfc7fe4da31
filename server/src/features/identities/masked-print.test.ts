import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContactFinder } from '@lavra/domain/text/contacts';
import { toWinAnsi } from '../../platform/pdf/win-ansi.ts';

const finder = createContactFinder(['Tucunaré Dourado Insumos Ltda']);
const secrets = ['joao@outra.com.br', '(65) 99999-8888', '11.222.333/0001-81', 'Tucunaré Dourado'];
const all = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1)).filter(
  (character) => character.isWellFormed(),
);
const printed = (text: string): string => toWinAnsi(finder.mask(text)).replaceAll('\n', ' ');
const leaks = (texts: readonly string[]): string[] =>
  texts.filter((text) => finder.find(printed(text)).length > 0).map((text) => JSON.stringify(text));

describe('what the mask leaves of a text', () => {
  it('is not put together again in print, where some characters are left out', () => {
    const vanishing = all.filter((one) => toWinAnsi(`a${one}b`) === 'ab');
    assert.ok(vanishing.includes('\u0001') && vanishing.includes('\u200B'));
    for (const secret of secrets)
      assert.deepEqual(leaks(vanishing.map((one) => Array.from(secret).join(one))), [], secret);
  });

  it('nor where others are printed as digits and signs', () => {
    for (const one of all) {
      const twin = toWinAnsi(one);
      if (twin === one || !/^[\d /.:@-]{1,2}$/.test(twin) || /^\d[.,]$/.test(twin)) continue;
      const texts = secrets.map((secret) => secret.replaceAll(twin, one));
      assert.deepEqual(leaks(texts), [], `${one} as ${twin}`);
    }
  });
});
