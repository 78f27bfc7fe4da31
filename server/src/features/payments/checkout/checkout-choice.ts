import type { CheckoutBody } from '@lavra/contract/payments/schemas';
import { planProfileOf } from '@lavra/domain/subscription/plan-profile';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Db } from '../../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../../platform/errors.ts';
import {
  getPlan,
  isFree,
  priceOf,
  type PlanRow,
} from '../../subscriptions/subscriptions-feature.ts';

/** The plan that a subscriber chose to pay for; `amount` is exact decimal text. */
export interface Choice {
  readonly plan: PlanRow;
  readonly amount: string;
}

/**
 * Returns the plan and its price. Throws `InvalidFields` for a plan or cycle that is not sold to
 * this profile, and `plan_without_price`.
 */
export async function readChoice(
  db: Db,
  { userType }: Caller,
  { plan: named, billing_cycle }: CheckoutBody,
): Promise<Choice> {
  const found = await db.q
    .selectFrom('plans')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('slug', '=', named),
        ...(/^\d{1,15}$/.test(named) ? [eb('id', '=', Number(named))] : []),
      ]),
    )
    .where('is_active', '=', true)
    .where('profile_type', '=', planProfileOf[userType] ?? '')
    .executeTakeFirst();
  if (found === undefined) throw InvalidFields.of('plan', 'plan_for_sale');
  const plan = await getPlan(db, found.id);
  const amount = priceOf(plan, billing_cycle);
  if (amount === null) throw InvalidFields.of('billing_cycle', 'plan_for_sale');
  if (isFree(amount)) throw new RuleError('plan_without_price');
  return { plan, amount };
}
