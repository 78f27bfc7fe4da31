import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Checkout, OwnPayment } from '@lavra/contract/payments/schemas';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
} from '../../../../test/people.ts';
import type { Answer } from '../../../../test/service.ts';
import {
  buildPlan,
  buildSubscriber,
  configureGateway,
  later,
  notify,
  openTill,
  statusOf,
  subscriptionOf,
  countEvents,
} from '../payments.fixture.ts';

const till = await openTill();
const { service, double, admin } = till;
const slugOf = async (id: number): Promise<string> =>
  (
    await service.db.q
      .selectFrom('plans')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).slug;
const plan = await slugOf(till.planId);

const checkout = (
  { token }: { token: string },
  body: object = {},
  key?: string,
): Promise<Answer<Checkout>> =>
  service.call<Checkout>('POST', '/api/v1/subscription/checkout', {
    token,
    body: { plan, billing_cycle: 'monthly', method: 'pix', ...body },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const own = async ({ token }: { token: string }): Promise<OwnPayment[]> =>
  (await service.call<{ data: OwnPayment[] }>('GET', '/api/v1/subscription/payments', { token }))
    .body.data;
const chargeOf = (uuid: string) => double.paymentsFor(uuid)[0]?.id ?? 0;

describe('a checkout', () => {
  it('returns a Pix code with its expiry, and the subscription runs once it is paid', async () => {
    const { producer, subscriptionId } = await buildSubscriber(till);
    const {
      status,
      body: { payment, instructions },
    } = await checkout(producer);
    assert.deepEqual(
      [status, payment.status, payment.amount, payment.payment_method],
      [200, 'pending', 100, 'pix'],
    );
    assert.match(instructions?.code ?? '', /^000201/);
    assert.match(instructions?.expires_at ?? '', / 23:59:59$/);
    double.pay(chargeOf(payment.uuid));
    assert.equal(await notify(till, chargeOf(payment.uuid)), 200);
    await service.work();
    assert.deepEqual(
      [
        await statusOf(till, payment),
        (await subscriptionOf(till, { subscriptionId })).status,
        await countEvents(till, payment, 'payment.confirmed'),
      ],
      ['confirmed', 'active', 1],
    );
    assert.equal((await own(producer))[0]?.instructions, null, 'nothing is left to be paid');
  });

  it("returns the digits of a boleto in the payer's name, and stores nothing about the payer", async () => {
    const { producer } = await buildSubscriber(till);
    const {
      body: { payment, instructions },
    } = await checkout(producer, { method: 'boleto' });
    assert.match(instructions?.line ?? '', /^23793/);
    assert.match(instructions?.url ?? '', /^https:/);
    const payer = double.calls.at(-1)?.body['payer'] as {
      email: string;
      identification: { type: string; number: string };
      address: { city: string; federal_unit: string };
    }; // as the gateway double received it
    assert.deepEqual(
      [payer.email, payer.identification, payer.address.city, payer.address.federal_unit],
      [producer.email, { type: 'CPF', number: producer.document }, 'Sorriso', 'MT'],
    );
    const stored = await service.db.q
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    for (const mark of [producer.email, producer.name, producer.document ?? ''])
      assert.ok(!JSON.stringify(stored).includes(mark), mark);
  });

  it("sends a card to the gateway's own page, where a declined attempt can be repeated", async () => {
    const { producer } = await buildSubscriber(till);
    const {
      body: { payment, instructions },
    } = await checkout(producer, { method: 'credit_card' });
    assert.deepEqual(
      [instructions?.kind, instructions?.code, instructions?.url],
      ['card_page', null, `https://pay.example/page/${payment.uuid}`],
    );
    await notify(till, double.payOnPage(payment.uuid, 100, 'rejected'));
    await service.work();
    assert.equal(await statusOf(till, payment), 'pending');
    await notify(till, double.payOnPage(payment.uuid, 100));
    await service.work();
    assert.equal(await statusOf(till, payment), 'confirmed');
  });

  it('accepts no card number and no unknown field', async () => {
    const { producer } = await buildSubscriber(till);
    assert.equal((await checkout(producer, { card_number: '4111111111111111' })).status, 422);
  });

  it('made again for the same choice is the same charge, also for concurrent requests', async () => {
    const { producer } = await buildSubscriber(till);
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkout(producer)));
    assert.deepEqual(
      [
        new Set(answers.map(({ body }) => body.payment.uuid)).size,
        new Set(answers.map(({ body }) => body.instructions?.code)).size,
      ],
      [1, 1],
    );
    const uuid = answers[0]?.body.payment.uuid ?? '';
    assert.deepEqual(
      [double.effectsOf(uuid), double.paymentsFor(uuid).length, (await own(producer)).length],
      [1, 1, 1],
    );
    const other = await checkout(producer, { billing_cycle: 'annual' });
    assert.deepEqual([other.body.payment.amount, (await own(producer)).length], [1000, 2]);
  });

  it('returns the first reply again under its Idempotency-Key', async () => {
    const { producer } = await buildSubscriber(till);
    const [first, second] = [await checkout(producer, {}, 'k'), await checkout(producer, {}, 'k')];
    assert.deepEqual(second.body, first.body);
  });

  it('is a new charge once the code of the last one has expired', async () => {
    const { producer } = await buildSubscriber(till);
    const first = await checkout(producer);
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + 3 * 86_400_000));
    const fresh = { token: await service.tokenFor(producer.userId) };
    const second = await checkout(fresh);
    assert.notEqual(second.body.payment.uuid, first.body.payment.uuid);
  });

  it('for a pending renewal charges that renewal', async () => {
    const { producer, subscriptionId } = await buildSubscriber(till);
    const now = service.app.platform.clock.now();
    const { id } = await service.db.q
      .insertInto('payments')
      .values({
        uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
        subscription_id: subscriptionId,
        user_id: producer.userId,
        plan_id: till.planId,
        billing_cycle: 'monthly',
        amount: '100.00',
        status: 'overdue',
        due_date: '2026-01-01',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { body } = await checkout({ token: await service.tokenFor(producer.userId) });
    assert.deepEqual(
      [body.payment.id, body.payment.status, body.payment.payment_method, body.instructions?.kind],
      [id, 'pending', 'pix', 'pix'],
    );
  });

  it('gives a person without a subscription one, which runs once it is paid', async () => {
    const producer = await buildProducer(service);
    await service.db.q.deleteFrom('subscriptions').where('user_id', '=', producer.userId).execute();
    const {
      body: { payment },
    } = await checkout(producer);
    const subscription = () => subscriptionOf(till, { subscriptionId: payment.subscription_id });
    assert.equal((await subscription()).status, 'expired');
    double.pay(chargeOf(payment.uuid));
    await notify(till, chargeOf(payment.uuid));
    await service.work();
    assert.equal((await subscription()).status, 'active');
  });
});

