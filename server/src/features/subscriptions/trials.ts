import { randomUUIDv7 } from 'node:crypto';
import { initialSubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH = 1000;

// Uses the local calendar day: the session's time zone is the platform's.
const insertTrials = statement({
  name: 'subscription-trials',
  params: params<{ people: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO subscriptions (uuid, user_id, plan_id, status, billing_cycle, due_date, created_at, updated_at)
    SELECT n.uuid, u.id, p.id, '${initialSubscriptionStatus}',
      CASE WHEN p.price_monthly IS NULL AND p.price_quarterly IS NOT NULL THEN 'quarterly'
        WHEN p.price_monthly IS NULL AND p.price_annual IS NOT NULL THEN 'annual'
        ELSE 'monthly' END,
      :now::timestamptz::date + p.trial_days, :now, :now
    FROM jsonb_to_recordset(:people::jsonb) AS n(user_id bigint, uuid uuid)
    JOIN users u ON u.id = n.user_id
    JOIN plans p ON p.is_default AND p.profile_type = CASE u.user_type
      WHEN 'produtor' THEN 'producer' WHEN 'fornecedor' THEN 'supplier'
      WHEN 'consultor' THEN 'consultant' END
    ON CONFLICT (user_id) DO NOTHING
    RETURNING id`,
});

const withoutSubscription = statement({
  name: 'users-without-subscription',
  params: params<{ after_id: number; batch: number }>(),
  columns: { id: col.int },
  text: `
    SELECT u.id FROM users u
    WHERE u.id > :after_id AND u.user_type <> 'admin' AND u.erased_at IS NULL
      AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.user_id = u.id)
    ORDER BY u.id LIMIT :batch`,
});

/**
 * Starts the trial of the default plan of each user's profile. Skips users who have a subscription,
 * or whose profile has no such plan.
 */
export async function startTrials(
  { db, now }: UnitOfWork,
  userIds: readonly number[],
): Promise<void> {
  await db.rows(insertTrials, {
    people: JSON.stringify(userIds.map((user_id) => ({ user_id, uuid: randomUUIDv7() }))),
    now,
  });
}

/**
 * Starts a trial for all users who registered before subscriptions existed. Runs at every start,
 * one transaction for each batch; a second run finds none.
 */
export async function startMissingTrials({ db, command }: Platform): Promise<void> {
  const list = (after_id: number) => db.rows(withoutSubscription, { after_id, batch: BATCH });
  for (let batch = await list(0); batch.length > 0; batch = await list(batch.at(-1)?.id ?? 0)) {
    const ids = batch.map(({ id }) => id);
    await command(systemActor, (uow) => startTrials(uow, ids));
  }
}
