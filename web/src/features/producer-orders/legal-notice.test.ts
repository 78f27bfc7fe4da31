import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { legalNoticeFor } from './legal-notice.ts';

describe('the legal notice of an order with a pesticide and a fertilizer', () => {
  const order = {
    legal_notice: 'Exige receituário.',
    items: [
      { id: 1, is_pesticide: true },
      { id: 2, is_pesticide: false },
    ],
  };
  it('belongs to what includes the pesticide', () => {
    assert.equal(legalNoticeFor(order, [2, 1]), 'Exige receituário.');
  });

  it('does not belong to the fertilizer alone, nor to nothing', () => {
    assert.equal(legalNoticeFor(order, [2]), null);
    assert.equal(legalNoticeFor(order, []), null);
  });
});
