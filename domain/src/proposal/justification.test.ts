import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { justificationLabels, justificationText, wordsBeyondLabel } from './justification.ts';

describe('the justification of an item without a price', () => {
  const label = justificationLabels.out_of_stock;

  it('is the reason, with the words that add to it', () => {
    assert.equal(justificationText(label, 'chega em março'), 'Sem estoque: chega em março');
    assert.equal(justificationText(null, 'chega em março'), 'chega em março');
    assert.equal(justificationText(label, null), 'Sem estoque');
    assert.equal(justificationText(null, null), null);
  });

  it('is said once where the words are those of the reason, as portals send them', () => {
    assert.equal(justificationText(label, label), 'Sem estoque');
    assert.equal(justificationText(label, '  '), 'Sem estoque');
    assert.equal(wordsBeyondLabel(label, label), null);
    assert.equal(wordsBeyondLabel(null, label), label);
  });
});
