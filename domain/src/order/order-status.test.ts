import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  orderStatuses,
  orderStatusFilters,
  orderStatusLabels,
  selectOrderStatuses,
} from './order-status.ts';

describe('order statuses', () => {
  it('each have a Portuguese label of their own', () => {
    assert.equal(orderStatusLabels.em_analise, 'Em análise');
    assert.equal(new Set(Object.values(orderStatusLabels)).size, orderStatuses.length);
  });

  it('are accepted as filters under their own names', () => {
    for (const status of orderStatuses) {
      assert.deepEqual(selectOrderStatuses(status), { statuses: [status], suspendedOnly: false });
    }
  });

  it('are accepted as filters under the names of the build plan too', () => {
    assert.deepEqual(selectOrderStatuses('em_andamento').statuses, ['em_analise', 'adjudicada']);
    assert.deepEqual(selectOrderStatuses('encerrada').statuses, [
      'finalizada',
      'expirada',
      'revogada',
    ]);
    assert.deepEqual(selectOrderStatuses('suspensa'), {
      statuses: ['publicada', 'em_analise'],
      suspendedOnly: true,
    });
    assert.equal(orderStatusFilters.length, orderStatuses.length + 3);
  });
});
