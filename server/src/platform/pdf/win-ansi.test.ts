import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { toWinAnsi } from './win-ansi.ts';

describe('text for the built-in PDF fonts', () => {
  it('keeps Portuguese letters, quotes, dashes and the euro sign', () => {
    const text = 'Ação à vista — “pôr-do-sol” … R$\u00a010,00 • 5 € § 2º ©';
    assert.equal(toWinAnsi(text), text);
  });

  it('has accents composed that arrive in two parts', () => {
    assert.equal(toWinAnsi('Fertilizac\u0327a\u0303o'), 'Fertilização');
  });

  it('has the base letter or a similar one where there is no glyph', () => {
    assert.equal(toWinAnsi('Dvořák, P₂O₅ ≥ 46 %, 5 − 3, ﬁno'), 'Dvorák, P2O5 >= 46 %, 5 – 3, fino');
    assert.equal(toWinAnsi('e\u0336'), 'e');
  });

  it('has one question mark for each character that cannot be shown', () => {
    assert.equal(toWinAnsi('soja 👩🏽‍🌾 大豆!'), 'soja ? ??!');
  });

  it('loses control and invisible characters but keeps line ends', () => {
    assert.equal(toWinAnsi('a\u0000b\u0007c\u200bd\ufeff\te\r\nf\rg\u2028h'), 'abcd e\nf\ng\nh');
    assert.equal(toWinAnsi('hí\u00adbrido\u0007'), 'híbrido');
    assert.equal(toWinAnsi('a\vb\fc\u0085d'), 'a b c d');
  });

  it('never contains a character of more than one byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.match(toWinAnsi(text), /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/);
      }),
    );
  });
});
