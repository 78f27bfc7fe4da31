import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderStatuses, type OrderStatus } from '../order/order-status.ts';
import {
  bindsSupplier,
  displayStatus,
  hasJustification,
  hasPrice,
  isOffered,
  isValidItem,
  proposalFlags,
  submitProblem,
  unpricedItems,
  validityProblem,
} from './proposal-rules.ts';
import {
  proposalStatuses,
  type ProposalDisplayStatus,
  type ProposalStatus,
} from './proposal-status.ts';
import { reviewState } from './review-state.ts';

const priced = { unitPrice: 1n, justification: null };
const justified = { unitPrice: null, justification: 'Sem estoque' };
const silent = { unitPrice: null, justification: null };

describe('an item of a proposal', () => {
  it('has a price above zero, scaled or in the wire format', () => {
    assert.ok(hasPrice(priced));
    assert.ok(hasPrice({ unitPrice: 0.0001 }));
    for (const unitPrice of [0n, 0, null]) assert.equal(hasPrice({ unitPrice }), false);
  });

  it('has no justification when the text is blank', () => {
    assert.ok(hasJustification(justified));
    for (const justification of ['', '   ', '\n\t', '\u00A0', '\u200B\u2060', null]) {
      assert.equal(hasJustification({ justification }), false, JSON.stringify(justification));
    }
  });

  it('is offered when it has a price and a total above zero', () => {
    assert.ok(isOffered({ ...priced, totalPrice: 1n }));
    assert.ok(isOffered({ unitPrice: 0.0001, totalPrice: 0.01 }));
    assert.equal(isOffered({ ...priced, totalPrice: 0n }), false);
    assert.equal(isOffered({ unitPrice: 0, totalPrice: 1 }), false);
    assert.equal(isOffered({ unitPrice: null, totalPrice: 1 }), false);
    assert.ok(isValidItem(priced), 'a price for nothing is an answer all the same');
  });

  it('is valid when it is priced or justified', () => {
    assert.ok(isValidItem(priced));
    assert.ok(isValidItem(justified));
    assert.ok(isValidItem({ unitPrice: 0n, justification: 'Cortesia' }));
    assert.equal(isValidItem(silent), false);
  });
});

describe('submitting a proposal', () => {
  const draft = {
    status: 'draft' as const,
    closureType: 'aberta' as const,
    orderItemIds: [1, 2],
    items: [
      { orderItemId: 1, ...priced },
      { orderItemId: 2, ...justified },
    ],
  };

  it('is allowed for a draft whose items are priced or justified, even when it omits items', () => {
    assert.equal(submitProblem(draft), null);
    assert.equal(submitProblem({ ...draft, items: draft.items.slice(0, 1) }), null);
  });

  it('is allowed only once', () => {
    for (const status of proposalStatuses.filter((status) => status !== 'draft')) {
      assert.equal(submitProblem({ ...draft, status }), 'not_draft', status);
    }
  });

  it('requires at least one item, and every item valid', () => {
    assert.equal(submitProblem({ ...draft, items: [] }), 'no_items');
    assert.equal(
      submitProblem({ ...draft, items: [...draft.items, { orderItemId: 3, ...silent }] }),
      'invalid_item',
    );
  });

  it('requires a price for every item of a closed order', () => {
    const closed = { ...draft, closureType: 'fechada' as const };
    assert.equal(submitProblem(closed), 'closed_order_unpriced');
    assert.deepEqual([unpricedItems(closed), unpricedItems(draft)], [[2], []]);
    assert.deepEqual(unpricedItems({ ...closed, items: [] }), [1, 2]);
    assert.equal(
      submitProblem({ ...closed, items: [{ orderItemId: 1, ...priced }] }),
      'closed_order_unpriced',
    );
    assert.equal(
      submitProblem({
        ...closed,
        items: [1, 2].map((orderItemId) => ({ orderItemId, ...priced })),
      }),
      null,
    );
  });
});

