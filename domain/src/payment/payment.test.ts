import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import {
  isPaid,
  nextPaymentStatus,
  paymentCan,
  paymentTransitions,
  paymentTransitionNames,
} from './payment-machine.ts';
import { paymentStatuses, refundStatuses } from './payment-status.ts';
import {
  initialRefundStatuses,
  nextRefundStatus,
  refundTransitions,
  refundTransitionNames,
} from './refund-machine.ts';
import {
  amountOf,
  centsOf,
  refundTransition,
  refundableCents,
  refundedCents,
  restoreTransition,
  statusAfterRefunds,
  unreturnedCents,
} from './refund-rules.ts';

describe('the state machine of a payment', () => {
  it('allows exactly the transitions of its table', () => {
    const allowed = paymentTransitionNames.map((name) => [
      name,
      paymentStatuses.filter((status) => nextPaymentStatus(status, name) !== null),
    ]);
    assert.deepEqual(Object.fromEntries(allowed), {
      confirm: ['pending', 'failed', 'overdue', 'cancelled'],
      refuse: ['pending', 'overdue'],
      cancel: ['pending', 'overdue'],
      fall_due: ['pending'],
      charge: ['pending', 'overdue'],
      refund_part: ['confirmed', 'partially_refunded'],
      refund_rest: ['confirmed', 'partially_refunded'],
      restore_part: ['refunded', 'partially_refunded'],
      restore_all: ['refunded', 'partially_refunded'],
    });
  });

  it('can reach every status from the first one', () => {
    const reached = new Set(['pending']);
    for (const _ of paymentStatuses)
      for (const { from, to } of Object.values(paymentTransitions))
        if (from.some((status) => reached.has(status))) reached.add(to);
    assert.deepEqual([...reached].toSorted(), [...paymentStatuses].toSorted());
  });

  it('keeps a payment paid once its money has arrived', () => {
    for (const status of paymentStatuses.filter(isPaid)) {
      for (const name of paymentTransitionNames)
        assert.ok(isPaid(nextPaymentStatus(status, name) ?? status), `${status} ${name}`);
      assert.equal(paymentCan.confirm(status), false);
    }
  });
});

describe('the state machine of a refund', () => {
  it('allows exactly the transitions of its table', () => {
    const allowed = refundTransitionNames.map((name) => [
      name,
      refundStatuses.filter((status) => nextRefundStatus(status, name) !== null),
    ]);
    assert.deepEqual(Object.fromEntries(allowed), {
      succeed: ['processing'],
      fail: ['processing'],
      undo: ['succeeded'],
    });
  });

  it('reaches every status, and leaves a failed refund failed', () => {
    const reached = new Set<string>([
      ...initialRefundStatuses,
      ...Object.values(refundTransitions).map(({ to }) => to),
    ]);
    assert.deepEqual([...reached].toSorted(), [...refundStatuses].toSorted());
    for (const name of refundTransitionNames) assert.equal(nextRefundStatus('failed', name), null);
  });

  it('takes a refund out of what the payment gave back only by failing or undoing it', () => {
    for (const status of refundStatuses)
      for (const name of refundTransitionNames) {
        const next = nextRefundStatus(status, name);
        if (next === null) continue;
        const before = refundableCents('10.00', [{ amount: '10.00', status }]);
        const after = refundableCents('10.00', [{ amount: '10.00', status: next }]);
        assert.equal(after > before, name !== 'succeed', `${status} ${name}`);
      }
  });
});

const cents = (max = 999_999_999_999_999n) => fc.bigInt({ min: 1n, max });
const refunds = fc.array(
  fc.record({ amount: cents(10_000n).map(amountOf), status: fc.constantFrom(...refundStatuses) }),
  { maxLength: 12 },
);

describe('the refundable amount', () => {
  it('is the payment less what was refunded and what is being refunded, to the cent', () => {
    const parts = [
      { amount: '33.33', status: 'succeeded' },
      { amount: '33.33', status: 'processing' },
      { amount: '90.00', status: 'failed' },
    ] as const;
    assert.deepEqual(
      [refundableCents('100.00', parts), refundedCents(parts), unreturnedCents('100.00', parts)],
      [3334n, 3333n, 6667n],
    );
    assert.equal(statusAfterRefunds('100.00', parts), 'partially_refunded');
    assert.equal(
      statusAfterRefunds('100.00', [...parts, { amount: '66.67', status: 'succeeded' }]),
      'refunded',
    );
    assert.equal(
      statusAfterRefunds('100.00', [{ amount: '100.00', status: 'processing' }]),
      'confirmed',
    );
  });

  it('keeps every cent when it is converted to text and numbers', () =>
    fc.assert(
      fc.property(cents(), (value) => {
        assert.equal(centsOf(amountOf(value)), value);
        assert.equal(centsOf(Number(amountOf(value))), value);
      }),
    ));

  it('reaches zero and never exceeds the payment, whatever the size of the refunds', () =>
    fc.assert(
      fc.property(cents(), fc.array(cents(), { maxLength: 20 }), (paid, asked) => {
        const amount = amountOf(paid);
        const taken: { amount: string; status: 'succeeded' | 'processing' }[] = [];
        for (const [index, wish] of asked.entries()) {
          const left = refundableCents(amount, taken);
          if (wish <= left)
            taken.push({
              amount: amountOf(wish),
              status: index % 2 === 0 ? 'succeeded' : 'processing',
            });
        }
        const left = refundableCents(amount, taken);
        assert.equal(
          taken.reduce((total, part) => total + centsOf(part.amount), left),
          paid,
        );
        if (left > 0n) taken.push({ amount: amountOf(left), status: 'succeeded' });
        assert.equal(refundableCents(amount, taken), 0n);
        assert.equal(
          statusAfterRefunds(
            amount,
            taken.map((part) => ({ ...part, status: 'succeeded' })),
          ),
          'refunded',
        );
      }),
    ));

  it('leads the payment to its status, and back when a refund is undone', () =>
    fc.assert(
      fc.property(refunds, cents(10_000n), cents(20_000n), (others, last, paid) => {
        const amount = amountOf(paid);
        const done = [...others, { amount: amountOf(last), status: 'succeeded' }] as const;
        const before = statusAfterRefunds(amount, others);
        const after = statusAfterRefunds(amount, done);
        if (before !== 'refunded')
          assert.equal(nextPaymentStatus(before, refundTransition(amount, done)), after);
        const back = restoreTransition(amount, others);
        assert.equal(back === null ? after : nextPaymentStatus(after, back), before);
      }),
    ));

  it('does not depend on the order of the refunds', () =>
    fc.assert(
      fc.property(refunds, cents(20_000n), (parts, paid) => {
        const amount = amountOf(paid);
        assert.equal(refundableCents(amount, parts), refundableCents(amount, parts.toReversed()));
        assert.ok(unreturnedCents(amount, parts) >= refundableCents(amount, parts));
      }),
    ));

  it('is computed only from valid amounts', () => {
    for (const wrong of ['1.234', '-1.00', 'NaN', '', '99999999999999.99'])
      assert.throws(() => centsOf(wrong), /is no amount/);
  });
});
