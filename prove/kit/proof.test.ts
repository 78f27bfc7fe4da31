import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allConvicted } from './proof.ts';

describe('a control of several parts', () => {
  const convicted = { figures: ['3 lost'], broken: ['3 lost'] };
  const free = { figures: ['0 lost'], broken: [] };
  const untried = { figures: [], broken: [], notShown: ['needs another Patroni'] };

  it('is convicted where each part was', () => {
    assert.deepEqual(allConvicted([convicted, convicted]), {
      figures: ['3 lost', '3 lost'],
      broken: ['3 lost', '3 lost'],
    });
    assert.deepEqual(allConvicted([convicted, free]).broken, []);
  });

  it('says what could not be tried, which convicts nothing', () => {
    assert.deepEqual(allConvicted([convicted, untried]), {
      ...convicted,
      notShown: ['needs another Patroni'],
    });
    assert.deepEqual(allConvicted([untried]).broken, []);
    assert.deepEqual(allConvicted([free, untried]).broken, []);
  });
});