describe('a checkout without a reply from the gateway', () => {
  for (const fault of ['drop_after', 'cut_after', 'broken', 'busy'] as const) {
    it(`leaves a pending payment, and a second attempt charges that one, once: ${fault}`, async () => {
      const { producer } = await buildSubscriber(till);
      double.next('charge', fault);
      const first = await checkout(producer);
      assert.deepEqual(
        [first.status, first.body.payment.status, first.body.instructions],
        [200, 'pending', null],
      );
      const second = await checkout(producer);
      assert.deepEqual(
        [
          second.body.payment.uuid,
          second.body.instructions?.kind,
          double.effectsOf(first.body.payment.uuid),
        ],
        [first.body.payment.uuid, 'pix', 1],
      );
    });
  }

  it('is completed by its webhook, or by a query without one', async () => {
    for (const find of [
      async (reference: number) => {
        await notify(till, reference);
        await service.work();
      },
      () => later(till, 2400, 'open charges'),
    ]) {
      const { producer } = await buildSubscriber(till);
      double.next('charge', 'drop_after');
      const {
        body: { payment },
      } = await checkout({ token: await service.tokenFor(producer.userId) });
      double.pay(chargeOf(payment.uuid));
      await find(chargeOf(payment.uuid));
      assert.deepEqual(
        [await statusOf(till, payment), await countEvents(till, payment, 'payment.confirmed')],
        ['confirmed', 1],
      );
    }
  });
});

