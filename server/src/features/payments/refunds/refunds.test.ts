import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildAdmin, buildProducer } from '../../../../test/people.ts';
import {
  buildByHand,
  buildPaid,
  buildPlan,
  buildSubscriber,
  configureGateway,
  later,
  openTill,
  refundCall,
  refundsOf,
  statusOf,
  subscriptionOf,
  countEvents,
} from '../payments.fixture.ts';

const till = await openTill();
const { service, double, admin } = till;
const summary = async (payment: { id: number }) =>
  (await refundsOf(till, payment)).map(({ status, amount }) => [status, amount]);

describe('a refund through the gateway', () => {
  it('of the whole rest returns the money once and notifies all concerned', async () => {
    const paid = await buildPaid(till);
    const { status, body } = await refundCall(till, paid, { reason: ' Cobrança em duplicidade ' });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.status_label, body.refunded_amount, body.refundable_amount],
      ['refunded', 'Estornado', 100, 0],
    );
    const [refund] = body.refunds;
    assert.deepEqual(
      [refund?.amount, refund?.status, refund?.reason, refund?.requested_by?.id, refund?.gateway],
      [100, 'succeeded', 'Cobrança em duplicidade', admin.userId, 'mercadopago'],
    );
    assert.equal(double.refundedAmount(paid.reference), 100);
    assert.equal(double.effectsOf(refund?.uuid ?? ''), 1);
    assert.equal(await countEvents(till, paid, 'payment.refunded'), 1);
    assert.equal((await subscriptionOf(till, paid)).status, 'expired', 'no one asked to cancel it');
  });

  it('in parts returns up to the last cent, and not more', async () => {
    const paid = await buildPaid(till);
    for (const amount of [33.33, 33.33])
      assert.equal((await refundCall(till, paid, { amount })).body.status, 'partially_refunded');
    const tooMuch = await refundCall(till, paid, { amount: 33.35 });
    assert.deepEqual(
      [tooMuch.status, Object.keys((tooMuch.body as unknown as { errors: object }).errors)],
      [422, ['amount']],
    );
    assert.equal((await refundCall(till, paid, { amount: 33.34 })).body.status, 'refunded');
    assert.equal((await refundCall(till, paid)).status, 422);
    assert.equal(double.refundedAmount(paid.reference), 100);
  });

  it('cancels the subscription on request, once it has succeeded', async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'broken');
    assert.equal(
      (await refundCall(till, paid, { cancel_subscription: true })).body.refunds[0]?.status,
      'processing',
    );
    assert.equal((await subscriptionOf(till, paid)).status, 'expired');
    await later(till, 120);
    assert.deepEqual(
      [await statusOf(till, paid), (await subscriptionOf(till, paid)).status],
      ['refunded', 'cancelled'],
    );
  });

  it('is failed when the gateway refuses it, and can then be requested again', async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'refuse');
    const { body } = await refundCall(till, paid, { amount: 40 });
    assert.deepEqual(
      [body.status, body.refunds[0]?.status, body.refundable_amount, body.refunds[0]?.failure],
      ['confirmed', 'failed', 100, 'O meio de pagamento recusou o estorno.'],
    );
    assert.equal((await refundCall(till, paid)).body.status, 'refunded');
    assert.equal(await countEvents(till, paid, 'payment.refunded'), 1);
  });
});