describe('a supplier', () => {
  it('may edit and submit a draft while the order accepts proposals', () => {
    const flags = proposalFlags({
      status: 'draft',
      orderStatus: 'publicada',
      orderTakesProposals: true,
    });
    assert.deepEqual(flags, {
      can_edit: true,
      can_submit: true,
      can_cancel: false,
      is_draft: true,
      is_submitted: false,
      is_accepted: false,
      is_rejected: false,
    });
    const late = proposalFlags({
      status: 'draft',
      orderStatus: 'publicada',
      orderTakesProposals: false,
    });
    assert.deepEqual([late.can_edit, late.can_submit, late.is_draft], [false, false, true]);
  });

  it('may cancel a submitted proposal while the order is undecided', () => {
    const canCancel = orderStatuses.filter(
      (orderStatus) =>
        proposalFlags({ status: 'submitted', orderStatus, orderTakesProposals: false }).can_cancel,
    );
    assert.deepEqual(canCancel, ['publicada', 'em_analise']);
  });

  it('may do nothing once the order is decided', () => {
    for (const status of ['accepted', 'rejected', 'cancelled'] as const) {
      const flags = proposalFlags({ status, orderStatus: 'publicada', orderTakesProposals: true });
      assert.deepEqual([flags.can_edit, flags.can_submit, flags.can_cancel], [false, false, false]);
      assert.equal(flags.is_accepted, status === 'accepted');
      assert.equal(flags.is_rejected, status === 'rejected');
    }
  });
});

describe('the display status of a proposal', () => {
  const submitted = {
    status: 'submitted',
    orderStatus: 'em_analise',
    validityDate: null,
    today: '2026-11-20',
  } as const;

  it('is lost when the order ended with another choice or with none', () => {
    const shown: Partial<Record<OrderStatus, ProposalDisplayStatus>> = {};
    for (const orderStatus of orderStatuses)
      shown[orderStatus] = displayStatus({ ...submitted, orderStatus });
    assert.deepEqual(shown, {
      rascunho: 'submitted',
      pendente: 'submitted',
      publicada: 'submitted',
      em_analise: 'submitted',
      adjudicada: 'lost',
      finalizada: 'lost',
      cancelada: 'lost',
      revogada: 'lost',
      expirada: 'expired',
    });
  });

  it('is expired from the day after its validity on', () => {
    assert.equal(displayStatus({ ...submitted, validityDate: '2026-11-20' }), 'submitted');
    assert.equal(displayStatus({ ...submitted, validityDate: '2026-11-19' }), 'expired');
    assert.equal(
      displayStatus({ ...submitted, orderStatus: 'adjudicada', validityDate: '2026-11-19' }),
      'lost',
    );
  });

  it('is the stored status in every other case', () => {
    for (const status of ['draft', 'accepted', 'rejected', 'cancelled'] as const) {
      assert.equal(
        displayStatus({
          ...submitted,
          status,
          orderStatus: 'expirada',
          validityDate: '2020-01-01',
        }),
        status,
      );
    }
  });
});

describe('a proposal and its supplier', () => {
  it('binds while it is accepted, or submitted and to be withdrawn first', () => {
    const binding = (status: ProposalStatus) =>
      orderStatuses.filter((orderStatus) => bindsSupplier(status, orderStatus));
    assert.deepEqual(binding('submitted'), ['publicada', 'em_analise']);
    assert.deepEqual(binding('accepted'), [...orderStatuses]);
    for (const status of ['draft', 'rejected', 'cancelled'] as const)
      assert.deepEqual(binding(status), []);
  });

  it('has a validity that reaches from the day of sending to the deadline, both included', () => {
    const problem = (validityDate: string | null) =>
      validityProblem({ validityDate, sentOn: '2026-11-20', deadlineDate: '2026-11-30' });
    assert.equal(problem('2026-11-19'), 'past');
    assert.equal(problem('2026-11-20'), 'before_deadline');
    assert.equal(problem('2026-11-29'), 'before_deadline');
    assert.equal(problem('2026-11-30'), null);
    assert.equal(problem(null), null);
  });
});

describe("a producer's review", () => {
  it('is new until the producer sets it, and is replaced by the decision', () => {
    assert.equal(reviewState('submitted', null), 'new');
    assert.equal(reviewState('submitted', 'shortlisted'), 'shortlisted');
    assert.equal(reviewState('accepted', 'viewed'), 'winner');
    assert.equal(reviewState('rejected', 'shortlisted'), 'rejected');
  });
});
