import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnSubscription, Subscription } from '@lavra/contract/subscriptions/schemas';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { buildPlan } from '../plans/plans.fixture.ts';
import { cancelNow } from './paid-period.ts';
import { createRenewalPayment } from './renewal-payment.ts';
import { lockSubscription } from './subscription-store.ts';
import {
  buildSubscription,
  payFor,
  paymentsOf,
  stateOf,
  type SubscriptionFields,
} from './subscriptions.fixture.ts';
import { startMissingTrials, startTrials } from './trials.ts';

interface Body extends OwnSubscription {
  code: string;
  errors: Record<string, string[]>;
  data: Subscription[];
  meta: { total: number; per_page: number; last_page: number; next_cursor: string | null };
}

const NOW = new Date('2027-03-10T12:00:00-03:00');
const service = await startService({ now: NOW });
service.moveClock(NOW);
const { platform } = service.app;
const { q } = service.db;
const finance = await buildAdmin(service, 'financeiro');
const call = (method: string, path: string, token?: string, body?: unknown) =>
  service.call<Body>(method, `/api/v1${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const extend = (id: number | string, body: unknown, token = finance.token) =>
  call('POST', `/admin/subscriptions/${id}/extend-trial`, token, body);
const logOf = async (id: number) =>
  (
    await q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'subscription')
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const renewalOf = (id: number) =>
  platform.command(systemActor, async (uow) =>
    createRenewalPayment(uow, await lockSubscription(uow.db, id), 'America/Sao_Paulo'),
  );
const pay = (
  id: number,
  planId: number,
  billingCycle: 'monthly' | 'quarterly' | 'annual' = 'monthly',
) => payFor(service, { id }, { planId, billingCycle });

describe("a person's subscription", () => {
  it('is a trial from the day of registration on', async () => {
    const address = {
      kind: 'farm',
      name: 'Sede',
      postal_code: '78890-000',
      street: 'Rodovia BR-163',
      number: 'S/N',
      city: 'Sorriso',
      state: 'MT',
    };
    const {
      body: { token },
    } = await service.call<{ token: string }>('POST', '/api/v1/register', {
      body: {
        user_type: 'produtor',
        name: 'Sítio Novo',
        email: 'sitio.novo@teste.example',
        password: 'Colheita2027',
        password_confirmation: 'Colheita2027',
        document_type: 'cpf',
        document_number: '52998224725',
        phone: '66999998888',
        addresses: [address],
      },
    });
    const { status, body } = await call('GET', '/subscription', token);
    assert.equal(status, 200);
    assert.deepEqual(
      [
        body.plan.slug,
        body.status,
        body.status_label,
        body.billing_cycle,
        body.due_date,
        body.days_left,
        body.next_amount,
      ],
      ['produtor-essencial', 'trial', 'Em teste', 'monthly', '2027-04-09', 30, 99.9],
    );
    assert.deepEqual(
      body.features.map(({ key, value }) => [key, value]),
      [
        ['orders.max_active', 10],
        ['orders.max_items', 100],
      ],
    );
    assert.deepEqual(
      [body.user.name, body.user.user_type, body.next_plan, body.cancel_requested_at],
      ['Sítio Novo', 'produtor', null, null],
    );
  });

  it('is created once for people who registered before subscriptions existed', async () => {
    const [producer, supplier, consultant, erased] = [
      await buildProducer(service),
      await buildSupplier(service),
      await buildConsultant(service),
      await buildProducer(service),
    ];
    await q
      .updateTable('users')
      .set({ erased_at: NOW, deleted_at: NOW })
      .where('id', '=', erased.userId)
      .execute();
    await startMissingTrials(platform);
    const plans = async () =>
      q
        .selectFrom('subscriptions as s')
        .innerJoin('plans as p', 'p.id', 's.plan_id')
        .select(['s.user_id', 'p.profile_type', 's.id', 's.status'])
        .where(
          's.user_id',
          'in',
          [producer, supplier, consultant, erased, finance].map(({ userId }) => userId),
        )
        .orderBy('s.user_id')
        .execute();
    const first = await plans();
    assert.deepEqual(
      first.map(({ user_id, profile_type, status }) => [user_id, profile_type, status]),
      [
        [producer.userId, 'producer', 'trial'],
        [supplier.userId, 'supplier', 'trial'],
        [consultant.userId, 'consultant', 'trial'],
      ],
    );
    await startMissingTrials(platform);
    assert.deepEqual(await plans(), first);
  });

  it('uses the shortest cycle that its plan sells', async () => {
    const ofConsultants = q.updateTable('plans').where('profile_type', '=', 'consultant');
    const cycles = [];
    for (const prices of [
      { price_monthly: null, price_annual: '90.00' },
      { price_monthly: null, price_quarterly: '30.00', price_annual: '90.00' },
      { price_monthly: null },
    ]) {
      await ofConsultants.set({ is_default: false }).execute();
      await buildPlan(service, { profile_type: 'consultant', is_default: true, ...prices });
      const { userId, token } = await buildConsultant(service);
      await platform.command(systemActor, (uow) => startTrials(uow, [userId]));
      cycles.push((await call('GET', '/subscription', token)).body.billing_cycle);
    }
    assert.deepEqual(cycles, ['annual', 'quarterly', 'monthly']);
    await ofConsultants.set({ is_default: false }).execute();
    await ofConsultants.set({ is_default: true }).where('slug', '=', 'consultor').execute();
  });

  it('does not exist where the profile has no default plan', async () => {
    const { token } = await buildProducer(service);
    assert.deepEqual(
      [
        (await call('GET', '/subscription', token)).status,
        (await call('GET', '/subscription', token)).body.code,
      ],
      [404, 'subscription_not_found'],
    );
    assert.equal((await call('POST', '/subscription/cancel', token)).status, 404);
  });

  it('is refused without a token, and does not exist for administrators', async () => {
    for (const [method, path] of [
      ['GET', '/subscription'],
      ['PUT', '/subscription'],
      ['POST', '/subscription/cancel'],
    ] as const) {
      assert.equal((await call(method, path)).status, 401);
      assert.equal((await call(method, path, finance.token)).status, 403);
    }
  });
});

describe('the cancellation of a subscription', () => {
  it('takes effect at the end of the period, and cancels the payment of the next one', async () => {
    const subscription = await buildSubscription(service);
    await renewalOf(subscription.id);
    const { status, body } = await call('POST', '/subscription/cancel', subscription.person.token);
    assert.deepEqual(
      [status, body.status, body.due_date, body.cancel_requested_at],
      [200, 'active', '2027-03-31', '2027-03-10 12:00:00'],
    );
    assert.deepEqual(
      (await paymentsOf(service, subscription)).map((payment) => payment.status),
      ['cancelled'],
    );
    assert.equal(
      (await call('POST', '/subscription/cancel', subscription.person.token)).body.code,
      'subscription_cancel_asked',
    );
    assert.deepEqual(await logOf(subscription.id), ['updated']);
  });

  it('is withdrawn by a new payment', async () => {
    const { id, person, plan } = await buildSubscription(service);
    await call('POST', '/subscription/cancel', person.token);
    await pay(id, plan.id);
    const { status, cancel_requested_at, due_date } = await stateOf(service, { id });
    assert.deepEqual([status, cancel_requested_at, due_date], ['active', null, '2027-04-30']);
  });

  it('requires a running subscription', async () => {
    for (const status of ['expired', 'cancelled'] as const) {
      const { person } = await buildSubscription(service, { status, due_date: '2027-03-01' });
      const refused = await call('POST', '/subscription/cancel', person.token);
      assert.deepEqual([refused.status, refused.body.code], [422, 'subscription_not_running']);
    }
  });
});

describe('a change of plan', () => {
  const change = (token: string, body: unknown) => call('PUT', '/subscription', token, body);

  it('takes effect with the next period, and can be withdrawn', async () => {
    const next = await buildPlan(service, { price_monthly: null, price_annual: '900.00' });
    const { id, person, plan } = await buildSubscription(service);
    await renewalOf(id);
    const planned = (await change(person.token, { plan_id: next.id, billing_cycle: 'annual' }))
      .body;
    assert.deepEqual(
      [
        planned.plan.id,
        planned.next_plan?.id,
        planned.next_billing_cycle,
        planned.next_amount,
        planned.due_date,
      ],
      [plan.id, next.id, 'annual', 900, '2027-03-31'],
    );
    assert.deepEqual(
      (await paymentsOf(service, { id })).map(({ status }) => status),
      ['cancelled'],
      'the payment of the old plan is called off',
    );
    await renewalOf(id);
    assert.deepEqual(
      (await paymentsOf(service, { id })).map(({ status, amount, plan_id }) => [
        status,
        amount,
        plan_id,
      ]),
      [
        ['cancelled', '100.00', plan.id],
        ['pending', '900.00', next.id],
      ],
    );
    await change(person.token, { plan_id: next.id, billing_cycle: 'annual' });
    assert.equal(
      (await paymentsOf(service, { id })).length,
      2,
      'the same choice once more changes nothing',
    );
    const back = (await change(person.token, { plan_id: plan.id, billing_cycle: 'monthly' })).body;
    assert.deepEqual(
      [back.next_plan, back.next_billing_cycle, back.next_amount],
      [null, null, 100],
    );
  });

  it('is refused where the plan is not sold to the person', async () => {
    const { person, plan } = await buildSubscription(service);
    const others = [
      await buildPlan(service, { profile_type: 'supplier' }),
      await buildPlan(service, { is_active: false }),
      { id: 999_999 },
    ];
    for (const { id } of others)
      assert.deepEqual(
        Object.keys(
          (await change(person.token, { plan_id: id, billing_cycle: 'monthly' })).body.errors,
        ),
        ['plan_id'],
      );
    assert.deepEqual(
      Object.keys(
        (await change(person.token, { plan_id: plan.id, billing_cycle: 'annual' })).body.errors,
      ),
      ['billing_cycle'],
    );
    for (const body of [
      {},
      { plan_id: plan.id },
      { plan_id: plan.id, billing_cycle: 'weekly' },
      { plan_id: '1', billing_cycle: 'monthly' },
      { plan_id: plan.id, billing_cycle: 'monthly', status: 'active' },
    ]) {
      assert.equal((await change(person.token, body)).status, 422, JSON.stringify(body));
    }
    const { person: lapsed } = await buildSubscription(service, { status: 'expired' });
    assert.equal(
      (await change(lapsed.token, { plan_id: plan.id, billing_cycle: 'monthly' })).body.code,
      'subscription_not_running',
    );
  });

  it('is refused once the next plan is paid', async () => {
    const { id, person, plan } = await buildSubscription(service);
    await pay(id, (await buildPlan(service)).id);
    assert.equal(
      (await change(person.token, { plan_id: plan.id, billing_cycle: 'monthly' })).body.code,
      'plan_change_paid',
    );
  });
});

describe('a paid period', () => {
  const cases: readonly (readonly [string, Partial<SubscriptionFields>, string])[] = [
    ['follows on a trial', { status: 'trial', due_date: '2027-03-20' }, '2027-04-20'],
    ['follows on a running period', { due_date: '2027-03-31' }, '2027-04-30'],
    [
      'begins today after an expired one',
      { status: 'expired', due_date: '2027-02-01' },
      '2027-04-10',
    ],
    [
      'begins today after a cancelled one',
      { status: 'cancelled', due_date: '2027-12-31' },
      '2027-04-10',
    ],
    ['begins today where the due date has just passed', { due_date: '2027-03-09' }, '2027-04-10'],
  ];
  for (const [title, fields, due] of cases) {
    it(title, async () => {
      const { id, plan } = await buildSubscription(service, fields);
      await pay(id, plan.id);
      const after = await stateOf(service, { id });
      assert.deepEqual(
        [after.status, after.due_date, after.plan_id, after.next_plan_id],
        ['active', due, plan.id, null],
      );
    });
  }

  it('settles its pending renewal payment, and the next renewal is created later', async () => {
    const { id, plan } = await buildSubscription(service);
    assert.equal(await renewalOf(id), true);
    assert.equal(await renewalOf(id), false, 'once a period');
    await pay(id, plan.id);
    assert.equal((await stateOf(service, { id })).renewal_payment_id, null);
    assert.equal(await renewalOf(id), true);
    assert.deepEqual(
      (await paymentsOf(service, { id })).map(({ status, due_date }) => [status, due_date]),
      [
        ['cancelled', '2027-03-31'],
        ['confirmed', '2027-03-31'],
        ['pending', '2027-04-30'],
      ],
    );
  });

  it('does not settle a payment that was confirmed or is being charged by a gateway', async () => {
    const { id, plan } = await buildSubscription(service);
    for (const change of [
      { status: 'confirmed', confirmed_at: NOW, payment_date: '2027-03-10' },
      { gateway: 'mercadopago' },
    ] as const) {
      await renewalOf(id);
      const { renewal_payment_id } = await stateOf(service, { id });
      await q.updateTable('payments').set(change).where('id', '=', renewal_payment_id).execute();
      await pay(id, plan.id);
    }
    assert.deepEqual(
      (await paymentsOf(service, { id })).map(({ status }) => status),
      ['confirmed', 'confirmed', 'pending', 'confirmed'],
    );
  });

  it('of another plan starts at once in a trial, and after the running period otherwise', async () => {
    const other = await buildPlan(service, { price_annual: '900.00' });
    const trial = await buildSubscription(service, { status: 'trial' });
    await pay(trial.id, other.id, 'annual');
    const begun = await stateOf(service, trial);
    assert.deepEqual(
      [begun.plan_id, begun.billing_cycle, begun.due_date, begun.next_plan_id],
      [other.id, 'annual', '2028-03-31', null],
    );
    const paid = await buildSubscription(service);
    await pay(paid.id, other.id, 'annual');
    const waiting = await stateOf(service, paid);
    assert.deepEqual(
      [
        waiting.plan_id,
        waiting.billing_cycle,
        waiting.due_date,
        waiting.next_plan_id,
        waiting.next_billing_cycle,
        waiting.next_from,
      ],
      [paid.plan.id, 'monthly', '2028-03-31', other.id, 'annual', '2027-03-31'],
    );
  });

  it('is ended by a refund on request', async () => {
    const { id, person } = await buildSubscription(service);
    await renewalOf(id);
    await platform.command(systemActor, (uow) => cancelNow(uow, id));
    await platform.command(systemActor, (uow) => cancelNow(uow, id));
    const { body } = await call('GET', '/subscription', person.token);
    assert.deepEqual(
      [body.status, body.cancelled_at, body.status_label],
      ['cancelled', '2027-03-10 12:00:00', 'Cancelada'],
    );
    assert.deepEqual(
      (await paymentsOf(service, { id })).map(({ status }) => status),
      ['cancelled'],
    );
    assert.deepEqual(await logOf(id), ['status_changed']);
  });
});

describe('a trial', () => {
  it('is extended from the later of today and its due date', async () => {
    const trial = await buildSubscription(service, { status: 'trial', due_date: '2027-03-20' });
    assert.deepEqual(
      [
        (await extend(trial.id, { days: 10 })).body.due_date,
        (await extend(trial.uuid, { days: 1 })).body.due_date,
      ],
      ['2027-03-30', '2027-03-31'],
    );
    const expired = await buildSubscription(service, { status: 'expired', due_date: '2027-01-01' });
    const { body } = await extend(expired.id, { days: 365 });
    assert.deepEqual([body.status, body.due_date, body.days_left], ['trial', '2028-03-09', 365]);
    assert.deepEqual(
      [await logOf(trial.id), await logOf(expired.id)],
      [['updated', 'updated'], ['status_changed']],
    );
  });

  it('can be extended, while paid and cancelled subscriptions cannot', async () => {
    for (const status of ['active', 'cancelled'] as const) {
      const { id } = await buildSubscription(service, { status });
      const { status: answer, body } = await extend(id, { days: 10 });
      assert.deepEqual([answer, body.code], [422, 'trial_not_extendable']);
    }
  });

  it('is extended by 1 to 365 whole days, by administrators with the permission', async () => {
    const { id, person } = await buildSubscription(service, { status: 'trial' });
    for (const body of [
      {},
      { days: 0 },
      { days: 366 },
      { days: 1.5 },
      { days: '10' },
      { days: null },
    ])
      assert.deepEqual(
        Object.keys((await extend(id, body)).body.errors),
        ['days'],
        JSON.stringify(body),
      );
    for (const unknown of ['999999', 'abc'])
      assert.equal((await extend(unknown, { days: 'x' })).body.code, 'subscription_not_found');
    for (const { token } of [person, await buildAdmin(service, 'operacional')])
      assert.equal((await extend(id, { days: 10 }, token)).status, 403);
    assert.equal(
      (await call('POST', `/admin/subscriptions/${id}/extend-trial`, undefined, { days: 1 }))
        .status,
      401,
    );
    assert.equal((await stateOf(service, { id })).due_date, '2027-03-31');
  });
});

describe('the list of subscriptions', () => {
  it('can be filtered by status and plan, searched by person, sorted and paged', async () => {
    const plan = await buildPlan(service);
    const made = [];
    for (const [status, due_date] of [
      ['active', '2027-05-03'],
      ['trial', '2027-05-01'],
      ['expired', '2027-05-02'],
    ] as const)
      made.push(await buildSubscription(service, { plan, status, due_date }));
    const list = async (query: string) =>
      (await call('GET', `/admin/subscriptions?plan_id=${plan.id}&${query}`, finance.token)).body;
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    const [a, b, c] = made.map(({ id }) => id);
    assert.deepEqual(await ids(''), [b, c, a]);
    assert.deepEqual(await ids('sort=-due_date'), [a, c, b]);
    assert.deepEqual(await ids('sort=created_at'), [a, b, c]);
    assert.deepEqual(await ids('status=trial'), [b]);
    assert.deepEqual(await ids('profile_type=supplier'), []);
    assert.deepEqual(
      await ids(`q=${encodeURIComponent(made[0]?.person.email.toUpperCase() ?? '')}`),
      [a],
    );
    const walked: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Body = await list(`per_page=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      walked.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next_cursor;
    }
    assert.deepEqual(walked, [b, c, a]);
    assert.deepEqual([(await list('')).meta.total, (await list('')).meta.per_page], [3, 25]);
    const [first] = (await list('')).data;
    assert.deepEqual(
      [first?.user.id, first?.plan.id, first?.billing_cycle],
      [made[1]?.person.userId, plan.id, 'monthly'],
    );
  });

  it('is visible to administrators with the permission for money', async () => {
    for (const path of ['/admin/subscriptions', '/admin/subscription-metrics']) {
      assert.equal((await call('GET', path)).status, 401);
      for (const { token } of [
        await buildAdmin(service, 'operacional'),
        await buildSupplier(service),
      ])
        assert.equal((await call('GET', path, token)).status, 403);
    }
    assert.equal(
      (await call('GET', '/admin/subscriptions?status=paid', finance.token)).status,
      422,
    );
  });
});
