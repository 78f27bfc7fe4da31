import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import { signed } from '../../../../test/gateway-double.ts';
import {
  buildPaid,
  later,
  notify,
  openTill,
  refundCall,
  refundsOf,
  statusOf,
  subscriptionOf,
  countEvents,
} from '../payments.fixture.ts';

const till = await openTill();
const { service, double, admin } = till;
const { q } = service.db;

/** Creates an unpaid Pix of R$ 100,00. */
async function pending() {
  const paid = await buildPaid(till);
  await q
    .updateTable('payments')
    .set({ status: 'pending', confirmed_at: null, payment_date: null })
    .where('id', '=', paid.id)
    .execute();
  double.set(paid.reference, 'pending');
  return paid;
}
const stored = () => q.selectFrom('gateway_webhooks').selectAll().orderBy('id').execute();
const send = async (reference: number | string, times = 1): Promise<void> => {
  for (let n = 0; n < times; n += 1) assert.equal(await notify(till, reference), 200);
  await service.work();
};
const outcomes = async (reference: number) =>
  (await stored())
    .filter(({ payload }) => (payload as { data_id: string }).data_id === String(reference))
    .map(({ outcome }) => outcome);
const summary = async (payment: { id: number }) =>
  (await refundsOf(till, payment)).map(
    ({ status, amount, gateway_reference: reference, reason }) => [
      status,
      amount,
      reference !== null,
      reason,
    ],
  );

describe('a webhook notification', () => {
  it('is stored once before it is processed, without personal data', async () => {
    const { reference, ...payment } = await pending();
    double.pay(reference);
    const requestId = randomUUIDv7();
    for (let n = 0; n < 5; n += 1) assert.equal(await notify(till, reference, { requestId }), 200);
    const rows = (await stored()).filter(({ external_id: id }) => id.startsWith(requestId));
    assert.deepEqual(
      rows.map(({ payload, processed_at: at }) => [payload, at]),
      [[{ type: 'payment', action: 'payment.updated', data_id: String(reference) }, null]],
    );
    assert.equal(await statusOf(till, payment), 'pending');
    await service.work();
    assert.deepEqual(
      [
        await statusOf(till, payment),
        await outcomes(reference),
        await countEvents(till, payment, 'payment.confirmed'),
      ],
      ['confirmed', ['applied'], 1],
    );
  });

  it('of a charge that is not paid stores which one it is at the gateway, where that was lost', async () => {
    const { reference, ...payment } = await pending();
    const read = () =>
      q
        .selectFrom('payments')
        .select(['status', 'gateway_reference'])
        .where('id', '=', payment.id)
        .executeTakeFirstOrThrow();
    await q
      .updateTable('payments')
      .set({ gateway_reference: null })
      .where('id', '=', payment.id)
      .execute();
    await send(reference);
    assert.deepEqual(await read(), { status: 'pending', gateway_reference: String(reference) });
  });

  it('is refused unsigned, or signed with another secret or for another payment', async () => {
    const before = (await stored()).length;
    const { url, headers, body } = double.notification(4711);
    const forged = double.notification(4711, { secret: 'guessed' });
    const call = (headersSent: Record<string, string>, to = url) =>
      service.call('POST', to, { headers: headersSent, body });
    const wrong = [
      call({}),
      call({ 'x-request-id': headers['x-request-id'] }),
      call(forged.headers),
      call({ ...headers, 'x-request-id': 'another-request' }),
      call(headers, url.replace('4711', '4712')),
      call(headers, '/api/v1/webhooks/mercadopago'),
      call({ ...headers, 'x-signature': headers['x-signature'].replace('v1=', 'v2=') }),
      call({ ...headers, 'x-signature': 'x'.repeat(5000) }),
      call({ ...headers, 'x-signature': headers['x-signature'].replace(/ts=\d+/, 'ts=1') }),
    ];
    for (const answer of await Promise.all(wrong))
      assert.deepEqual([answer.status, answer.body['code']], [401, 'webhook_signature']);
    assert.equal(
      (await service.call('POST', url.replace('mercadopago', 'stripe'), { headers, body })).status,
      404,
    );
    assert.equal(
      (await service.call('POST', url.replace('mercadopago', 'paypal'), { headers, body })).status,
      404,
    );
    assert.equal((await stored()).length, before);
  });

  it('is refused while no secret is set', async () => {
    const secret = (value: string | null) =>
      service.call('PUT', '/api/v1/admin/settings/payment_gateway.webhook_secret', {
        token: admin.token,
        body: { value },
      });
    await secret(null);
    const { url, body } = double.notification(4711);
    const { headers } = signed('4711', { requestId: randomUUIDv7(), secret: '', type: 'payment' });
    assert.equal((await service.call('POST', url, { headers, body })).status, 401);
    await secret('secret of the double');
    assert.equal(await notify(till, 4711), 200);
  });

  it('is verified at the gateway, and changes nothing when the gateway does not know it', async () => {
    const { reference, ...payment } = await pending();
    const { url, headers, body } = double.notification(reference);
    assert.equal(
      (
        await service.call('POST', url, {
          headers,
          body: { ...body, status: 'approved', transaction_amount: 100 },
        })
      ).status,
      200,
    );
    await send(123_456_789);
    assert.deepEqual(
      [await statusOf(till, payment), await outcomes(reference), await outcomes(123_456_789)],
      ['pending', ['nothing_new'], ['not_found']],
    );
    await notify(till, double.payOnPage(randomUUIDv7(), 5));
    const other = double.notification(reference, { type: 'merchant_order' });
    await service.call('POST', other.url, other);
    await service.work();
    assert.deepEqual(
      (await stored()).slice(-2).map(({ outcome }) => outcome),
      ['unknown_payment', 'ignored'],
    );
  });

  it('is retried when the gateway is unreachable', async () => {
    const { reference, ...payment } = await pending();
    double.pay(reference);
    double.next('read', 'broken', 'drop');
    await send(reference);
    assert.equal(await statusOf(till, payment), 'pending');
    await service.work({ evenIfEarly: true });
    assert.equal(await statusOf(till, payment), 'confirmed');
  });
});