describe('a refund with an unknown outcome', () => {
  for (const fault of [
    'busy',
    'broken',
    'broken_after',
    'drop',
    'drop_after',
    'cut_after',
    'unauthorized',
  ] as const) {
    it(`is shown as processing, never as failed, and is settled later: ${fault}`, async () => {
      const paid = await buildPaid(till);
      double.next('refund', fault);
      const { status, body } = await refundCall(till, paid, { amount: 60 });
      assert.deepEqual(
        [
          status,
          body.status,
          body.refunds[0]?.status,
          body.refunded_amount,
          body.refundable_amount,
        ],
        [200, 'confirmed', 'processing', 0, 40],
      );
      assert.match(
        body.refunds[0]?.failure ?? '',
        /^(O meio de pagamento|A resposta do meio de pagamento) .*(conferido|tentado de novo)\.$/,
      );
      await later(till, 120);
      assert.deepEqual(await summary(paid), [['succeeded', '60.00']]);
      assert.deepEqual(
        [
          await statusOf(till, paid),
          double.refundedAmount(paid.reference),
          double.effectsOf(body.refunds[0]?.uuid ?? ''),
        ],
        ['partially_refunded', 60, 1],
      );
      assert.equal(await countEvents(till, paid, 'payment.refunded'), 1);
    });
  }

  it('is settled by the worker, and by a request repeated under its key', async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'drop_after');
    assert.equal(
      (await refundCall(till, paid, {}, 'chave-1')).body.refunds[0]?.status,
      'processing',
    );
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + 120_000));
    const again = await refundCall(till, paid, {}, 'chave-1');
    assert.deepEqual([again.body.status, again.body.refunds.length], ['refunded', 1]);
    await service.work({ evenIfEarly: true });
    assert.deepEqual(
      [(await summary(paid)).length, await countEvents(till, paid, 'payment.refunded')],
      [1, 1],
    );
  });

  it('stays processing while the gateway is unreachable, and is checked ever less often', async () => {
    const paid = await buildPaid(till);
    double.next('refund', ...Array.from({ length: 5 }, () => 'broken' as const));
    await refundCall(till, paid);
    const before = double.callsOf('refund');
    for (let hour = 0; hour < 4; hour += 1) await later(till, 3700);
    assert.equal(double.callsOf('refund') - before, 4);
    assert.equal(await statusOf(till, paid), 'confirmed');
    double.clear();
    await later(till, 3700);
    assert.equal(await statusOf(till, paid), 'refunded');
  });

  it("is found among the gateway's refunds when the gateway has forgotten the key", async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'drop_after');
    await refundCall(till, paid, { amount: 60 });
    double.state.forgetsKeys = true;
    await later(till, 13 * 3600);
    double.state.forgetsKeys = false;
    assert.deepEqual(
      [await summary(paid), double.refundedAmount(paid.reference)],
      [[['succeeded', '60.00']], 60],
    );
  });

  it('is not marked as failed when a second attempt is refused because the first succeeded', async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'drop_after');
    await refundCall(till, paid);
    double.state.forgetsKeys = true;
    await later(till, 120);
    double.state.forgetsKeys = false;
    assert.deepEqual(
      [await summary(paid), await statusOf(till, paid), double.refundedAmount(paid.reference)],
      [[['succeeded', '100.00']], 'refunded', 100],
    );
  });

  it('is not confused with another refund of the same amount', async () => {
    const paid = await buildPaid(till);
    double.next('refund', 'drop_after', 'drop');
    await refundCall(till, paid, { amount: 40 });
    await refundCall(till, paid, { amount: 40 });
    double.next('refund', 'refuse', 'refuse');
    await later(till, 120);
    assert.deepEqual(
      await summary(paid),
      [
        ['processing', '40.00'],
        ['processing', '40.00'],
      ],
      'one of the two was done, and the gateway does not say which',
    );
    await later(till, 3700);
    assert.deepEqual(
      [await summary(paid), double.refundedAmount(paid.reference)],
      [
        [
          ['succeeded', '40.00'],
          ['succeeded', '40.00'],
        ],
        80,
      ],
    );
  });

  it('stays processing while the gateway is processing it, and ends as the gateway decides', async () => {
    for (const [end, status, refunded] of [
      ['approved', 'partially_refunded', 'succeeded'],
      ['rejected', 'confirmed', 'failed'],
    ] as const) {
      const paid = await buildPaid(till);
      double.next('refund', 'in_process');
      assert.equal(
        (await refundCall(till, paid, { amount: 10 })).body.refunds[0]?.status,
        'processing',
      );
      await later(till, 120);
      assert.equal((await summary(paid))[0]?.[0], 'processing');
      double.finishRefund(paid.reference, end);
      await later(till, 3700);
      assert.deepEqual(
        [await statusOf(till, paid), await summary(paid)],
        [status, [[refunded, '10.00']]],
      );
    }
  });
});

