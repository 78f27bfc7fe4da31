import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { orderStatuses, type OrderStatus } from '@lavra/domain/order/order-status';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  applyAction,
  approveOrder,
  closeByDeadline,
  orderActionNames,
  publishDraft as publishOrder,
  type OrderAction,
} from './order-actions.ts';

interface Refusal {
  error: string;
  code: string;
  errors?: Record<string, string[]>;
}

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { zone, command } = service.app.platform;
const orders = '/api/v1/producer/orders';
const producer = await buildProducer(service);
const { token } = producer;
const TODAY = '2026-11-20';
const YESTERDAY = '2026-11-19';

const build = (fields: Partial<OrderFields>): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const offer = async (order: TestOrder, status: 'submitted' | 'cancelled' | 'draft' = 'submitted') =>
  buildProposal(service, {
    orderId: order.id,
    supplierId: (await buildSupplier(service)).supplierId,
    status,
    items: order.items.map((item) => ({ item, price: '1' })),
  });
const run = (work: (uow: UnitOfWork) => Promise<void>): Promise<void> => command(systemActor, work);
const stored = (id: number) =>
  service.db.q.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventsOf = async (id: number): Promise<string[]> => {
  const rows = await service.db.q
    .selectFrom('events')
    .select(['type', 'data'])
    .orderBy('id')
    .execute();
  return rows
    .filter(({ data }) => JSON.stringify(data) === `{"order_id":${id}}`)
    .map(({ type }) => type);
};
const happened = async (id: number): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const refusal: unknown = await work.then(
    () => 'allowed',
    (error: unknown) => error,
  );
  return refusal instanceof RuleError ? refusal.code : String(refusal);
};
const requireApproval = (value: boolean) =>
  service.db.q
    .insertInto('settings')
    .values({
      key: 'orders.require_approval',
      value: JSON.stringify(value),
      updated_at: service.app.platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
const call = <B = ProducerOrder>(
  order: { id: number },
  action: string,
  { body, ...headers }: { body?: unknown; 'if-match'?: string } = {},
) => service.call<B>('POST', `${orders}/${order.id}/${action}`, { token, body, headers });

interface Expectation {
  readonly from: readonly OrderStatus[];
  /** Absent when the status does not change. */ readonly to?: OrderStatus;
  readonly refusal: string;
  readonly event?: string;
  readonly timeline: string;
  /** What the transition requires of the order besides its status. */
  readonly fields?: Partial<OrderFields>;
  readonly offered?: true;
}

/** The decision table of §3, copied by hand. */
const expected: Readonly<Record<OrderAction, Expectation>> = {
  publish: {
    from: ['rascunho'],
    to: 'publicada',
    refusal: 'order_not_publishable',
    event: 'order.published',
    timeline: 'order.published',
  },
  send_for_approval: {
    from: ['rascunho'],
    to: 'pendente',
    refusal: 'order_not_publishable',
    event: 'order.pending_approval',
    timeline: 'order.sent_for_approval',
  },
  schedule: {
    from: ['rascunho'],
    to: 'pendente',
    refusal: 'order_not_publishable',
    timeline: 'order.scheduled',
  },
  approve: {
    from: ['pendente'],
    to: 'pendente',
    refusal: 'order_not_approvable',
    event: 'order.approved',
    timeline: 'order.approved',
  },
  release: {
    from: ['pendente'],
    to: 'publicada',
    refusal: 'order_not_releasable',
    event: 'order.published',
    timeline: 'order.published',
  },
  return: {
    from: ['pendente'],
    to: 'rascunho',
    refusal: 'order_not_returnable',
    event: 'order.returned',
    timeline: 'order.returned',
  },
  close: {
    from: ['publicada'],
    to: 'em_analise',
    refusal: 'order_not_closable',
    event: 'order.closed',
    timeline: 'order.closed',
    offered: true,
  },
  expire: {
    from: ['pendente', 'publicada'],
    to: 'expirada',
    refusal: 'order_not_expirable',
    event: 'order.expired',
    timeline: 'order.expired',
    fields: { deadline: YESTERDAY },
  },
  finalize: {
    from: ['adjudicada'],
    to: 'finalizada',
    refusal: 'order_not_finalizable',
    timeline: 'order.finalized',
  },
  cancel: {
    from: ['pendente', 'publicada', 'em_analise'],
    to: 'cancelada',
    refusal: 'order_not_cancellable',
    event: 'order.cancelled',
    timeline: 'order.cancelled',
  },
  revoke: {
    from: ['publicada', 'em_analise', 'adjudicada'],
    to: 'revogada',
    refusal: 'order_not_revocable',
    event: 'order.revoked',
    timeline: 'order.revoked',
  },
  suspend: {
    from: ['publicada'],
    to: 'publicada',
    refusal: 'order_not_suspendable',
    event: 'order.suspended',
    timeline: 'order.suspended',
  },
  resume: {
    from: ['publicada', 'em_analise'],
    refusal: 'order_not_resumable',
    timeline: 'order.resumed',
    fields: { suspended: true },
  },
  suspend_with_owner: {
    from: ['publicada', 'em_analise'],
    refusal: 'order_not_suspendable',
    event: 'order.suspended',
    timeline: 'order.suspended',
  },
  resume_with_owner: {
    from: ['publicada', 'em_analise'],
    refusal: 'order_not_resumable',
    timeline: 'order.resumed',
    fields: { suspended: 'with owner' },
  },
};

describe('every order action in every status', () => {
  for (const action of orderActionNames) {
    const { from, to, refusal, event, timeline, fields, offered } = expected[action];
    it(`${action} leads from ${from.join(', ')} to ${to ?? 'the same status'}, and is refused elsewhere`, async () => {
      for (const status of orderStatuses) {
        const order = await build({ status, ...fields });
        if (offered) await offer(order);
        const code = await codeOf(
          run((uow) => applyAction(uow, order.id, action, { zone, reason: 'Por um motivo' })),
        );
        const allowed = from.includes(status);
        assert.equal(code, allowed ? 'allowed' : refusal, status);
        const after = await stored(order.id);
        assert.deepEqual([after.status, after.version], allowed ? [to ?? status, 2] : [status, 1]);
        assert.deepEqual(await happened(order.id), allowed ? [timeline] : []);
        assert.deepEqual(await eventsOf(order.id), allowed && event !== undefined ? [event] : []);
      }
    });
  }

  it('requires a reason where one is due, and stores it', async () => {
    for (const [action, status] of [
      ['cancel', 'publicada'],
      ['revoke', 'adjudicada'],
      ['suspend', 'publicada'],
      ['return', 'pendente'],
    ] as const) {
      const order = await build({ status });
      for (const reason of [undefined, ' \u200B ']) {
        assert.equal(
          await codeOf(
            run((uow) =>
              applyAction(uow, order.id, action, {
                zone,
                ...(reason === undefined ? {} : { reason }),
              }),
            ),
          ),
          'order_reason_required',
        );
      }
      await run((uow) => applyAction(uow, order.id, action, { zone, reason: ' Mudou a safra ' }));
      assert.equal((await stored(order.id)).reason, 'Mudou a safra');
    }
  });

  it('does not find a deleted order', async () => {
    assert.equal(
      await codeOf(run((uow) => applyAction(uow, 999_999, 'cancel', { zone, reason: 'x' }))),
      'order_not_found',
    );
  });
});

describe('the conditions of an action beyond the status', () => {
  const attempt = (order: TestOrder, action: OrderAction) =>
    codeOf(run((uow) => applyAction(uow, order.id, action, { zone, reason: 'x' })));

  it('let an order be suspended and resumed once; a suspension ends with the decision, not the deadline', async () => {
    const order = await build({});
    assert.deepEqual(
      [
        await attempt(order, 'resume'),
        await attempt(order, 'suspend'),
        await attempt(order, 'suspend'),
      ],
      ['order_not_resumable', 'allowed', 'order_not_suspendable'],
    );
    assert.deepEqual(
      [
        await attempt(order, 'resume'),
        (await stored(order.id)).suspended_at,
        (await stored(order.id)).reason,
      ],
      ['allowed', null, null],
    );
    const ended = await build({ suspended: true });
    assert.deepEqual(
      [await attempt(ended, 'cancel'), (await stored(ended.id)).suspended_at],
      ['allowed', null],
    );
    const closed = await build({ suspended: true });
    await offer(closed);
    assert.deepEqual(
      [await attempt(closed, 'close'), (await stored(closed.id)).suspended_at === null],
      ['allowed', false],
    );
  });

  it('let an order expire only after its deadline and without proposals', async () => {
    const today = await build({ deadline: TODAY });
    const offered = await build({ deadline: YESTERDAY });
    await offer(offered);
    assert.deepEqual(
      [await attempt(today, 'expire'), await attempt(offered, 'expire')],
      ['order_not_expirable', 'order_not_expirable'],
    );
  });

  it('close an order at its deadline with a proposal and expire it without, even when suspended', async () => {
    const early = await build({ deadline: TODAY });
    const empty = await build({ deadline: YESTERDAY, suspended: true });
    const withdrawn = await build({ deadline: YESTERDAY });
    const offered = await build({ deadline: YESTERDAY });
    await offer(early);
    await offer(withdrawn, 'cancelled');
    await offer(offered);
    const close = (order: TestOrder) =>
      codeOf(run((uow) => closeByDeadline(uow, order.id, { zone })));
    assert.deepEqual(await Promise.all([early, empty, withdrawn, offered].map(close)), [
      'order_not_closable',
      'allowed',
      'allowed',
      'allowed',
    ]);
    const after = await Promise.all(
      [early, empty, withdrawn, offered].map(async ({ id }) => (await stored(id)).status),
    );
    assert.deepEqual(after, ['publicada', 'expirada', 'expirada', 'em_analise']);
  });

  it('release a pending order at its scheduled time, once approved where that is required', async () => {
    const [later, past] = [new Date('2026-11-20T15:30:00Z'), new Date('2026-11-20T14:00:00Z')];
    await requireApproval(true);
    try {
      const [waiting, approved, ahead] = [
        await build({ status: 'pendente' }),
        await build({ status: 'pendente', approvedAt: past, publishAt: past }),
        await build({ status: 'pendente', approvedAt: past, publishAt: later }),
      ];
      assert.deepEqual(
        await Promise.all([waiting, approved, ahead].map((order) => attempt(order, 'release'))),
        ['order_not_releasable', 'allowed', 'order_not_releasable'],
      );
    } finally {
      await requireApproval(false);
    }
    const expired = await build({ status: 'pendente', deadline: YESTERDAY });
    assert.equal(await attempt(expired, 'release'), 'order_not_releasable');
  });

  it('publish an approved order at its scheduled time and not before', async () => {
    await requireApproval(true);
    try {
      const due = await build({ status: 'pendente' });
      const ahead = await build({
        status: 'pendente',
        publishAt: new Date('2026-11-21T12:00:00Z'),
      });
      for (const order of [due, ahead]) await run((uow) => approveOrder(uow, order.id, { zone }));
      assert.deepEqual(
        [(await stored(due.id)).status, (await stored(ahead.id)).status],
        ['publicada', 'pendente'],
      );
      assert.deepEqual(
        [await eventsOf(due.id), await eventsOf(ahead.id)],
        [['order.approved', 'order.published'], ['order.approved']],
      );
      assert.equal(await attempt(ahead, 'approve'), 'order_not_approvable');
      await run((uow) => applyAction(uow, ahead.id, 'return', { zone, reason: 'Falta o local' }));
      assert.equal(
        (await stored(ahead.id)).approved_at,
        null,
        'what comes back needs a new approval',
      );
    } finally {
      await requireApproval(false);
    }
  });
});

describe('publishing an order', () => {
  it('shows it to suppliers at once', async () => {
    const order = await build({ status: 'rascunho', deadline: TODAY });
    const { status, body, headers } = await call(order, 'publish');
    assert.deepEqual(
      [status, body.status, body.version, headers['etag']],
      [200, 'publicada', 2, '"2"'],
    );
    assert.match(String(body.published_at), /^2026-11-20 12:/);
    assert.deepEqual(
      [body.can_edit, body.can_publish, body.can_close, body.can_cancel, body.can_finalize],
      [false, false, true, true, false],
    );
    assert.deepEqual(await eventsOf(order.id), ['order.published']);
  });

  it('waits for an approval where the platform requires one, and notifies the admins', async () => {
    await requireApproval(true);
    const order = await build({ status: 'rascunho' });
    const { body } = await call(order, 'publish');
    await requireApproval(false);
    assert.deepEqual(
      [body.status, body.published_at, await eventsOf(order.id), await happened(order.id)],
      ['pendente', null, ['order.pending_approval'], ['order.sent_for_approval']],
    );
  });

  it('waits for the scheduled time, and notifies no one yet', async () => {
    const order = await build({ status: 'rascunho', publishAt: new Date('2026-11-21T12:00:00Z') });
    const { body } = await call(order, 'publish');
    assert.deepEqual(
      [body.status, await eventsOf(order.id), await happened(order.id)],
      ['pendente', [], ['order.scheduled']],
    );
    const past = await build({ status: 'rascunho', publishAt: new Date('2026-11-20T12:00:00Z') });
    assert.equal((await call(past, 'publish')).body.status, 'publicada');
  });

  it('is refused without items, after the deadline, with a delivery before or a time past it, and twice', async () => {
    const refusals: [Partial<OrderFields>, string][] = [
      [{ items: [] }, 'order_without_items'],
      [{ deadline: YESTERDAY }, 'order_deadline_passed'],
      [{ deadline: '2026-11-30', delivery: '2026-11-29' }, 'order_delivery_before_deadline'],
      [
        {
          deadline: '2026-11-30',
          delivery: '2026-11-29',
          publishAt: new Date('2026-11-21T12:00:00Z'),
        },
        'order_delivery_before_deadline',
      ],
      [
        { deadline: TODAY, publishAt: new Date('2026-11-21T12:00:00Z') },
        'order_publish_after_deadline',
      ],
      [{ status: 'publicada' }, 'order_not_publishable'],
    ];
    for (const [fields, code] of refusals) {
      const { status, body } = await call<Refusal>(
        await build({ status: 'rascunho', ...fields }),
        'publish',
      );
      assert.deepEqual([status, body.code], [422, code]);
    }
  });

  it('succeeds once when two requests arrive at the same time', async () => {
    const order = await build({ status: 'rascunho' });
    const answers = await Promise.all([call(order, 'publish'), call(order, 'publish')]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    );
    assert.deepEqual(await eventsOf(order.id), ['order.published']);
  });

  it('refuses an outdated version before it checks the status', async () => {
    const order = await build({ status: 'rascunho' });
    assert.equal(
      (await call<Refusal>(order, 'publish', { 'if-match': '"7"' })).body.code,
      'stale_version',
    );
    assert.equal((await call(order, 'publish', { 'if-match': '"1"' })).status, 200);
    assert.equal((await call<Refusal>(order, 'publish', { 'if-match': '"1"' })).status, 409);
  });

  it('works without HTTP for other features', async () => {
    const order = await build({ status: 'rascunho' });
    await run((uow) => publishOrder(uow, order.id, { zone }));
    assert.equal((await stored(order.id)).status, 'publicada');
  });
});

describe('closing an order', () => {
  it('stops the proposals and starts the analysis', async () => {
    const order = await build({});
    await offer(order);
    const { status, body } = await call(order, 'close');
    assert.deepEqual(
      [status, body.status, body.can_close, body.can_cancel],
      [200, 'em_analise', false, true],
    );
    assert.ok(body.closed_at !== null);
  });

  it('is refused without a submitted proposal, or when the order is not published', async () => {
    const order = await build({});
    await offer(order, 'draft');
    await offer(order, 'cancelled');
    assert.deepEqual(
      (await call<Refusal>(order, 'close')).body.code,
      'order_close_without_proposals',
    );
    assert.deepEqual(
      (await call<Refusal>(await build({ status: 'em_analise' }), 'close')).body.code,
      'order_not_closable',
    );
  });
});

describe('cancelling an order', () => {
  it('stores the reason and notifies the people concerned', async () => {
    const order = await build({});
    const { status, body } = await call(order, 'cancel', {
      body: { reason: ' A compra foi adiada. ' },
    });
    assert.deepEqual(
      [status, body.status, body.reason],
      [200, 'cancelada', 'A compra foi adiada.'],
    );
    assert.deepEqual(await eventsOf(order.id), ['order.cancelled']);
  });

  it('requires a reason and a status that allows it', async () => {
    const order = await build({});
    for (const body of [
      {},
      { reason: '' },
      { reason: '  ' },
      { reason: null },
      { reason: 'x', more: 1 },
    ]) {
      const { status, body: refusal } = await call<Refusal>(order, 'cancel', { body });
      assert.deepEqual([status, refusal.code], [422, 'validation_failed']);
    }
    assert.equal(
      (
        await call<Refusal>(await build({ status: 'adjudicada' }), 'cancel', {
          body: { reason: 'x' },
        })
      ).body.code,
      'order_not_cancellable',
    );
  });

  it('at the same time as closing results in closed then cancelled, or cancelled and not closed', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const order = await build({});
      await offer(order);
      const [closed, cancelled] = await Promise.all([
        call(order, 'close'),
        call(order, 'cancel', { body: { reason: 'x' } }),
      ]);
      assert.equal(cancelled.status, 200);
      assert.deepEqual(
        await happened(order.id),
        closed.status === 200 ? ['order.closed', 'order.cancelled'] : ['order.cancelled'],
      );
      assert.equal((await stored(order.id)).version, closed.status === 200 ? 3 : 2);
    }
  });
});

describe('finalising an order', () => {
  it('ends an awarded order, and no other', async () => {
    const { status, body } = await call(await build({ status: 'adjudicada' }), 'finalize');
    assert.deepEqual([status, body.status], [200, 'finalizada']);
    assert.ok(body.finished_at !== null);
    assert.equal(
      (await call<Refusal>(await build({ status: 'em_analise' }), 'finalize')).body.code,
      'order_not_finalizable',
    );
  });
});
