import { randomUUIDv7 } from 'node:crypto';
import { addDays, startOfDay } from '@lavra/domain/calendar/calendar';
import {
  cycleMonths,
  priceOf,
  type BillingCycle,
  type PlanPrices,
} from '@lavra/domain/subscription/billing-cycle';
import { addMonths } from '@lavra/domain/subscription/months';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import type { SubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../platform/db/command.ts';
import type { DemoPeople } from './demo-people.ts';

const HOUR = 3_600_000;

/** Plans beside the default ones, so that there is a choice. */
const morePlans = [
  {
    slug: 'produtor-profissional',
    name: 'Produtor Profissional',
    profile_type: 'producer',
    price_monthly: '199.90',
    price_quarterly: '539.90',
    price_annual: '1999.00',
    trial_days: 15,
    sort_order: 1,
    description: 'Para quem compra o ano inteiro, sem limite de cotações.',
    values: { 'orders.max_active': null, 'orders.max_items': 1000 },
  },
  {
    slug: 'fornecedor-profissional',
    name: 'Fornecedor Profissional',
    profile_type: 'supplier',
    price_monthly: '299.90',
    price_quarterly: '809.90',
    price_annual: '2999.00',
    trial_days: 15,
    sort_order: 1,
    description: 'Para distribuidores que respondem em vários estados.',
    values: { 'proposals.max_per_month': null, 'proposals.spreadsheet': true },
  },
] as const;

interface Kind {
  readonly status: SubscriptionStatus;
  readonly plan: 'essencial' | 'profissional';
  readonly cycle: BillingCycle;
  readonly dueIn: number;
  readonly paid: number;
  readonly method?: string;
}

/**
 * The subscription kinds, assigned in turn to the first `PLAYED` people of each profile; the others
 * stay in their trial.
 */
const kinds: readonly Kind[] = [
  { status: 'active', plan: 'essencial', cycle: 'monthly', dueIn: 20, paid: 6, method: 'pix' },
  {
    status: 'active',
    plan: 'profissional',
    cycle: 'annual',
    dueIn: 150,
    paid: 1,
    method: 'boleto',
  },
  {
    status: 'active',
    plan: 'profissional',
    cycle: 'quarterly',
    dueIn: 12,
    paid: 2,
    method: 'credit_card',
  },
  { status: 'trial', plan: 'essencial', cycle: 'monthly', dueIn: 4, paid: 0 },
  { status: 'expired', plan: 'essencial', cycle: 'monthly', dueIn: -9, paid: 3, method: 'pix' },
  { status: 'expired', plan: 'essencial', cycle: 'monthly', dueIn: -2, paid: 0 },
  {
    status: 'active',
    plan: 'profissional',
    cycle: 'monthly',
    dueIn: 6,
    paid: 4,
    method: 'transfer',
  },
  {
    status: 'cancelled',
    plan: 'essencial',
    cycle: 'monthly',
    dueIn: -20,
    paid: 2,
    method: 'boleto',
  },
];
const PLAYED = 16;

/**
 * Returns the kind of the person with this index in the list of a profile. With each turn the days
 * of those who pay move a week away from today: whatever today is, hardly a week is without a payment.
 */
function kindOf(index: number): Kind | undefined {
  const kind = index < PLAYED ? kinds[index % kinds.length] : undefined;
  if (kind === undefined || kind.paid === 0) return kind;
  const turn = Math.floor(index / kinds.length);
  return { ...kind, dueIn: kind.dueIn + Math.sign(kind.dueIn) * 7 * turn };
}

const MONTH_DAYS = 31;
/** A trial's days. */
const TRIAL = 30;

/**
 * Returns how many days ago the person with this index in the list of a profile joined, so that
 * the trial or the payments fit; undefined where the subscription is a trial.
 */
export function joinedBefore(index: number): number | undefined {
  const kind = kindOf(index);
  if (kind === undefined) return undefined;
  const { paid, cycle, dueIn } = kind;
  return (paid === 0 ? TRIAL : paid * cycleMonths[cycle] * MONTH_DAYS) - dueIn;
}

/**
 * Returns the days on which the person with this index in the list of a profile has paid, the first
 * one first, as of `today`.
 */
export function paidOn(index: number, today: string): readonly string[] {
  const kind = kindOf(index);
  if (kind === undefined) return [];
  const { dueIn, paid, cycle } = kind;
  return Array.from({ length: paid }, (_, period) =>
    addMonths(addDays(today, dueIn), (period - paid) * cycleMonths[cycle]),
  );
}

interface DemoPlan extends PlanPrices {
  readonly id: number;
  readonly slug: string;
}

/**
 * Turns the trials of the demo's first people into subscriptions of every kind, with the payments
 * that led there until `today`. `userIds` by e-mail, of those who have joined.
 */
export async function createDemoSubscriptions(
  uow: UnitOfWork,
  {
    people,
    userIds,
    today,
    zone,
  }: { people: DemoPeople; userIds: ReadonlyMap<string, number>; today: string; zone: string },
): Promise<void> {
  const plans: readonly DemoPlan[] = await uow.db.q
    .selectFrom('plans')
    .select(['id', 'slug', 'price_monthly', 'price_quarterly', 'price_annual'])
    .execute();
  for (const [prefix, list] of [
    ['produtor', people.producers],
    ['fornecedor', people.suppliers],
  ] as const) {
    for (const [index, { email }] of list.entries()) {
      const kind = kindOf(index);
      const plan = plans.find(({ slug }) => slug === `${prefix}-${kind?.plan}`);
      const userId = userIds.get(email);
      if (kind !== undefined && plan !== undefined && userId !== undefined)
        await play(uow, { kind, plan, userId, today, zone, days: paidOn(index, today) });
    }
  }
}

/** Inserts the plans beside the default ones. */
export async function createDemoPlans({ db, now }: UnitOfWork): Promise<void> {
  const features = new Map(
    (await db.q.selectFrom('features').select(['id', 'key']).execute()).map(({ id, key }) => [
      key,
      id,
    ]),
  );
  for (const { values, ...plan } of morePlans) {
    const { id } = await db.q
      .insertInto('plans')
      .values({
        ...plan,
        uuid: randomUUIDv7(),
        profile_type: plan.profile_type satisfies PlanProfile,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const given = Object.entries(values).flatMap(([key, value]) => {
      const feature_id = features.get(key);
      return feature_id === undefined
        ? []
        : [{ plan_id: id, feature_id, value: JSON.stringify(value) }];
    });
    await db.q.insertInto('plan_features').values(given).execute();
  }
}

interface Played {
  readonly kind: Kind;
  readonly plan: DemoPlan;
  readonly userId: number;
  readonly today: string;
  readonly zone: string;
  /** The days of the payments. */
  readonly days: readonly string[];
}

async function play(
  { db, now }: UnitOfWork,
  { kind, plan, userId, today, zone, days }: Played,
): Promise<void> {
  const due_date = addDays(today, kind.dueIn);
  const subscription = await db.q
    .updateTable('subscriptions')
    .set({
      plan_id: plan.id,
      status: kind.status,
      billing_cycle: kind.cycle,
      due_date,
      cancelled_at: kind.status === 'cancelled' ? startOfDay(addDays(due_date, 1), zone) : null,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const amount = priceOf(plan, kind.cycle);
  if (amount === null) return;
  for (const day of days) {
    const [made, paid] = [
      startOfDay(addDays(day, -7), zone),
      new Date(startOfDay(day, zone).getTime() + 10 * HOUR),
    ];
    await db.q
      .insertInto('payments')
      .values({
        uuid: randomUUIDv7(),
        subscription_id: subscription.id,
        user_id: userId,
        plan_id: plan.id,
        billing_cycle: kind.cycle,
        amount,
        status: 'confirmed',
        payment_method: kind.method ?? 'manual',
        payment_date: day,
        due_date: day,
        confirmed_at: paid,
        created_at: made,
        updated_at: paid,
      })
      .execute();
  }
}
