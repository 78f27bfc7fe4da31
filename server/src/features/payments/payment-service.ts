import type { ManualPaymentBody } from '@lavra/contract/admin/payments';
import type { Payment } from '@lavra/contract/payments/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { formatDecimal, parseDecimal } from '@lavra/domain/money/decimal';
import type { Caller } from '../../platform/auth/caller.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { FieldErrors, InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { comingPeriod, lockSubscription } from '../subscriptions/subscriptions-feature.ts';
import { confirmPayment } from './payment-outcomes.ts';
import { presentPayment } from './payment-presenter.ts';
import { getPayment } from './payment-queries.ts';
import { insertPayment, lockPayment, savePayment } from './payment-store.ts';

/** Creates the use cases of payments received outside a gateway, which administrators record. */
export function createPaymentService({ command, zone }: Platform) {
  return {
    /** Creates a `pending` payment of the subscription's next period. */
    create: (caller: Caller, body: ManualPaymentBody): Promise<Payment> =>
      command(caller, async (uow) => {
        const amount = readAmount(body.amount);
        const subscription = await lockedSubscription(uow, body.subscription_id);
        const id = await insertPayment(uow, {
          subscription: { id: subscription.id, userId: subscription.user_id },
          ...(await comingPeriod(uow.db, subscription)),
          amount,
          method: body.payment_method,
          paymentDate: body.payment_date ?? null,
          dueDate: body.due_date ?? localDate(uow.now, zone),
          gateway: null,
        });
        const { payment_method, payment_date = null } = body;
        uow.audit({
          action: 'created',
          resourceType: 'payment',
          resourceId: id,
          newValues: {
            subscription_id: subscription.id,
            amount,
            payment_method,
            payment_date,
            status: 'pending',
          },
        });
        return presentPayment(await getPayment(uow.db, id));
      }),

    /**
     * Confirms a payment by hand. Throws `payment_at_gateway` for a charge that its gateway
     * confirms, and `payment_not_confirmable` for a payment that is already paid.
     */
    confirm: (caller: Caller, paymentId: number): Promise<Payment> =>
      command(caller, async (uow) => {
        const payment = await lockPayment(uow.db, paymentId);
        if (payment.gateway !== null) throw new RuleError('payment_at_gateway');
        if (payment.payment_method === null)
          await savePayment(uow, paymentId, { payment_method: 'manual' });
        if (!(await confirmPayment(uow, payment, zone)))
          throw new RuleError('payment_not_confirmable');
        return presentPayment(await getPayment(uow.db, paymentId));
      }),
  };
}

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

function readAmount(value: number): string {
  const errors = new FieldErrors();
  const parsed = parseDecimal(value, 2);
  if (!parsed.ok)
    errors.add(
      'amount',
      parsed.reason === 'too_many_decimals' ? 'too_many_decimals' : 'too_large',
      { limit: 2 },
    );
  else if (parsed.units === 0n) errors.add('amount', 'positive');
  errors.throwIfAny();
  return formatDecimal(parsed.ok ? parsed.units : 0n, 2);
}
