import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Leftover {
  /** Milliseconds for which rows are kept after the instant at which they ended. */
  readonly keepMs: number;
  readonly removal: ReturnType<typeof removalOf>;
}

/**
 * Creates a statement that removes up to a thousand rows of a table that are older than `:before`;
 * locked rows wait for the next run.
 */
function removalOf(table: string, condition: string) {
  return statement({
    name: `clean-${table}`,
    params: params<{ before: Date }>(),
    columns: { removed: col.int },
    text: `
      WITH gone AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT t.ctid FROM ${table} t WHERE ${condition} LIMIT 1000 FOR UPDATE SKIP LOCKED))
        RETURNING 1
      ) SELECT count(*) AS removed FROM gone`,
  });
}

/**
 * Removes who opened an order, half a year after its deadline, as `removalOf` does. The rows have no
 * instant of their own (adr/0048), so they are reached from the orders of the two months before:
 * to look through all of either would grow with the market.
 */
const orderViews = statement({
  name: 'clean-order_views',
  params: params<{ before: Date }>(),
  columns: { removed: col.int },
  text: `
    WITH gone AS (
      DELETE FROM order_views WHERE ctid = ANY (ARRAY(
        SELECT v.ctid FROM orders o
        CROSS JOIN LATERAL (SELECT t.ctid FROM order_views t WHERE t.order_id = o.id FOR UPDATE SKIP LOCKED) v
        WHERE o.deadline_date < :before::date AND o.deadline_date >= :before::date - 60
        LIMIT 1000))
      RETURNING 1
    ) SELECT count(*) AS removed FROM gone`,
});

const leftovers: readonly Leftover[] = [
  // Valid for a day; the extra hour is for a request in progress.
  { keepMs: DAY + HOUR, removal: removalOf('idempotency_keys', 't.created_at < :before') },
  // An expired token can be renewed for seven days. Used tokens and proposal letters are removed
  // with their session.
  {
    keepMs: 8 * DAY,
    removal: removalOf('sessions', 't.expires_at < :before OR t.revoked_at < :before'),
  },
  { keepMs: 30 * DAY, removal: removalOf('account_tokens', 't.expires_at < :before') },
  { keepMs: 90 * DAY, removal: removalOf('login_attempts', 't.at < :before') },
  // Notifications are kept for half a year, and what is read beside them as long. Rows that refer to
  // an event are removed first, so that removing the event stays a small step.
  { keepMs: 180 * DAY, removal: removalOf('notifications', 't.created_at < :before') },
  { keepMs: 180 * DAY, removal: removalOf('deliveries', 't.created_at < :before') },
  {
    keepMs: 180 * DAY,
    removal: removalOf(
      'events',
      't.at < :before AND (t.dispatched_at IS NOT NULL OR t.failed_at IS NOT NULL)',
    ),
  },
  { keepMs: 180 * DAY, removal: removalOf('reminders', 't.reminded_at < :before') },
  { keepMs: 180 * DAY, removal: orderViews },
  // What one that is still open would do again is gone by then. The worker reads the row of one that
  // was just asked for again.
  {
    keepMs: 180 * DAY,
    removal: removalOf('failed_jobs', 'greatest(t.failed_at, t.retried_at) < :before'),
  },
  // Their links expired long ago; the limit for requesting another one counts the last hour's.
  { keepMs: 30 * DAY, removal: removalOf('mails', 't.created_at < :before') },
  { keepMs: 3 * DAY, removal: removalOf('outreach_counts', 't.day < :before::date') },
  { keepMs: 2 * DAY, removal: removalOf('test_sends', 't.at < :before') },
  // Their effect is stored in the payments.
  { keepMs: 90 * DAY, removal: removalOf('gateway_webhooks', 't.processed_at < :before') },
  { keepMs: 2 * DAY, removal: removalOf('scheduler_ticks', 't.slot < :before') },
];

/** Removes rows that have no further use, a thousand at a time; returns how many. */
export async function cleanUp({ db, clock }: Platform, stopping: AbortSignal): Promise<number> {
  const now = clock.now().getTime();
  let total = 0;
  for (const { keepMs, removal } of leftovers) {
    for (let removed = Infinity; removed > 0 && !stopping.aborted; total += removed) {
      removed = (await db.row(removal, { before: new Date(now - keepMs) }))?.removed ?? 0;
    }
  }
  return total;
}