describe('a payment reported by the gateway', () => {
  it('with another amount confirms nothing, and administrators are notified', async () => {
    for (const [field, value] of [
      ['transaction_amount', 99.99],
      ['currency_id', 'ARS'],
    ] as const) {
      const { reference, ...payment } = await pending();
      double.pay(reference);
      Object.assign(double.payment(reference), { [field]: value });
      const before = (await q.selectFrom('failed_jobs').selectAll().execute()).length;
      await notify(till, reference);
      await service.work({ evenIfEarly: true });
      assert.equal(await statusOf(till, payment), 'pending', field);
      const failed = await q.selectFrom('failed_jobs').selectAll().orderBy('id').execute();
      assert.equal(failed.length, before + 1);
      assert.deepEqual(
        [failed.at(-1)?.name, failed.at(-1)?.failure.includes('another amount')],
        ['payment.webhook', true],
      );
    }
  });

  it('as cancelled or refused ends a charge, but money that arrives later still counts', async () => {
    for (const [reported, status] of [
      ['cancelled', 'cancelled'],
      ['rejected', 'failed'],
    ] as const) {
      const { reference, ...payment } = await pending();
      double.set(reference, reported);
      await send(reference, 2);
      assert.equal(await statusOf(till, payment), status);
      double.pay(reference);
      await send(reference);
      assert.deepEqual(
        [await statusOf(till, payment), (await subscriptionOf(till, payment)).status],
        ['confirmed', 'active'],
      );
      double.set(reference, reported);
      await send(reference);
      assert.equal(await statusOf(till, payment), 'confirmed', 'and is not undone by an old word');
    }
  });

  it('as refunded at its first report is confirmed and refunded, each once', async () => {
    const { reference, ...payment } = await pending();
    double.pay(reference);
    double.refundElsewhere(reference, 30);
    double.refundElsewhere(reference, 70);
    await send(reference, 3);
    assert.deepEqual(
      [
        await statusOf(till, payment),
        await countEvents(till, payment, 'payment.confirmed'),
        await countEvents(till, payment, 'payment.refunded'),
      ],
      ['refunded', 1, 2],
    );
    assert.deepEqual(await summary(payment), [
      ['succeeded', '30.00', true, 'Feito no painel do meio de pagamento'],
      ['succeeded', '70.00', true, 'Feito no painel do meio de pagamento'],
    ]);
  });

  it('as disputed is held back, and ends as the dispute is decided', async () => {
    for (const [detail, status, refund] of [
      ['settled', 'refunded', 'succeeded'],
      ['reimbursed', 'confirmed', 'failed'],
    ] as const) {
      const { reference, ...payment } = await pending();
      double.pay(reference);
      double.set(reference, 'charged_back', 'in_process');
      await send(reference, 2);
      assert.deepEqual(
        [await statusOf(till, payment), await summary(payment)],
        ['confirmed', [['processing', '100.00', true, 'Contestação do pagador']]],
      );
      assert.equal(
        (await refundCall(till, payment)).status,
        422,
        'nothing is left to be refunded meanwhile',
      );
      const refunds = double.callsOf('refund');
      double.set(reference, 'charged_back', detail);
      await later(till, 120);
      assert.deepEqual(
        [
          await statusOf(till, payment),
          (await summary(payment))[0]?.[0],
          double.callsOf('refund') - refunds,
        ],
        [status, refund, 0],
      );
    }
  });

  it('as paid twice is confirmed once, and the other is left to an administrator', async () => {
    const { reference, ...payment } = await pending();
    double.pay(reference);
    await send(reference);
    const again = double.payOnPage(payment.uuid, 100);
    await send(again);
    assert.deepEqual(
      [await outcomes(again), await countEvents(till, payment, 'payment.confirmed')],
      [['paid_twice'], 1],
    );
  });

  it('with one of our own unconfirmed refunds is not treated as refunded elsewhere', async () => {
    const { reference, ...payment } = await buildPaid(till);
    double.next('refund', 'drop_after');
    await refundCall(till, payment, { amount: 60 });
    await send(reference);
    assert.deepEqual(
      (await summary(payment)).map(([status]) => status),
      ['processing'],
      'it is being asked for',
    );
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + 120_000));
    await service.work({ evenIfEarly: true });
    assert.deepEqual(
      [await summary(payment), double.refundedAmount(reference)],
      [[['succeeded', '60.00', true, null]], 60],
    );
    double.refundElsewhere(reference, 40);
    await send(reference);
    assert.deepEqual(
      [await statusOf(till, payment), (await summary(payment)).length],
      ['refunded', 2],
    );
  });
});