describe('a refund without a gateway', () => {
  it('is recorded as done by hand, at once', async () => {
    const paid = await buildByHand(till);
    const { body } = await refundCall(till, paid, { amount: 25.5, cancel_subscription: true });
    assert.deepEqual(
      [body.status, body.refunds[0]?.status, body.refunds[0]?.gateway, body.refunded_amount],
      ['partially_refunded', 'succeeded', null, 25.5],
    );
    assert.deepEqual(
      [
        (await subscriptionOf(till, paid)).status,
        await countEvents(till, paid, 'payment.refunded'),
      ],
      ['cancelled', 1],
    );
  });

  it("is also recorded for a gateway's charge once that gateway is switched off", async () => {
    const paid = await buildPaid(till);
    await configureGateway(service, admin.token, double.url, 'none');
    const calls = double.callsOf('refund');
    const { body } = await refundCall(till, paid);
    await configureGateway(service, admin.token, double.url);
    assert.deepEqual(
      [body.status, body.refunds[0]?.gateway, double.callsOf('refund')],
      ['refunded', null, calls],
    );
  });
});

describe('a request for a refund', () => {
  it('returns the first reply under its key, and a conflict with another amount', async () => {
    const paid = await buildPaid(till);
    const [first, second] = [
      await refundCall(till, paid, { amount: 30 }, 'k'),
      await refundCall(till, paid, { amount: 30 }, 'k'),
    ];
    assert.deepEqual(second.body, first.body);
    assert.equal((await refundCall(till, paid, { amount: 31 }, 'k')).status, 409);
    const together = await Promise.all(
      Array.from({ length: 6 }, () => refundCall(till, paid, { amount: 10 }, 'junto')),
    );
    assert.deepEqual(
      together.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    assert.deepEqual(await summary(paid), [
      ['succeeded', '30.00'],
      ['succeeded', '10.00'],
    ]);
  });

  it('is refused for an invalid amount, an unpaid payment, and without the permission', async () => {
    const paid = await buildPaid(till);
    for (const amount of [0, -1, 0.001, 1e15, '10'])
      assert.equal((await refundCall(till, paid, { amount })).status, 422, String(amount));
    for (const status of ['pending', 'overdue', 'failed', 'cancelled']) {
      await service.db.q
        .updateTable('payments')
        .set({ status })
        .where('id', '=', paid.id)
        .execute();
      assert.equal((await refundCall(till, paid)).body.status, undefined, status);
    }
    assert.deepEqual(await summary(paid), []);
    assert.equal((await refundCall(till, { id: 99_999_999 })).status, 404);
    const url = `/api/v1/admin/subscription-payments/${paid.id}/refund`;
    assert.equal((await service.call('POST', url)).status, 401);
    for (const { token } of [
      await buildAdmin(service, 'operacional'),
      await buildProducer(service),
    ])
      assert.equal((await service.call('POST', url, { token })).status, 403);
    assert.equal(
      (await service.call('POST', url.replace(String(paid.id), paid.uuid), { token: admin.token }))
        .status,
      422,
      'a UUID names it too',
    );
  });

  it('is recorded in the audit log', async () => {
    const paid = await buildPaid(till);
    await refundCall(till, paid, { amount: 60 });
    const rows = await service.db.q
      .selectFrom('audit_log as l')
      .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
      .select(['l.action', 'l.actor_id', 'v.new_values'])
      .where('l.resource_type', '=', 'payment')
      .where('l.resource_id', '=', paid.id)
      .orderBy('l.id')
      .execute();
    assert.deepEqual(
      rows.map(({ action, actor_id, new_values: values }) => [
        action,
        actor_id,
        (values as { refund_status: string }).refund_status,
      ]),
      [
        ['status_changed', admin.userId, 'processing'],
        ['status_changed', admin.userId, 'succeeded'],
      ],
    );
  });
});

describe('payments recorded by hand', () => {
  const path = '/api/v1/admin/subscription-payments';

  it('are pending, and pay for a period once they are confirmed', async () => {
    const { subscriptionId } = await buildSubscriber(till);
    const made = await service.call('POST', path, {
      token: admin.token,
      body: { subscription_id: subscriptionId, amount: 100, payment_method: 'transfer' },
    });
    assert.deepEqual(
      [made.status, made.body['status'], made.body['amount'], made.body['payment_date']],
      [200, 'pending', 100, null],
    );
    const confirm = () =>
      service.call('POST', `${path}/${String(made.body['id'])}/confirm`, { token: admin.token });
    const answers = await Promise.all([confirm(), confirm(), confirm()]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422, 422],
    );
    assert.equal((await subscriptionOf(till, { subscriptionId })).status, 'active');
    assert.equal(await countEvents(till, { id: Number(made.body['id']) }, 'payment.confirmed'), 1);
  });

  it('are refused with an unknown subscription, an invalid amount, or unknown fields', async () => {
    const { subscriptionId } = await buildSubscriber(till);
    const good = { subscription_id: subscriptionId, amount: 100, payment_method: 'manual' };
    for (const wrong of [
      { subscription_id: 999_999 },
      { amount: 0 },
      { amount: 1.234 },
      { payment_method: 'cheque' },
      { status: 'confirmed' },
      { due_date: '2026-02-31' },
    ]) {
      assert.equal(
        (await service.call('POST', path, { token: admin.token, body: { ...good, ...wrong } }))
          .status,
        422,
        JSON.stringify(wrong),
      );
    }
  });

  it('cannot replace the confirmation of a charge by the gateway', async () => {
    const paid = await buildPaid(till);
    await service.db.q
      .updateTable('payments')
      .set({ status: 'pending' })
      .where('id', '=', paid.id)
      .execute();
    assert.equal(
      (await service.call('POST', `${path}/${paid.id}/confirm`, { token: admin.token })).body[
        'code'
      ],
      'payment_at_gateway',
    );
  });

  it('are listed by status, subscriber, subscription and due date, and paged by cursor', async () => {
    await buildPlan(service);
    const paid = await buildPaid(till, 77.7);
    await buildByHand(till);
    const list = async (query: string) =>
      (
        await service.call<{
          data: { id: number; status: string; amount: number }[];
          meta: { total: number; next_cursor: string | null; per_page: number };
        }>('GET', `${path}?${query}`, { token: admin.token })
      ).body;
    assert.equal((await list('')).meta.per_page, 25);
    assert.deepEqual(
      (await list(`subscription_id=${paid.subscriptionId}`)).data.map(({ id, amount }) => [
        id,
        amount,
      ]),
      [[paid.id, 77.7]],
    );
    assert.deepEqual(
      (await list(`payment_id=${paid.id}`)).data.map(({ id }) => id),
      [paid.id],
    );
    assert.deepEqual(
      (await list(`q=${encodeURIComponent(paid.producer.email)}`)).data.map(({ id }) => id),
      [paid.id],
    );
    assert.ok((await list('status=refunded')).data.every(({ status }) => status === 'refunded'));
    assert.equal((await list('start_date=2020-01-01&end_date=2020-12-31')).meta.total, 0);
    for (const sort of ['created_at', '-due_date', 'amount', '-status']) {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, meta } = await list(
          `sort=${sort}&per_page=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...data.map(({ id }) => id));
        cursor = meta.next_cursor;
      }
      assert.deepEqual(
        [seen.length, new Set(seen).size],
        [(await list('')).meta.total, seen.length],
        sort,
      );
    }
    assert.equal(
      (await service.call('GET', `${path}?status=pago`, { token: admin.token })).status,
      422,
    );
  });
});
