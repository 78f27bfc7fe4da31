import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Checkout, Payment } from '@lavra/contract/payments/schemas';
import { addDays, daysUntil } from '@lavra/domain/calendar/calendar';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { PeriodsModel } from '@lavra/domain/subscription/periods-model.fixture';
import { buildProducer } from '../../../test/people.ts';
import { announceRenewals, settlePayments, settleSubscriptions } from '../scheduling/due-subscriptions.ts';
import { goingOn } from '../scheduling/scheduling.fixture.ts';
import { notify, openTill } from './payments.fixture.ts';

// Random stories of one subscriber on the real service, with a provider that collects, gives back and disputes: on each
// day that counts the plan in force is the one that was paid for, and each amount stands beside its own period.

const till = await openTill();
const { service, double } = till;
const { q } = service.db;
const { platform } = service.app;
const RUNS = Math.min(40, Number(process.env['LAVRA_RACE_TRIALS'] ?? 12));
const job = service.app.work.jobs.find(({ name }) => name === 'payment.webhook') as unknown as { run: (data: { webhook_id: number }) => Promise<void> }; // the one of that name
const FIRST = '2027-01-20';

const prices = { cheap: { price_monthly: '10.00', price_quarterly: '28.00', price_annual: '100.00' }, dear: { price_monthly: '500.00', price_quarterly: '1400.00', price_annual: '5000.00' } } as const;
const planOf = async (slug: keyof typeof prices): Promise<number> => {
  const now = platform.clock.now();
  return (await q.insertInto('plans').values({ uuid: randomUUIDv7(), name: slug, slug, profile_type: 'producer', ...prices[slug], created_at: now, updated_at: now }).returning('id').executeTakeFirstOrThrow()).id;
};
const plans = { cheap: await planOf('cheap'), dear: await planOf('dear') };

type Step =
  | { readonly kind: 'pay'; readonly plan: keyof typeof plans; readonly cycle: BillingCycle; readonly late: boolean }
  | { readonly kind: 'by hand' }
  | { readonly kind: 'refund' | 'refund a part' | 'refund a part and cancel' | 'refund and cancel' | 'refund and cancel, done late' | 'refund in the panel' | 'dispute lost' | 'dispute won'; readonly which: number }
  | { readonly kind: 'plan a change' | 'ask to leave' }
  | { readonly kind: 'days'; readonly count: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), plan: fc.constantFrom('cheap' as const, 'dear' as const), cycle: fc.constantFrom('monthly' as const, 'quarterly' as const, 'annual' as const), late: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'by hand' }, { kind: 'plan a change' }, { kind: 'ask to leave' }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('refund' as const, 'refund a part' as const, 'refund a part and cancel' as const, 'refund and cancel' as const, 'refund and cancel, done late' as const, 'refund in the panel' as const, 'dispute lost' as const, 'dispute won' as const), which: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max: 100 }) }) },
);

/** One subscriber, and what they should have. */
class Story {
  readonly model: PeriodsModel;
  readonly #person: { readonly userId: number };
  readonly #id: number;
  readonly #paid: number[] = [];
  /** What lost disputes took, and may give back. */
  readonly #lost = new Map<number, ReturnType<PeriodsModel['refund']>>();

