import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  initialOrderStatus,
  nextOrderStatus,
  orderCan,
  orderTransitionNames,
  type OrderTransition,
} from './order-machine.ts';
import { orderStatuses, type OrderStatus } from './order-status.ts';

/** Copied by hand from the agreed table, so that a mistake in the machine is found. */
const allowed: readonly (readonly [OrderStatus, OrderTransition, OrderStatus])[] = [
  ['rascunho', 'edit', 'rascunho'],
  ['rascunho', 'publish', 'publicada'],
  ['rascunho', 'hold', 'pendente'],
  ['pendente', 'approve', 'pendente'],
  ['pendente', 'release', 'publicada'],
  ['pendente', 'return', 'rascunho'],
  ['pendente', 'expire', 'expirada'],
  ['pendente', 'cancel', 'cancelada'],
  ['publicada', 'close', 'em_analise'],
  ['publicada', 'expire', 'expirada'],
  ['publicada', 'extend_deadline', 'publicada'],
  ['publicada', 'award', 'adjudicada'],
  ['publicada', 'cancel', 'cancelada'],
  ['publicada', 'revoke', 'revogada'],
  ['publicada', 'suspend', 'publicada'],
  ['publicada', 'resume', 'publicada'],
  ['publicada', 'suspend_with_owner', 'publicada'],
  ['publicada', 'resume_with_owner', 'publicada'],
  ['em_analise', 'resume', 'em_analise'],
  ['em_analise', 'suspend_with_owner', 'em_analise'],
  ['em_analise', 'resume_with_owner', 'em_analise'],
  ['em_analise', 'award', 'adjudicada'],
  ['em_analise', 'cancel', 'cancelada'],
  ['em_analise', 'revoke', 'revogada'],
  ['adjudicada', 'finalize', 'finalizada'],
  ['adjudicada', 'revoke', 'revogada'],
];

describe('the state machine of an order', () => {
  it('allows exactly the agreed transitions and refuses every other pair of status and transition', () => {
    for (const status of orderStatuses) {
      for (const name of orderTransitionNames) {
        const row = allowed.find(([from, by]) => from === status && by === name);
        assert.equal(nextOrderStatus(status, name), row?.[2] ?? null, `${status} ${name}`);
        assert.equal(orderCan[name](status), row !== undefined, `${status} ${name}`);
      }
    }
  });

  it('can reach every status from a new order', () => {
    const reached = new Set<OrderStatus>([initialOrderStatus]);
    // Iterating over a Set also visits the elements added during the iteration.
    for (const status of reached) {
      for (const name of orderTransitionNames) {
        const next = nextOrderStatus(status, name);
        if (next !== null) reached.add(next);
      }
    }
    assert.deepEqual([...reached].toSorted(), orderStatuses.toSorted());
  });

  it('has no transition from finished, cancelled, revoked or expired', () => {
    for (const status of ['finalizada', 'cancelada', 'revogada', 'expirada'] as const) {
      assert.ok(
        orderTransitionNames.every((name) => !orderCan[name](status)),
        status,
      );
    }
  });
});
