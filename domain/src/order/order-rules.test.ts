import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  deadlineOutcome,
  extensionProblem,
  orderTakesProposals,
  pendingOutcome,
  publishTarget,
  type PublishRequest,
} from './order-rules.ts';

const draft: PublishRequest = {
  itemCount: 3,
  deadlineDate: '2026-11-30',
  deliveryDate: null,
  publishAt: null,
  now: new Date('2026-11-20T15:00:00Z'),
  zone: 'America/Sao_Paulo',
  requireApproval: false,
};
const published = { ok: true, status: 'publicada' };
const pending = { ok: true, status: 'pendente' };
const refused = (code: string): object => ({ ok: false, code });

describe('publishing an order', () => {
  it('is refused where the delivery is wanted before proposals end', () => {
    const wanted = (deliveryDate: string) => publishTarget({ ...draft, deliveryDate });
    assert.deepEqual(wanted('2026-11-29'), refused('delivery_before_deadline'));
    assert.deepEqual(wanted('2026-11-30'), published);
  });

  it('publishes a draft immediately when nothing holds it back', () => {
    assert.deepEqual(publishTarget(draft), published);
    assert.deepEqual(publishTarget({ ...draft, publishAt: draft.now }), published);
  });

  it('leaves the order pending while it awaits an approval or its scheduled time', () => {
    assert.deepEqual(publishTarget({ ...draft, requireApproval: true }), pending);
    assert.deepEqual(
      publishTarget({ ...draft, publishAt: new Date('2026-11-20T15:00:01Z') }),
      pending,
    );
  });

  it('requires between 1 and 1,000 items', () => {
    assert.deepEqual(publishTarget({ ...draft, itemCount: 0 }), refused('no_items'));
    assert.deepEqual(publishTarget({ ...draft, itemCount: 1000 }), published);
    assert.deepEqual(publishTarget({ ...draft, itemCount: 1001 }), refused('too_many_items'));
  });

  it('requires a deadline that is today in the zone, or later', () => {
    assert.deepEqual(publishTarget({ ...draft, deadlineDate: null }), refused('deadline_missing'));
    assert.deepEqual(publishTarget({ ...draft, deadlineDate: '2026-11-20' }), published);
    assert.deepEqual(
      publishTarget({ ...draft, deadlineDate: '2026-11-19' }),
      refused('deadline_passed'),
    );
    const lateEvening = {
      ...draft,
      deadlineDate: '2026-11-20',
      now: new Date('2026-11-21T02:59:59Z'),
    };
    assert.deepEqual(publishTarget(lateEvening), published);
    assert.deepEqual(
      publishTarget({ ...lateEvening, now: new Date('2026-11-21T03:00:00Z') }),
      refused('deadline_passed'),
    );
  });

  it('refuses a scheduled time after the last second of the deadline', () => {
    const lastSecond = new Date('2026-12-01T02:59:59Z');
    assert.deepEqual(publishTarget({ ...draft, publishAt: lastSecond }), pending);
    const tooLate = new Date('2026-12-01T03:00:00Z');
    assert.deepEqual(
      publishTarget({ ...draft, publishAt: tooLate }),
      refused('publish_at_after_deadline'),
    );
  });
});

describe('a pending order', () => {
  const order = { ...draft, deadlineDate: '2026-11-30', approvalRequired: false, approved: false };

  it('is published once it is approved and its scheduled time has come', () => {
    assert.equal(pendingOutcome({ ...order, approvalRequired: true }), 'wait');
    assert.equal(pendingOutcome({ ...order, approvalRequired: true, approved: true }), 'release');
    const ahead = new Date('2026-11-21T15:00:00Z');
    assert.equal(
      pendingOutcome({ ...order, approvalRequired: true, approved: true, publishAt: ahead }),
      'wait',
    );
    assert.equal(pendingOutcome({ ...order, publishAt: ahead, now: ahead }), 'release');
  });

  it('expires when its deadline passes first', () => {
    assert.equal(pendingOutcome({ ...order, now: new Date('2026-12-01T02:59:59Z') }), 'release');
    assert.equal(pendingOutcome({ ...order, now: new Date('2026-12-01T03:00:00Z') }), 'expire');
  });
});

describe('the deadline of an order', () => {
  it('closes an order that has proposals and expires one that has none', () => {
    assert.equal(deadlineOutcome({ submittedCount: 1 }), 'close');
    assert.equal(deadlineOutcome({ submittedCount: 0 }), 'expire');
  });

  it('can move only to a later day that has not passed yet', () => {
    const request = {
      deadlineDate: '2026-11-18',
      newDeadlineDate: '2026-11-25',
      deliveryDate: null,
      newDeliveryDate: undefined,
      today: '2026-11-20',
    };
    assert.equal(extensionProblem(request), null);
    assert.equal(
      extensionProblem({ ...request, newDeadlineDate: '2026-11-18' }),
      'deadline_not_later',
    );
    assert.equal(
      extensionProblem({ ...request, newDeadlineDate: '2026-11-19' }),
      'deadline_passed',
    );
    assert.equal(extensionProblem({ ...request, newDeadlineDate: '2026-11-20' }), null);
  });

  it('does not move past the delivery, unless it puts the delivery off', () => {
    const extended = (deliveryDate: string | null, newDeliveryDate?: string) =>
      extensionProblem({
        deadlineDate: '2026-11-18',
        newDeadlineDate: '2026-11-25',
        deliveryDate,
        newDeliveryDate,
        today: '2026-11-18',
      });
    assert.equal(extended('2026-11-25'), null);
    assert.equal(extended('2026-11-24'), 'delivery_before_deadline');
    assert.equal(extended('2026-11-20', '2026-11-24'), 'delivery_before_deadline');
    assert.equal(extended('2026-11-20', '2026-11-25'), null);
    assert.equal(extended('2026-12-20', '2026-12-19'), 'delivery_not_later');
    assert.equal(extended(null, '2026-12-19'), 'delivery_not_later', 'proposals count on none');
  });
});

describe('an order', () => {
  const order = {
    status: 'publicada',
    suspended: false,
    deadlineDate: '2026-11-20',
    today: '2026-11-20',
  } as const;

  it('accepts proposals while it is published, on its deadline day too', () => {
    assert.ok(orderTakesProposals(order));
  });

  it('accepts no proposals while suspended, past its deadline or in another status', () => {
    assert.equal(orderTakesProposals({ ...order, suspended: true }), false);
    assert.equal(orderTakesProposals({ ...order, today: '2026-11-21' }), false);
    assert.equal(orderTakesProposals({ ...order, status: 'em_analise' }), false);
  });
});
