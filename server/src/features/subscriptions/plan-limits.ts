import { localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import type { EnforcedFeature, FeatureValue } from '@lavra/domain/subscription/feature';
import { monthStart } from '@lavra/domain/subscription/months';
import { isRunning, subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { planLimitTexts } from './plan-limit-texts.ts';
import { getSetting } from '../settings/settings-feature.ts';

type Values = { readonly [K in EnforcedFeature]?: FeatureValue };
type Person = { readonly producerId: number } | { readonly supplierId: number };

const subscriptionOf = `
  SELECT s.id, s.status, s.due_date,
    (SELECT json_object_agg(f.key, v.value)
    FROM plan_features v JOIN features f ON f.id = v.feature_id
    WHERE v.plan_id = s.plan_id) AS "values"
  FROM subscriptions s
  WHERE s.user_id = coalesce((SELECT r.user_id FROM producers r WHERE r.id = :producer_id),
    (SELECT r.user_id FROM suppliers r WHERE r.id = :supplier_id))`;
const columns = {
  id: col.int,
  status: col.oneOf(subscriptionStatuses),
  due_date: col.date,
  values: orNull(col.json<Values>()),
};
const readOne = statement({
  name: 'plan-values',
  params: params<{ producer_id: number | null; supplier_id: number | null }>(),
  columns,
  text: subscriptionOf,
});
// Serialises a user's publications or submissions, so that the count below cannot grow meanwhile.
const lockOne = statement({
  name: 'plan-values-lock',
  params: params<{ producer_id: number | null; supplier_id: number | null }>(),
  columns,
  text: `${subscriptionOf} FOR NO KEY UPDATE OF s`,
});
const sentProposals = statement({
  name: 'plan-sent-proposals',
  params: params<{ supplier_id: number; since: Date }>(),
  columns: { count: col.int },
  text: 'SELECT count(*) AS count FROM proposals p WHERE p.supplier_id = :supplier_id AND p.submitted_at >= :since',
});

/**
 * Throws `plan_limit` unless the producer's current plan permits one more active order with this
 * many items.
 */
export async function assertMayPublish(
  uow: UnitOfWork,
  { producerId, itemsCount, zone }: { producerId: number; itemsCount: number; zone: string },
): Promise<void> {
  const values = await lockRunning(uow, { producerId }, { zone, sentence: planLimitTexts.publish });
  const [maxItems, maxActive] = [
    limitOf(values, 'orders.max_items'),
    limitOf(values, 'orders.max_active'),
  ];
  if (itemsCount > maxItems) refuse(planLimitTexts['orders.max_items'](maxItems));
  if (maxActive === Infinity) return;
  const { count } = await uow.db.q
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('producer_id', '=', producerId)
    .where('status', 'in', ['pendente', 'publicada', 'em_analise', 'adjudicada'])
    .executeTakeFirstOrThrow();
  if (count >= maxActive) refuse(planLimitTexts['orders.max_active'](maxActive));
}

/**
 * Throws `plan_limit` unless the supplier's current plan permits one more proposal this month, in
 * the platform's zone.
 */
export async function assertMaySubmit(
  uow: UnitOfWork,
  { supplierId, zone }: { supplierId: number; zone: string },
): Promise<void> {
  const values = await lockRunning(uow, { supplierId }, { zone, sentence: planLimitTexts.submit });
  const limit = limitOf(values, 'proposals.max_per_month');
  if (limit === Infinity) return;
  const since = startOfDay(monthStart(localDate(uow.now, zone)), zone);
  const count = (await uow.db.row(sentProposals, { supplier_id: supplierId, since }))?.count ?? 0;
  if (count >= limit) refuse(planLimitTexts['proposals.max_per_month'](limit));
}

/**
 * Throws `plan_limit` when subscriptions are enforced and the supplier's plan excludes
 * spreadsheets. A draft does not require a running subscription.
 */
export async function assertMayUseSheets(db: Db, supplierId: number): Promise<void> {
  if (!(await getSetting(db, 'subscriptions.enforce'))) return;
  const found = await db.row(readOne, { producer_id: null, supplier_id: supplierId });
  if (found?.values?.['proposals.spreadsheet'] === false)
    refuse(planLimitTexts['proposals.spreadsheet']);
}

/**
 * Locks the subscription and returns its plan's feature values. Throws `plan_limit` unless it is
 * running today.
 */
async function lockRunning(
  uow: UnitOfWork,
  person: Person,
  { zone, sentence }: { zone: string; sentence: string },
): Promise<Values> {
  const ids =
    'producerId' in person
      ? { producer_id: person.producerId, supplier_id: null }
      : { producer_id: null, supplier_id: person.supplierId };
  const found = await uow.db.row(lockOne, ids);
  if (found === undefined || !isRunning(found.status) || found.due_date < localDate(uow.now, zone))
    return refuse(sentence);
  return found.values ?? {};
}

/** Returns the limit; Infinity for a plan without a value, or with null. */
function limitOf(values: Values, key: EnforcedFeature): number {
  const value = values[key];
  return typeof value === 'number' ? value : Infinity;
}

function refuse(limit: string): never {
  throw new RuleError('plan_limit', { limit });
}
