import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { amountInWords } from './amount-in-words.ts';

const SMALL = [
  'zero',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
  'doze',
  'treze',
  'quatorze',
  'quinze',
  'dezesseis',
  'dezessete',
  'dezoito',
  'dezenove',
];
const TENS = [
  '',
  '',
  'vinte',
  'trinta',
  'quarenta',
  'cinquenta',
  'sessenta',
  'setenta',
  'oitenta',
  'noventa',
];
const HUNDREDS = [
  '',
  'cento',
  'duzentos',
  'trezentos',
  'quatrocentos',
  'quinhentos',
  'seiscentos',
  'setecentos',
  'oitocentos',
  'novecentos',
];
const SCALES = new Map([
  ['mil', 1_000n],
  ['milhão', 10n ** 6n],
  ['milhões', 10n ** 6n],
  ['bilhão', 10n ** 9n],
  ['bilhões', 10n ** 9n],
  ['trilhão', 10n ** 12n],
  ['trilhões', 10n ** 12n],
]);

/** Parses the words back as a reader would, independently of how they were written. */
function readCents(words: string): bigint {
  let total = 0n;
  let group = 0n;
  let reais = 0n;
  for (const word of words.split(/,? /)) {
    const scale = SCALES.get(word);
    if (scale) [total, group] = [total + (group || 1n) * scale, 0n];
    else if (/^rea(l|is)$/.test(word)) [reais, total, group] = [total + group, 0n, 0n];
    else group += valueOf(word);
  }
  return reais * 100n + total + group;
}

function valueOf(word: string): bigint {
  if (['e', 'de', 'centavo', 'centavos'].includes(word)) return 0n;
  if (word === 'cem') return 100n;
  if (word === 'catorze') return 14n;
  if (SMALL.includes(word)) return BigInt(SMALL.indexOf(word));
  if (TENS.includes(word)) return BigInt(TENS.indexOf(word) * 10);
  assert.ok(HUNDREDS.includes(word), `unknown word: ${word}`);
  return BigInt(HUNDREDS.indexOf(word) * 100);
}

describe('an amount in words', () => {
  it('is written as it is printed on a proposal', () => {
    assert.equal(
      amountInWords('269555.00'),
      'duzentos e sessenta e nove mil, quinhentos e cinquenta e cinco reais',
    );
    assert.equal(amountInWords('0.00'), 'zero reais');
    assert.equal(amountInWords('1.01'), 'um real e um centavo');
    assert.equal(amountInWords('1100'), 'mil e cem reais');
    assert.equal(amountInWords('2000000.5'), 'dois milhões de reais e cinquenta centavos');
    assert.equal(amountInWords('0.2900'), 'vinte e nove centavos');
  });

  it('covers the largest total there is, and the largest freight on it, to the cent', () => {
    assert.equal(
      amountInWords('9999999999999.99'),
      'nove trilhões, novecentos e noventa e nove bilhões, novecentos e noventa e nove milhões, novecentos e noventa e nove mil, novecentos e noventa e nove reais e noventa e nove centavos',
    );
    assert.equal(
      amountInWords('19999999999999.98'),
      'dezenove trilhões, novecentos e noventa e nove bilhões, novecentos e noventa e nove milhões, novecentos e noventa e nove mil, novecentos e noventa e nove reais e noventa e oito centavos',
    );
  });

  it('can be read back to the same amount', () => {
    const cents = fc.oneof(
      fc.bigInt({ min: 0n, max: 1_999_999_999_999_999n }),
      fc.bigInt({ min: 0n, max: 5_000_000n }),
    );
    fc.assert(
      fc.property(cents, (amount) => {
        const text = amount.toString().padStart(3, '0');
        assert.equal(readCents(amountInWords(`${text.slice(0, -2)}.${text.slice(-2)}`)), amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused above the largest amount', () => {
    for (const wrong of ['20000000000000.00', '1.234', '-1', 'NaN', ''])
      assert.throws(() => amountInWords(wrong), RangeError);
  });
});
