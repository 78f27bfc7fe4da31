import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderStatuses, orderStatusLabels } from '@lavra/domain/order/order-status';
import { producerStatus } from './order-texts.ts';

it('an awarded order is “Escolhida” on the screens; every other status has the service’s words', () => {
  for (const status of orderStatuses) {
    const label = orderStatusLabels[status];
    const shown = producerStatus({ status, status_label: label });
    assert.equal(shown, status === 'adjudicada' ? 'Escolhida' : label, status);
  }
});
