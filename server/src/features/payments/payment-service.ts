import type { ManualPaymentBody } from '@lavra/contract/admin/payments';
import type { Payment } from '@lavra/contract/payments/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { initialPaymentStatus } from '@lavra/domain/payment/payment-machine';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../subscriptions/subscriptions-feature.ts';
import { readManualPayment } from './manual-payment.ts';
import { markConfirmed } from './payment-outcomes.ts';
import { presentPayment } from './payment-presenter.ts';
import { getPayment } from './payment-queries.ts';
import { insertPayment, lockPayment, savePayment } from './payment-store.ts';

/**
 * Creates a `pending` payment, received outside a gateway, of a plan and cycle, the subscription's
 * next period where the body names none. Throws as `readManualPayment`.
 */
export const createManualPayment = (
  { command, zone }: Platform,
  request: Request<Caller>,
  body: ManualPaymentBody,
): Promise<Payment> =>
  command(request, async (uow) => {
    const subscription = await lockedSubscription(uow, body.subscription_id);
    const payment = await readManualPayment(uow, subscription, { body, zone });
    const { payment_method } = body;
    const id = await insertPayment(uow, {
      subscription: { id: subscription.id, userId: subscription.user_id },
      ...payment,
      method: payment_method,
      dueDate: body.due_date ?? localDate(uow.now, zone),
      gateway: null,
    });
    uow.audit({
      action: 'created',
      resourceType: 'payment',
      resourceId: id,
      newValues: {
        subscription_id: subscription.id,
        plan_id: payment.planId,
        billing_cycle: payment.billingCycle,
        amount: payment.amount,
        ...(body.agreed_amount === true ? { agreed_amount: true } : {}),
        payment_method,
        payment_date: payment.paymentDate,
        status: initialPaymentStatus,
      },
    });
    return presentPayment(await getPayment(uow.db, id));
  });

/**
 * Confirms a payment by hand. Throws `payment_at_gateway` for a charge that its gateway confirms,
 * and `payment_not_confirmable` for a payment that is already paid.
 */
export const confirmPayment = (
  { command, zone }: Platform,
  request: Request<Caller>,
  paymentId: number,
): Promise<Payment> =>
  command(request, async (uow) => {
    const payment = await lockPayment(uow.db, paymentId);
    if (payment.gateway !== null) throw new RuleError('payment_at_gateway');
    if (payment.payment_method === null)
      await savePayment(uow, paymentId, { payment_method: 'manual' });
    if (!(await markConfirmed(uow, payment, zone))) throw new RuleError('payment_not_confirmable');
    return presentPayment(await getPayment(uow.db, paymentId));
  });

async function lockedSubscription(uow: UnitOfWork, id: number) {
  const found = await uow.db.q
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw InvalidFields.of('subscription_id', 'subscription');
  // The same lock that the foreign key to the user takes, acquired here to keep the lock order:
  // user, subscription, payment.
  await uow.db.q
    .selectFrom('users')
    .select('id')
    .where('id', '=', found.user_id)
    .forKeyShare()
    .execute();
  return lockSubscription(uow.db, id);
}
