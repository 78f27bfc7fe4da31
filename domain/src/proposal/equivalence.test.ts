import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { equivalence, type Composition } from './equivalence.ts';

const product = (active_ingredient: string | null, concentration: string | null): Composition => ({
  active_ingredient,
  concentration,
});

describe('a similar product', () => {
  it('is the same product however its ingredient is spelt', () => {
    const requested = product('Glifosato', '480 g/L');
    for (const concentration of [
      '480g/l',
      ' 480  G/L ',
      '480,0 g/L',
      '480.0 g/L',
      '480\u00A0g/L',
    ]) {
      assert.equal(
        equivalence(requested, product('GLIFOSATO', concentration)),
        'same',
        concentration,
      );
    }
    assert.equal(
      equivalence(product('Ácido giberélico', '40 g/kg'), product('acido  giberelico', '40g/kg')),
      'same',
    );
    assert.equal(
      equivalence(product('enxofre', '1.000 g/kg'), product('Enxofre', '1000 g/kg')),
      'same',
    );
  });

  it('differs when its concentration differs', () => {
    for (const [one, other] of [
      ['480 g/L', '360 g/L'],
      ['480 g/L', '480 g/kg'],
      ['1.000 g/kg', '1 g/kg'],
      ['103,6 g/L', '103,06 g/L'],
    ] as const) {
      assert.equal(
        equivalence(product('Glifosato', one), product('Glifosato', other)),
        'different_concentration',
      );
    }
  });

  it('differs when its active ingredient differs, whatever the concentration', () => {
    assert.equal(
      equivalence(product('2,4-D', '480 g/L'), product('Picloram', '480 g/L')),
      'different_ingredient',
    );
    assert.equal(
      equivalence(product('2,4-D', null), product('2,4-D + Picloram', null)),
      'different_ingredient',
    );
  });

  it('is unknown when the catalogue lacks the data', () => {
    for (const nothing of [null, '', '  ']) {
      assert.equal(
        equivalence(product('Glifosato', '480 g/L'), product(nothing, '480 g/L')),
        'unknown',
      );
      assert.equal(equivalence(product(nothing, null), product(nothing, null)), 'unknown');
      assert.equal(
        equivalence(product('Glifosato', nothing), product('glifosato', '480 g/L')),
        'unknown',
      );
    }
  });

  it('is the same mixture in any order when each ingredient has the same concentration', () => {
    const requested = product('2,4-D + Picloram', '240 g/L + 64 g/L');
    assert.equal(equivalence(requested, product('picloram+2,4-d', '64 g/L + 240 g/L')), 'same');
    assert.equal(
      equivalence(requested, product('picloram+2,4-d', '240 g/L + 64 g/L')),
      'different_concentration',
    );
  });
});