describe('a checkout after the price has changed', () => {
  const asked = async (price_monthly: string | null) => {
    const planId = await buildPlan(service, { price_monthly });
    const { producer, subscriptionId } = await buildSubscriber({ ...till, planId });
    const token = await service.tokenFor(producer.userId);
    return {
      subscriptionId,
      producer,
      pay: async (method = 'pix') => checkout({ token }, { plan: await slugOf(planId), method }),
      own: () => own({ token }),
      /** Issues the renewal at 89.90, due in so many days, as the scheduler does. */
      renew: async (days: number) => {
        const now = service.app.platform.clock.now();
        const { id } = await service.db.q
          .insertInto('payments')
          .values({
            uuid: randomUUIDv7(),
            subscription_id: subscriptionId,
            user_id: producer.userId,
            plan_id: planId,
            billing_cycle: 'monthly',
            amount: '89.90',
            status: days < 0 ? 'overdue' : 'pending',
            due_date: addDays(localDate(now, service.app.platform.zone), days),
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await service.db.q
          .updateTable('subscriptions')
          .set({ renewal_payment_id: id })
          .where('id', '=', subscriptionId)
          .execute();
        return id;
      },
      reprice: (price: string | null, is_active = true) =>
        service.db.q
          .updateTable('plans')
          .set({ price_monthly: price, is_active })
          .where('id', '=', planId)
          .execute(),
    };
  };
  const openOf = (payments: readonly OwnPayment[]) =>
    payments
      .filter(({ status }) => status === 'pending' || status === 'overdue')
      .map(({ id, amount }) => [id, amount]);

  it('charges the renewal at the amount that it asks for, until its due date', async () => {
    for (const price of ['109.90', null]) {
      const { pay, own: payments, renew, reprice } = await asked('89.90');
      const id = await renew(5);
      await reprice(price, price !== null);
      const { status, body } = await pay();
      assert.deepEqual(
        [status, body.payment.id, body.payment.amount],
        [200, id, 89.9],
        price ?? '',
      );
      assert.deepEqual(openOf(await payments()), [[id, 89.9]]);
    }
  });

  it('charges the lower price of today, and calls the dearer renewal off', async () => {
    const { pay, own: payments, renew, reprice } = await asked('89.90');
    await renew(5);
    await reprice('79.90');
    const { payment } = (await pay()).body;
    assert.deepEqual(openOf(await payments()), [[payment.id, 79.9]]);
  });

  it("charges today's price for a renewal past its due date, which is called off", async () => {
    const { pay, own: payments, renew, reprice, subscriptionId } = await asked('89.90');
    const id = await renew(-1);
    await reprice('109.90');
    const { payment } = (await pay()).body;
    assert.deepEqual(openOf(await payments()), [[payment.id, 109.9]]);
    assert.equal(await statusOf(till, { id }), 'cancelled');
    assert.equal((await subscriptionOf(till, { subscriptionId })).renewal_payment_id, null);
  });

  it('returns the code that can still be paid, and asks the same by another method', async () => {
    const { pay, reprice } = await asked('89.90');
    const first = (await pay()).body.payment;
    await reprice('109.90');
    assert.deepEqual((await pay()).body.payment.id, first.id);
    assert.equal((await pay('boleto')).body.payment.amount, 89.9);
  });
});

describe('the refusals of a checkout', () => {
  it('mark the payment as failed when the gateway refuses, and another method is a new charge', async () => {
    const { producer } = await buildSubscriber(till);
    const token = await service.tokenFor(producer.userId);
    double.next('charge', 'refuse');
    const refused = await checkout({ token }, { method: 'boleto' });
    assert.deepEqual(
      [refused.status, (refused.body as unknown as { code: string }).code],
      [422, 'payment_refused'],
    );
    assert.deepEqual(
      (await own({ token })).map(({ status }) => status),
      ['failed'],
    );
    assert.equal((await checkout({ token })).status, 200);
  });

  it('cover plans that are not sold to the caller, not in this cycle, no longer, or free', async () => {
    const token = await service.tokenFor((await buildSubscriber(till)).producer.userId);
    const [foreign, inactive, free] = [
      await buildPlan(service, { profile_type: 'supplier' }),
      await buildPlan(service, { is_active: false }),
      await buildPlan(service, { price_monthly: '0.00' }),
    ];
    for (const id of [foreign, inactive, free])
      assert.equal((await checkout({ token }, { plan: await slugOf(id) })).status, 422);
    for (const wrong of [
      { plan: 'nenhum' },
      { billing_cycle: 'quarterly' },
      { billing_cycle: 'weekly' },
      { method: 'manual' },
      { plan: '' },
    ])
      assert.equal((await checkout({ token }, wrong)).status, 422, JSON.stringify(wrong));
    assert.equal(
      (await checkout({ token }, { plan: String(till.planId) })).status,
      200,
      'an id names a plan, too',
    );
    assert.deepEqual((await own({ token })).length, 1);
  });

  it('cover the time while no gateway is configured', async () => {
    const token = await service.tokenFor((await buildSubscriber(till)).producer.userId);
    await configureGateway(service, await service.tokenFor(admin.userId), double.url, 'none');
    const { status, body } = await checkout({ token });
    await configureGateway(service, await service.tokenFor(admin.userId), double.url);
    assert.deepEqual(
      [status, (body as unknown as { code: string }).code],
      [422, 'gateway_not_configured'],
    );
  });

  it('cover callers without a token, and administrators', async () => {
    const body = { plan, billing_cycle: 'monthly', method: 'pix' };
    assert.equal(
      (await service.call('POST', '/api/v1/subscription/checkout', { body })).status,
      401,
    );
    assert.equal((await checkout(await buildAdmin(service))).status, 403);
    for (const person of [await buildSupplier(service), await buildConsultant(service)])
      assert.equal((await checkout(person)).status, 422, "a producer's plan");
  });

  it('keep the payments of other callers hidden', async () => {
    const [one, other] = [await buildSubscriber(till), await buildSubscriber(till)];
    const tokens = await Promise.all(
      [one, other].map(({ producer }) => service.tokenFor(producer.userId)),
    );
    await checkout({ token: tokens[0] ?? '' });
    assert.deepEqual(
      [
        (await own({ token: tokens[0] ?? '' })).length,
        (await own({ token: tokens[1] ?? '' })).length,
      ],
      [1, 0],
    );
  });
});