  private constructor(person: { readonly userId: number }, id: number, model: PeriodsModel) {
    [this.#person, this.#id, this.model] = [person, id, model];
  }

  static async begin(trialDays: number | undefined): Promise<Story> {
    at(FIRST);
    const person = await buildProducer(service);
    const due_date = addDays(FIRST, trialDays ?? -1);
    const now = platform.clock.now();
    const { id } = await q.insertInto('subscriptions').values({
      uuid: randomUUIDv7(), user_id: person.userId, plan_id: plans.cheap, status: trialDays === undefined ? 'expired' : 'trial', billing_cycle: 'monthly', due_date, created_at: now, updated_at: now,
    }).returning('id').executeTakeFirstOrThrow();
    return new Story(person, id, new PeriodsModel(FIRST, trialDays === undefined ? null : { planId: plans.cheap, until: due_date }));
  }

  async take(one: Step): Promise<void> {
    if (one.kind === 'pay') return this.#pay(one);
    if (one.kind === 'by hand') return this.#payByHand();
    if (one.kind === 'days') return this.pass(one.count);
    if (!('which' in one)) {
      await (one.kind === 'ask to leave' ? this.#call('POST', '/subscription/cancel') : this.#call('PUT', '/subscription', { plan_id: plans.dear, billing_cycle: 'monthly' }));
      return;
    }
    const id = this.#paid[one.which % Math.max(1, this.#paid.length)];
    if (id !== undefined) await this.#return(one.kind, id);
  }

  async #pay({ plan, cycle, late }: Extract<Step, { kind: 'pay' }>): Promise<void> {
    const { body } = await this.#call<Checkout>('POST', '/subscription/checkout', { plan, billing_cycle: cycle, method: 'pix' });
    const reference = double.paymentsFor(body.payment.uuid)[0]?.id ?? 0;
    // Overdue, failed or cancelled meanwhile: money that arrives counts.
    if (late) { await this.pass(5); double.set(reference, 'cancelled'); await tell(reference); }
    double.pay(reference);
    await tell(reference);
    this.#paid.push(body.payment.id);
    this.model.pay({ key: body.payment.id, planId: plans[plan], cycle });
  }

  async #payByHand(): Promise<void> {
    const { body } = await asAdmin<Payment>('POST', '/subscription-payments', { subscription_id: this.#id, amount: 7.77, payment_method: 'transfer' });
    const { body: { id, plan, billing_cycle, status } } = await asAdmin<Payment>('POST', `/subscription-payments/${body.id}/confirm`, {});
    assert.equal(status, 'confirmed');
    this.#paid.push(id);
    this.model.pay({ key: id, planId: plan.id, cycle: billing_cycle });
  }

  async #return(kind: string, id: number): Promise<void> {
    const { gateway_reference: reference, amount } = await q.selectFrom('payments').select(['gateway_reference', 'amount']).where('id', '=', id).executeTakeFirstOrThrow();
    if (kind === 'refund and cancel, done late') return this.#refundLate(id, reference);
    if (kind.startsWith('refund') && kind !== 'refund in the panel') {
      const part = kind.startsWith('refund a part') ? { amount: 0.01 } : {};
      const cancels = kind.endsWith('and cancel');
      const { status } = await asAdmin('POST', `/subscription-payments/${id}/refund`, { ...part, cancel_subscription: cancels });
      if (status === 200 && cancels) { this.model.end(); this.#lost.clear(); }
    } else if (reference !== null && this.#lost.has(id)) {
      if (kind === 'dispute won') await this.#win(id, reference);
    } else if (reference !== null && double.payment(reference).status === 'approved') {
      if (kind === 'refund in the panel') double.refundElsewhere(reference, (Math.round(Number(amount) * 100) - Math.round(double.refundedAmount(reference) * 100)) / 100);
      else double.set(reference, 'charged_back', kind === 'dispute lost' ? 'settled' : 'reimbursed');
      await tell(Number(reference));
      if (kind === 'dispute won') double.set(reference, 'approved');
    }
    const { status } = await q.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    if (status !== 'refunded') return;
    const taken = this.model.refund(id);
    if (kind === 'dispute lost' && !this.#lost.has(id)) this.#lost.set(id, taken);
  }

  async #win(id: number, reference: string): Promise<void> {
    double.set(reference, 'charged_back', 'reimbursed');
    await tell(Number(reference));
    double.set(reference, 'approved');
    const taken = this.#lost.get(id);
    if (taken !== undefined) this.model.pay(taken);
    this.#lost.delete(id);
  }

  /** Asked for today, done tomorrow: what is paid for in between stays. */
  async #refundLate(id: number, reference: string | null): Promise<void> {
    const { status } = await q.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    if (reference === null || status !== 'confirmed') return;
    double.next('refund', 'in_process');
    assert.equal((await asAdmin('POST', `/subscription-payments/${id}/refund`, { cancel_subscription: true })).status, 200);
    await this.pass(1);
    await this.#pay({ kind: 'pay', plan: 'cheap', cycle: 'monthly', late: false });
    double.finishRefund(Number(reference), 'approved');
    await tell(Number(reference));
    this.model.refund(id);
    this.model.end(this.#paid.slice(-1));
    this.#lost.clear();
  }

  /** Days go by; the scheduler looks on the last of them, and wherever a period begins or ends. */
  async pass(days: number): Promise<void> {
    for (let left = days; left > 0; left -= 1) {
      const before = this.model.runningKey;
      this.model.nextDay();
      if (left > 1 && this.model.runningKey === before && this.model.planId !== null) continue;
      at(this.model.today);
      for (const turn of [settleSubscriptions, announceRenewals, settlePayments]) await turn(platform, goingOn);
      await this.held();
      if (this.model.planId === null && left > 1) { for (; left > 1; left -= 1) this.model.nextDay(); at(this.model.today); }
    }
  }

  async held(): Promise<void> {
    const { status, plan_id, due_date } = await q.selectFrom('subscriptions').select(['status', 'plan_id', 'due_date']).where('id', '=', this.#id).executeTakeFirstOrThrow();
    const runs = (status === 'active' || status === 'trial') && due_date >= this.model.today;
    assert.equal(runs ? plan_id : null, this.model.planId, `${this.model.today} ${status} until ${due_date}`);
  }

  /** To the end of all that was paid; then each amount is held against its period. */
  async end(): Promise<void> {
    for (let n = 0; n < 60 && this.model.planId !== null; n += 1) {
      const { due_date } = await q.selectFrom('subscriptions').select('due_date').where('id', '=', this.#id).executeTakeFirstOrThrow();
      await this.pass(Math.max(1, daysUntil(due_date, this.model.today)));
    }
    assert.deepEqual([this.model.planId, this.model.waiting], [null, 0]);
    const rows = await q.selectFrom('payments as p').leftJoin('subscription_periods as r', (join) => join.onRef('r.payment_id', '=', 'p.id').on('r.origin', '=', 'payment'))
      .select(['p.id', 'p.amount', 'p.plan_id', 'p.billing_cycle', 'r.amount as paid', 'r.plan_id as given', 'r.billing_cycle as cycle']).where('p.subscription_id', '=', this.#id).where('p.confirmed_at', 'is not', null).orderBy('p.id').execute();
    assert.deepEqual(rows.map(({ paid, given, cycle }) => [paid, given, cycle]), rows.map(({ amount, plan_id, billing_cycle }) => [amount, plan_id, billing_cycle]));
    assert.equal(rows.length, this.#paid.length);
  }

  async #call<B>(method: string, path: string, body?: unknown) {
    const token = await service.tokenFor(this.#person.userId);
    return service.call<B>(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  }
}

const at = (day: string): void => service.moveClock(new Date(`${day}T12:00:00-03:00`));
const asAdmin = async <B>(method: string, path: string, body: unknown) => service.call<B>(method, `/api/v1/admin${path}`, { token: await service.tokenFor(till.admin.userId), body });
async function tell(reference: number): Promise<void> {
  assert.equal(await notify(till, reference), 200);
  for (const { id } of await q.selectFrom('gateway_webhooks').select('id').where('processed_at', 'is', null).execute()) await job.run({ webhook_id: id });
}

describe('random stories of payments, changes, refunds, disputes and days', () => {
  it('give what was paid for, to the day and the cent', () => fc.assert(fc.asyncProperty(fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }), fc.array(step, { minLength: 3, maxLength: 10 }), async (trialDays, steps) => {
    const story = await Story.begin(trialDays);
    for (const one of steps) { await story.take(one); await story.held(); }
    await story.end();
  }), { numRuns: RUNS, endOnFailure: true }));
});
