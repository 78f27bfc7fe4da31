import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aboutDistance } from './distance.ts';

describe('a distance between municipalities', () => {
  it('is said in tens of km', () => {
    assert.equal(aboutDistance(118), 'cerca de 120\u00A0km em linha reta');
    assert.equal(aboutDistance(2_431), 'cerca de 2.430\u00A0km em linha reta');
    assert.equal(aboutDistance(5), 'cerca de 10\u00A0km em linha reta');
  });
  it('is no number where it is short', () => {
    assert.equal(aboutDistance(4), 'menos de 10 km em linha reta');
    assert.equal(aboutDistance(0), 'no seu município');
  });
});
