import assert from 'node:assert/strict';
import { it } from 'node:test';
import { betweenExtremes } from './between-extremes.ts';

it('a chosen total stands between the dearest and the cheapest, or is one of them', () => {
  assert.equal(
    betweenExtremes('R$ 2,00', 'R$ 1,00'),
    'R$ 2,00 abaixo da mais cara · R$ 1,00 acima da mais barata',
  );
  assert.equal(betweenExtremes(null, 'R$ 1,00'), 'A mais cara · R$ 1,00 acima da mais barata');
  assert.equal(betweenExtremes('R$ 2,00', null), 'R$ 2,00 abaixo da mais cara · a mais barata');
  assert.equal(betweenExtremes(null, null), 'Mesmo preço das outras');
});
