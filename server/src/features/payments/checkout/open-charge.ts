import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { amountToPay, isPayable } from '@lavra/domain/payment/open-demand';
import type { CheckoutMethod, Gateway } from '@lavra/domain/payment/payment-status';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import {
  callOff,
  listOpenDemands,
  lockOwnSubscription,
} from '../../subscriptions/subscriptions-feature.ts';
import { insertPayment } from '../payment-store.ts';
import { applyTransition } from '../payment-transition.ts';
import { assertPriced, type Choice } from './checkout-choice.ts';

/** Days to pay a new charge, not counting today. */
const DAYS: Readonly<Record<CheckoutMethod, number>> = { pix: 1, boleto: 3, credit_card: 1 };

export interface ChargeTerms {
  readonly userId: number;
  readonly choice: Choice;
  readonly billingCycle: BillingCycle;
  readonly method: CheckoutMethod;
  readonly gateway: Gateway;
  readonly zone: string;
}

/**
 * Returns the id of the payment to charge: an open charge by the same method, the renewal, or a new
 * payment. What was demanded for the same plan and cycle is honoured until it lapses, and a renewal
 * at another amount is called off, so that one period is demanded once. Throws as `assertPriced`.
 */
export async function openCharge(
  uow: UnitOfWork,
  { userId, choice, billingCycle, method, gateway, zone }: ChargeTerms,
): Promise<number> {
  const planId = choice.plan.id;
  const subscription = await lockOwnSubscription(uow, { userId, planId, billingCycle, zone });
  const today = localDate(uow.now, zone);
  const earliest = addDays(today, DAYS[method]);
  const open = await listOpenDemands(uow.db, subscription.id, { planId, billingCycle });
  const payable = open.filter((demand) => isPayable(demand, { now: uow.now, zone }));
  const amount = assertPriced(choice, amountToPay(choice.price, payable));
  const charge = payable.find(
    (demand) => demand.amount === amount && demand.gateway === gateway && demand.method === method,
  );
  if (charge !== undefined) return charge.id;
  const renewals = open.filter((demand) => demand.gateway === null);
  const renewal = renewals.find((demand) => demand.amount === amount);
  await callOff(
    uow,
    subscription.id,
    renewals.filter((demand) => demand !== renewal),
  );
  if (renewal === undefined) {
    return insertPayment(uow, {
      subscription: { id: subscription.id, userId },
      planId,
      billingCycle,
      amount,
      method,
      paymentDate: null,
      dueDate: earliest,
      gateway,
    });
  }
  await applyTransition(uow, renewal, 'charge', {
    changes: {
      gateway,
      payment_method: method,
      due_date: renewal.due_date > earliest ? renewal.due_date : earliest,
    },
  });
  return renewal.id;
}
