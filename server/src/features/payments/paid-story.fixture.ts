import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Checkout, Payment } from '@lavra/contract/payments/schemas';
import { addDays, daysUntil } from '@lavra/domain/calendar/calendar';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { PeriodsModel } from '@lavra/domain/subscription/periods-model.fixture';
import { buildProducer } from '../../../test/people.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { announceRenewals, settleSubscriptions } from '../subscriptions/due-subscriptions.ts';
import { settlePayments } from './overdue-payments.ts';
import { notify, type Till } from './payments.fixture.ts';

export const planNames = ['cheap', 'dear'] as const;
export type PlanName = (typeof planNames)[number];
/** What can happen to money that was paid. */
export const returns = [
  'refund',
  'refund a part',
  'refund a part and cancel',
  'refund and cancel',
  'refund and cancel, done late',
  'refund in the panel',
  'dispute opened',
  'dispute lost',
  'dispute won',
] as const;
export type Return = (typeof returns)[number];
/**
 * Selects one of the payments so far: by number, the newest, the one of the last step that selected
 * one, or the one after that.
 */
export type Which = number | 'last' | 'same' | 'next';

export type Step =
  | {
      readonly kind: 'pay';
      readonly plan: PlanName;
      readonly cycle: BillingCycle;
      readonly late: boolean;
    }
  | { readonly kind: 'by hand' }
  | { readonly kind: Return; readonly which: Which }
  | { readonly kind: 'plan a change' | 'ask to leave' | 'days until all is over' }
  | { readonly kind: 'days'; readonly count: number };

const FIRST = '2027-01-20';
const prices = {
  cheap: { price_monthly: '10.00', price_quarterly: '28.00', price_annual: '100.00' },
  dear: { price_monthly: '500.00', price_quarterly: '1400.00', price_annual: '5000.00' },
} as const;

/** Environment of the sequences: the service, its provider, and two plans on sale. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(till: Till) {
  const { service } = till;
  const { platform, work } = service.app;
  const { q } = service.db;
  const job = work.jobs.find(({ name }) => name === 'payment.webhook') as unknown as {
    run: (data: { webhook_id: number }) => Promise<void>;
  }; // the one with that name
  const planOf = async (slug: PlanName): Promise<number> => {
    const now = platform.clock.now();
    return (
      await q
        .insertInto('plans')
        .values({
          uuid: randomUUIDv7(),
          name: slug,
          slug,
          profile_type: 'producer',
          ...prices[slug],
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };
  return {
    till,
    plans: { cheap: await planOf('cheap'), dear: await planOf('dear') },
    at: (day: string): void => service.moveClock(new Date(`${day}T12:00:00-03:00`)),
    asAdmin: async <B>(method: string, path: string, body: unknown) =>
      service.call<B>(method, `/api/v1/admin${path}`, {
        token: await service.tokenFor(till.admin.userId),
        body,
      }),
    /** Sends a notification of the provider and runs the jobs that follow from it. */
    report: async (reference: number | string): Promise<void> => {
      assert.equal(await notify(till, reference), 200);
      for (const { id } of await q
        .selectFrom('gateway_webhooks')
        .select('id')
        .where('processed_at', 'is', null)
        .execute())
        await job.run({ webhook_id: id });
    },
  };
}

/** One subscriber, and the model of what they should have. */
export class Story {
  readonly #stage: Stage;
  readonly #model: PeriodsModel;
  readonly #person: { readonly userId: number };
  readonly #id: number;
  readonly #paid: number[] = [];
  #about = 0;
  /**
   * What lost disputes took and a won one would give back: nothing when it was already over, or
   * ended for good since.
   */
  readonly #lost = new Map<number, ReturnType<PeriodsModel['refund']>>();
  /**
   * Whether the subscriber has requested cancellation at the end of the paid days, and whether it
   * has taken effect.
   */
  #wish: 'none' | 'asked' | 'left' = 'none';

