import type { ManualPaymentBody } from '@lavra/contract/admin/payments';
import { localDate } from '@lavra/domain/calendar/calendar';
import { formatDecimal, parseDecimal } from '@lavra/domain/money/decimal';
import { amountToPay, isPayable } from '@lavra/domain/payment/open-demand';
import { centsOf } from '@lavra/domain/payment/refund-rules';
import { billingCycleLabels, priceOf } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, InvalidFields } from '../../platform/errors.ts';
import { formatMoney } from '../../platform/text/format-pt-br.ts';
import { findPlan, getPlan, type PlanRow } from '../plans/plans-feature.ts';
import {
  comingPeriod,
  listOpenDemands,
  type ComingPeriod,
  type LockedSubscription,
} from '../subscriptions/subscriptions-feature.ts';

/** What money received outside a gateway pays for; the amount is exact text. */
export interface ManualPayment extends ComingPeriod {
  readonly amount: string;
  readonly paymentDate: string | null;
}

/**
 * Reads a payment of a locked subscription. It pays for the plan and cycle that it names, otherwise
 * for the next period. Throws `InvalidFields` for a plan that its subscriber cannot have, a day to
 * come, and an amount that is neither the price nor what is demanded for the period, unless it was
 * agreed.
 */
export async function readManualPayment(
  { db, now }: UnitOfWork,
  subscription: LockedSubscription,
  { body, zone }: { readonly body: ManualPaymentBody; readonly zone: string },
): Promise<ManualPayment> {
  const coming = await comingPeriod(db, subscription);
  const plan = await readPlan(db, subscription, { coming, planId: body.plan_id });
  const period = { planId: plan.id, billingCycle: body.billing_cycle ?? coming.billingCycle };
  const fields = new FieldErrors();
  const amount = readAmount(fields, body.amount);
  const paymentDate = body.payment_date ?? null;
  if (paymentDate !== null && paymentDate > localDate(now, zone))
    fields.add('payment_date', 'future_date');
  fields.throwIfAny();
  if (body.agreed_amount !== true) {
    const open = await listOpenDemands(db, subscription.id, period);
    const payable = open.filter((demand) => isPayable(demand, { now, zone }));
    assertOwed(plan, period, { amount, demanded: amountToPay(null, payable) });
  }
  return { ...period, amount, paymentDate };
}

async function readPlan(
  db: Db,
  { plan_id }: LockedSubscription,
  { coming, planId }: { readonly coming: ComingPeriod; readonly planId: number | undefined },
): Promise<PlanRow> {
  const next = await getPlan(db, coming.planId);
  if (planId === undefined || planId === next.id) return next;
  const named = await findPlan(db, planId);
  const isTheirs = named?.profile_type === next.profile_type;
  if (named === undefined || !isTheirs || !(named.is_active || named.id === plan_id))
    throw InvalidFields.of('plan_id', 'subscriber_plan');
  return named;
}

function assertOwed(
  plan: PlanRow,
  { billingCycle }: ComingPeriod,
  { amount, demanded }: { readonly amount: string; readonly demanded: string | null },
): void {
  const price = priceOf(plan, billingCycle);
  const owed = [price, demanded].filter((one) => one !== null);
  if (owed.some((one) => centsOf(one) === centsOf(amount))) return;
  const words = { plan: plan.name, cycle: billingCycleLabels[billingCycle].toLowerCase() };
  const [first] = owed;
  throw first === undefined
    ? InvalidFields.of('amount', 'amount_without_price', words)
    : InvalidFields.of('amount', 'amount_unlike_price', { ...words, price: formatMoney(first) });
}

function readAmount(fields: FieldErrors, value: number): string {
  const parsed = parseDecimal(value, 2);
  if (!parsed.ok)
    fields.add(
      'amount',
      parsed.reason === 'too_many_decimals' ? 'too_many_decimals' : 'too_large',
      { limit: 2 },
    );
  else if (parsed.units === 0n) fields.add('amount', 'positive');
  return formatDecimal(parsed.ok ? parsed.units : 0n, 2);
}
