import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { blankToNull, isBlank } from './blank.ts';
import { fold, lowerAscii } from './fold.ts';

describe('folding a text', () => {
  it('removes accents and case, composed or not', () => {
    assert.equal(fold('Açúcar Não-Orgânico'), 'acucar nao-organico');
    assert.equal(fold('São Paulo'.normalize('NFD')), fold('SÃO PAULO'));
    assert.equal(fold("Olho-d'Água"), "olho-d'agua");
  });

  it('expands compatibility characters', () => {
    assert.equal(fold('ﬁ m² ½ Ｎ'), 'fi m2 1⁄2 n');
  });

  it('lower-cases A to Z and no other alphabet, as the database does', () => {
    assert.equal(fold('ΑΒΓ Ω ẞ Ø'), 'ΑΒΓ Ω ẞ Ø');
    assert.equal(lowerAscii('ÁB\u212A'), 'Áb\u212A');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        assert.equal(fold(fold(text)), fold(text)),
      ),
    );
  });
});

describe('a blank text', () => {
  it('is one that shows nothing', () => {
    for (const text of ['', ' ', '\t\r\n', '\u00A0', '\u200B', '\uFEFF'])
      assert.ok(isBlank(text), JSON.stringify(text));
    for (const text of ['.', ' a ', '🌱']) assert.equal(isBlank(text), false, text);
  });

  it('is stored as null, and any other text is trimmed', () => {
    assert.equal(blankToNull(' \n'), null);
    assert.equal(blankToNull(null), null);
    assert.equal(blankToNull('  sem frete '), 'sem frete');
  });
});