  private constructor(
    stage: Stage,
    person: { readonly userId: number },
    id: number,
    model: PeriodsModel,
  ) {
    [this.#stage, this.#person, this.#id, this.#model] = [stage, person, id, model];
  }

  /** Creates a producer in a trial of this many days, or with an expired subscription. */
  static async begin(stage: Stage, trialDays: number | undefined): Promise<Story> {
    stage.at(FIRST);
    const {
      till: { service },
      plans,
    } = stage;
    const person = await buildProducer(service);
    const due_date = addDays(FIRST, trialDays ?? -1);
    const now = service.app.platform.clock.now();
    const { id } = await service.db.q
      .insertInto('subscriptions')
      .values({
        uuid: randomUUIDv7(),
        user_id: person.userId,
        plan_id: plans.cheap,
        status: trialDays === undefined ? 'expired' : 'trial',
        billing_cycle: 'monthly',
        due_date,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return new Story(
      stage,
      person,
      id,
      new PeriodsModel(
        FIRST,
        trialDays === undefined ? null : { planId: plans.cheap, until: due_date },
      ),
    );
  }

  async take(one: Step): Promise<void> {
    if (one.kind === 'pay') return this.#pay(one);
    if (one.kind === 'by hand') return this.#payByHand();
    if (one.kind === 'days') return this.#pass(one.count);
    if (one.kind === 'days until all is over') return this.#passAll();
    if (one.kind === 'ask to leave') return this.#askToLeave();
    if (!('which' in one)) return this.#planChange();
    const id = this.#pick(one.which);
    if (id !== undefined) await this.#return(one.kind, id);
  }

  #pick(which: Which): number | undefined {
    const count = this.#paid.length;
    if (which === 'next') return this.#paid[(this.#about + 1) % Math.max(1, count)];
    if (which !== 'same')
      this.#about = which === 'last' ? Math.max(0, count - 1) : which % Math.max(1, count);
    return this.#paid[this.#about];
  }

  async #pay({ plan, cycle, late }: Extract<Step, { kind: 'pay' }>): Promise<void> {
    const {
      till: { double },
      plans,
      report,
    } = this.#stage;
    const { body } = await this.#call<Checkout>('POST', '/subscription/checkout', {
      plan,
      billing_cycle: cycle,
      method: 'pix',
    });
    const reference = double.paymentsFor(body.payment.uuid)[0]?.id ?? 0;
    // Overdue, failed or cancelled meanwhile: late money counts.
    if (late) {
      await this.#pass(5);
      double.set(reference, 'cancelled');
      await report(reference);
    }
    double.pay(reference);
    await report(reference);
    this.#isPaid(body.payment.id, plans[plan], cycle);
  }

  async #payByHand(): Promise<void> {
    const { asAdmin } = this.#stage;
    const { body } = await asAdmin<Payment>('POST', '/subscription-payments', {
      subscription_id: this.#id,
      amount: 7.77,
      agreed_amount: true,
      payment_method: 'transfer',
    });
    const {
      body: { id, plan, billing_cycle, status },
    } = await asAdmin<Payment>('POST', `/subscription-payments/${body.id}/confirm`, {});
    assert.equal(status, 'confirmed');
    this.#isPaid(id, plan.id, billing_cycle);
  }

  #isPaid(key: number, planId: number, cycle: BillingCycle): void {
    this.#paid.push(key);
    this.#model.pay({ key, planId, cycle });
    this.#wish = 'none';
  }

  async #planChange(): Promise<void> {
    await this.#call('PUT', '/subscription', {
      plan_id: this.#stage.plans.dear,
      billing_cycle: 'monthly',
    });
  }

  async #askToLeave(): Promise<void> {
    const { status } = await this.#call('POST', '/subscription/cancel');
    if (status === 200) this.#wish = 'asked';
  }

  async #return(kind: Return, id: number): Promise<void> {
    const { double } = this.#stage.till;
    const { gateway_reference: reference, amount, status } = await this.#payment(id);
    const there = reference === null ? undefined : double.payment(reference).status;
    if (kind === 'refund and cancel, done late') {
      if (reference !== null && status === 'confirmed' && there === 'approved')
        await this.#refundLate(id, reference);
      return;
    }
    if (kind.startsWith('refund') && kind !== 'refund in the panel') return this.#refund(kind, id);
    if (reference === null) return;
    if (kind === 'refund in the panel') {
      if (there !== 'approved') return;
      double.refundElsewhere(
        reference,
        (Math.round(Number(amount) * 100) - Math.round(double.refundedAmount(reference) * 100)) /
          100,
      );
      await this.#stage.report(reference);
      await this.#isReturned(id);
      return;
    }
    if (there === 'approved' || there === 'charged_back') await this.#dispute(kind, id, reference);
  }

  async #refund(kind: Return, id: number): Promise<void> {
    const part = kind.startsWith('refund a part') ? { amount: 0.01 } : {};
    const cancels = kind.endsWith('and cancel');
    const { status } = await this.#stage.asAdmin('POST', `/subscription-payments/${id}/refund`, {
      ...part,
      cancel_subscription: cancels,
    });
    if (status !== 200) return;
    await this.#isReturned(id);
    if (cancels) this.#isEnded();
  }

  async #dispute(kind: Return, id: number, reference: string): Promise<void> {
    const {
      till: { double },
      report,
    } = this.#stage;
    const wasLost = this.#lost.has(id);
    if (wasLost && kind !== 'dispute won') return;
    double.set(
      reference,
      'charged_back',
      { 'dispute opened': 'in_process', 'dispute lost': 'settled' }[kind as string] ?? 'reimbursed',
    );
    await report(reference);
    if (kind === 'dispute lost') this.#lost.set(id, await this.#isReturned(id));
    if (kind !== 'dispute won') return;
    double.set(reference, 'approved');
    const taken = this.#lost.get(id);
    this.#lost.delete(id);
    if (taken === undefined) return;
    this.#model.pay(taken);
    // A subscriber whose cancellation had taken effect still receives the days and leaves when they
    // are over.
    if (this.#wish === 'left') this.#wish = 'asked';
  }

  /** Requested today, completed tomorrow: what is paid in between stays. */
  async #refundLate(id: number, reference: string): Promise<void> {
    const {
      till: { double },
      report,
      asAdmin,
    } = this.#stage;
    double.next('refund', 'in_process');
    assert.equal(
      (await asAdmin('POST', `/subscription-payments/${id}/refund`, { cancel_subscription: true }))
        .status,
      200,
    );
    await this.#pass(1);
    await this.#pay({ kind: 'pay', plan: 'cheap', cycle: 'monthly', late: false });
    double.finishRefund(reference, 'approved');
    await report(reference);
    await this.#isReturned(id);
    this.#isEnded(this.#paid.slice(-1));
  }

  /**
   * When a payment is refunded completely, removes what it gave and returns what was left of it.
   */
  async #isReturned(id: number): Promise<ReturnType<PeriodsModel['refund']>> {
    const { status } = await this.#payment(id);
    const taken = status === 'refunded' ? this.#model.refund(id) : undefined;
    this.#isOver();
    return taken;
  }

  /**
   * The administration ended the subscription: immediately, for good, and together with what a
   * dispute could have given back.
   */
  #isEnded(kept: readonly number[] = []): void {
    this.#model.end(kept);
    for (const id of this.#lost.keys()) this.#lost.set(id, undefined);
    if (this.#model.planId === null) this.#wish = 'left';
  }

  #isOver(): void {
    if (this.#model.planId === null && this.#wish === 'asked') this.#wish = 'left';
  }

  /**
   * Advances the days; the scheduler runs on the last of them and on each day on which a period
   * begins or ends.
   */
  async #pass(days: number): Promise<void> {
    const {
      till: { service },
      at,
    } = this.#stage;
    for (let left = days; left > 0; left -= 1) {
      const before = this.#model.runningKey;
      this.#model.nextDay();
      this.#isOver();
      if (left > 1 && this.#model.runningKey === before && this.#model.planId !== null) continue;
      at(this.#model.today);
      for (const turn of [settleSubscriptions, announceRenewals, settlePayments])
        await turn(service.app.platform, neverAborted);
      await this.held();
      if (this.#model.planId === null && left > 1) {
        for (; left > 1; left -= 1) this.#model.nextDay();
        at(this.#model.today);
      }
    }
  }

  async #passAll(): Promise<void> {
    for (let n = 0; n < 60 && this.#model.planId !== null; n += 1)
      await this.#pass(
        Math.max(1, daysUntil((await this.#subscription()).due_date, this.#model.today)),
      );
  }

  /**
   * Asserts that today's plan is the one that was paid for, and that the status matches how it was
   * obtained.
   */
  async held(): Promise<void> {
    const { status, plan_id, due_date, cancel_requested_at: asked } = await this.#subscription();
    const runs = (status === 'active' || status === 'trial') && due_date >= this.#model.today;
    const planId = this.#model.planId;
    const expected =
      planId === null
        ? { none: 'expired', asked: 'left', left: 'cancelled' }[this.#wish]
        : this.#model.runningKey === null
          ? 'trial'
          : 'active';
    assert.deepEqual(
      [runs ? plan_id : null, status, asked !== null],
      [planId, expected, this.#wish === 'asked'],
      `${this.#model.today} ${status} until ${due_date}`,
    );
  }

  /** Advances to the end of everything paid; then compares each amount with its period. */
  async end(): Promise<void> {
    await this.#passAll();
    assert.deepEqual([this.#model.planId, this.#model.waiting], [null, 0]);
    const rows = await this.#stage.till.service.db.q
      .selectFrom('payments as p')
      .leftJoin('subscription_periods as r', (join) =>
        join.onRef('r.payment_id', '=', 'p.id').on('r.origin', '=', 'payment'),
      )
      .select([
        'p.id',
        'p.amount',
        'p.plan_id',
        'p.billing_cycle',
        'r.amount as paid',
        'r.plan_id as given',
        'r.billing_cycle as cycle',
      ])
      .where('p.subscription_id', '=', this.#id)
      .where('p.confirmed_at', 'is not', null)
      .orderBy('p.id')
      .execute();
    assert.deepEqual(
      rows.map(({ paid, given, cycle }) => [paid, given, cycle]),
      rows.map(({ amount, plan_id, billing_cycle }) => [amount, plan_id, billing_cycle]),
    );
    assert.equal(rows.length, this.#paid.length);
  }

  readonly #payment = (id: number) =>
    this.#stage.till.service.db.q
      .selectFrom('payments')
      .select(['gateway_reference', 'amount', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  readonly #subscription = () =>
    this.#stage.till.service.db.q
      .selectFrom('subscriptions')
      .select(['status', 'plan_id', 'due_date', 'cancel_requested_at'])
      .where('id', '=', this.#id)
      .executeTakeFirstOrThrow();

  async #call<B>(method: string, path: string, body?: unknown) {
    const { service } = this.#stage.till;
    const token = await service.tokenFor(this.#person.userId);
    return service.call<B>(method, `/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  }
}
