import type { CheckoutBody } from '@lavra/contract/payments/schemas';
import { isFree, priceOf } from '@lavra/domain/subscription/billing-cycle';
import { planProfileOf } from '@lavra/domain/subscription/plan-profile';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Db } from '../../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../../platform/errors.ts';
import { getPlan, type PlanRow } from '../../plans/plans-feature.ts';

/**
 * The plan that a subscriber chose to pay for, with its price today as exact decimal text; null
 * where it is not on sale in the chosen cycle.
 */
export interface Choice {
  readonly plan: PlanRow;
  readonly price: string | null;
}

/** Returns the plan and its price. Throws `InvalidFields` for a plan of another profile. */
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
    .where('profile_type', '=', planProfileOf[userType] ?? '')
    .executeTakeFirst();
  if (found === undefined) throw InvalidFields.of('plan', 'plan_for_sale');
  const plan = await getPlan(db, found.id);
  return { plan, price: plan.is_active ? priceOf(plan, billing_cycle) : null };
}

/**
 * Returns what is to be paid. Throws `InvalidFields` for what is neither on sale nor demanded, and
 * `plan_without_price`.
 */
export function assertPriced({ plan }: Choice, amount: string | null): string {
  if (amount === null)
    throw InvalidFields.of(plan.is_active ? 'billing_cycle' : 'plan', 'plan_for_sale');
  if (isFree(amount)) throw new RuleError('plan_without_price');
  return amount;
}
