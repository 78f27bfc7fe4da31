import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { paymentTransitions } from '@lavra/domain/payment/payment-machine';
import type { CheckoutMethod, Gateway } from '@lavra/domain/payment/payment-status';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import { lockOwnSubscription } from '../../subscriptions/subscriptions-feature.ts';
import { insertPayment } from '../payment-store.ts';
import type { Choice } from './checkout-choice.ts';

/** Days to pay a new charge, not counting today. */
const DAYS: Readonly<Record<CheckoutMethod, number>> = { pix: 1, boleto: 3, credit_card: 1 };

// The subscription's lock prevents two concurrent checkouts of one person from each creating a
// charge.
const openCharges = statement({
  name: 'checkout-open-charges',
  params: params<{
    subscription_id: number;
    plan_id: number;
    billing_cycle: string;
    amount: string;
    gateway: string;
    method: string;
  }>(),
  columns: {
    id: col.int,
    due_date: col.date,
    gateway: orNull(col.text),
    expires_at: orNull(col.text),
  },
  text: `
    SELECT p.id, p.due_date, p.gateway, p.instructions ->> 'expires_at' AS expires_at FROM payments p
    WHERE p.subscription_id = :subscription_id AND p.plan_id = :plan_id AND p.billing_cycle = :billing_cycle AND p.amount = :amount::numeric AND p.status IN ('pending', 'overdue')
      AND (p.gateway = :gateway AND p.payment_method = :method OR p.gateway IS NULL AND p.payment_method IS NULL)
    ORDER BY p.gateway IS NULL, p.id DESC FOR NO KEY UPDATE`,
});

export interface ChargeTerms {
  readonly userId: number;
  readonly choice: Choice;
  readonly billingCycle: BillingCycle;
  readonly method: CheckoutMethod;
  readonly gateway: Gateway;
  readonly zone: string;
}

/**
 * Returns the id of the payment to charge: an open one for the same choice that can still be paid,
 * the pending renewal, or a new one.
 */
export async function openCharge(
  uow: UnitOfWork,
  { userId, choice: { plan, amount }, billingCycle, method, gateway, zone }: ChargeTerms,
): Promise<number> {
  const subscription = await lockOwnSubscription(uow, {
    userId,
    planId: plan.id,
    billingCycle,
    zone,
  });
  const earliest = addDays(localDate(uow.now, zone), DAYS[method]);
  const open = await uow.db.rows(openCharges, {
    subscription_id: subscription.id,
    plan_id: plan.id,
    billing_cycle: billingCycle,
    amount,
    gateway,
    method,
  });
  const reusable = open.find(({ gateway: charged, due_date, expires_at }) => {
    if (charged === null) return true;
    return expires_at === null
      ? due_date >= localDate(uow.now, zone)
      : new Date(expires_at) > uow.now;
  });
  if (reusable === undefined) {
    return insertPayment(uow, {
      subscription: { id: subscription.id, userId },
      planId: plan.id,
      billingCycle,
      amount,
      method,
      paymentDate: null,
      dueDate: earliest,
      gateway,
    });
  }
  if (reusable.gateway === null) {
    const due_date = reusable.due_date > earliest ? reusable.due_date : earliest;
    await uow.db.q
      .updateTable('payments')
      .set({
        gateway,
        payment_method: method,
        due_date,
        status: paymentTransitions.charge.to,
        updated_at: uow.now,
      })
      .where('id', '=', reusable.id)
      .execute();
  }
  return reusable.id;
}
