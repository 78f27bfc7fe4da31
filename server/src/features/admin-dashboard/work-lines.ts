import { workKinds, type WorkKind, type WorkLine } from '@lavra/contract/admin/dashboard';
import type { Permission } from '@lavra/domain/account/permissions';
import { addDays } from '@lavra/domain/calendar/calendar';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { wireTimeOrNull } from '../../platform/text/wire.ts';
import { getSettings } from '../settings/settings-feature.ts';
import { NEAR_DAYS } from '../subscriptions/subscriptions-feature.ts';

const MINUTE = 60_000;
/** As long as the alerts of `deploy/alerts.yml` wait for a worker and for a scheduler. */
const WORKER_SILENCE = 2 * MINUTE;
const SCHEDULER_SILENCE = 3 * MINUTE;
/** Backups are daily or weekly; the day more is for one that runs late. */
const BACKUP_SILENCE = 8 * 24 * 60 * MINUTE;

interface Row {
  readonly kind: WorkKind;
  readonly count: number;
  readonly since: string | null;
  readonly due_date: string | null;
}
/** What the lines are read with. */
interface Context {
  readonly db: Db;
  readonly today: string;
  /** Returns the instant so many milliseconds ago. */
  readonly ago: (milliseconds: number) => string;
  readonly settings: Settings;
}
type Settings = Awaited<ReturnType<typeof readSettings>>;
type Lines = SelectQueryBuilder<never, never, Row>;

interface Part {
  /** The permission of the list that the line opens: without it nothing is read. */
  readonly permission: Permission;
  /** Counts open rows, by an index of their own; undefined where the settings rule them out. */
  readonly read: (context: Context) => Lines | undefined;
}

const none = sql<null>`NULL`;
/** The columns of a line, from the expressions of its query. */
const line = (
  kind: WorkKind,
  {
    count = sql`count(*)`,
    since = none,
    due = none,
  }: { count?: RawBuilder<unknown>; since?: RawBuilder<unknown>; due?: RawBuilder<unknown> },
) =>
  [
    sql<WorkKind>`${sql.lit(kind)}`.as('kind'),
    sql<number>`coalesce((${count})::int, 0)`.as('count'),
    sql<string | null>`(${since})::timestamptz`.as('since'),
    sql<string | null>`(${due})::date`.as('due_date'),
  ] as const;
const missing = ({ db }: Context, kind: WorkKind): Lines =>
  typed(db.q.selectNoFrom(line(kind, { count: sql`1` })));
/** Drops the tables of a query from its type: a union needs only the columns. */
const typed = (query: unknown): Lines => query as Lines; // the columns are those of `line`

const parts: Readonly<Record<WorkKind, Part>> = {
  worker_silent: {
    permission: 'logs.view',
    read: ({ db, ago }) =>
      typed(
        db.q
          .selectFrom('events as e')
          .select(
            line('worker_silent', {
              count: sql`(min(e.at) < ${ago(WORKER_SILENCE)}::timestamptz)::int`,
              since: sql`min(e.at)`,
            }),
          )
          .where('e.dispatched_at', 'is', null)
          .where('e.failed_at', 'is', null),
      ),
  },
  scheduler_silent: {
    permission: 'logs.view',
    read: ({ db, ago }) =>
      typed(
        db.q.selectFrom('scheduler_ticks as t').select(
          line('scheduler_silent', {
            count: sql`(coalesce(max(t.ran_at), '-infinity') < ${ago(SCHEDULER_SILENCE)}::timestamptz)::int`,
            since: sql`max(t.ran_at)`,
          }),
        ),
      ),
  },
  orders_to_approve: {
    permission: 'orders.view',
    read: ({ db, settings }) =>
      settings('orders.require_approval')
        ? typed(
            db.q
              .selectFrom('orders as o')
              .select(
                line('orders_to_approve', {
                  since: sql`min((SELECT max(v.at) FROM order_events v WHERE v.order_id = o.id))`,
                }),
              )
              .where('o.status', '=', 'pendente')
              .where('o.approved_at', 'is', null),
          )
        : undefined,
  },
  suppliers_to_approve: {
    permission: 'suppliers.view',
    // One whose access never changed waits for the approval; a later deactivation raises the version.
    read: ({ db, settings }) =>
      settings('suppliers.require_approval')
        ? typed(
            db.q
              .selectFrom('users as u')
              .select(line('suppliers_to_approve', { since: sql`min(u.created_at)` }))
              .where('u.user_type', '=', 'fornecedor')
              .where('u.status', '=', 'inativo')
              .where('u.auth_version', '=', 1)
              .where('u.deleted_at', 'is', null),
          )
        : undefined,
  },
  missed_contacts: {
    permission: 'orders.view',
    read: ({ db }) =>
      typed(
        db.q
          .selectFrom('missed_contacts as m')
          .innerJoin('orders as o', 'o.id', 'm.order_id')
          .select(line('missed_contacts', { since: sql`min(m.reported_at)` }))
          .where('m.withdrawn_at', 'is', null)
          .where('o.status', '=', 'adjudicada'),
      ),
  },
  requested_products: {
    permission: 'products.view',
    read: ({ db }) =>
      typed(
        db.q
          .selectFrom('catalogue_requests as q')
          .select(line('requested_products', { since: sql`min(q.created_at)` }))
          .where(sql<boolean>`q.status = 'pending'`),
      ),
  },
  failed_jobs: {
    permission: 'logs.view',
    read: ({ db }) =>
      typed(
        db.q
          .selectFrom('failed_jobs as j')
          .select(line('failed_jobs', { since: sql`min(j.failed_at)` }))
          .where('j.retried_at', 'is', null),
      ),
  },
  failed_deliveries: {
    permission: 'logs.view',
    // literals, so that the plan uses the partial index
    read: ({ db }) =>
      typed(
        db.q
          .selectFrom('deliveries as d')
          .select(line('failed_deliveries', { since: sql`min(d.created_at)` }))
          .where(sql<boolean>`d.state IN ('failed', 'unknown')`),
      ),
  },
  overdue_payments: {
    permission: 'payments.view',
    read: ({ db }) =>
      typed(
        db.q
          .selectFrom('payments as y')
          .select(line('overdue_payments', { due: sql`min(y.due_date)` }))
          .where('y.status', '=', 'overdue'),
      ),
  },
  expiring_subscriptions: {
    permission: 'subscriptions.view',
    read: ({ db, today }) =>
      typed(
        db.q
          .selectFrom('subscriptions as s')
          .select(line('expiring_subscriptions', { due: sql`min(s.due_date)` }))
          .where(sql<boolean>`s.status IN ('trial', 'active')`)
          .where('s.due_date', '>=', today)
          .where('s.due_date', '<=', addDays(today, NEAR_DAYS)),
      ),
  },
  no_mail_server: {
    permission: 'settings.view',
    read: (context) =>
      context.settings('mail.host') === null || context.settings('mail.from_address') === null
        ? missing(context, 'no_mail_server')
        : undefined,
  },
  no_payment_gateway: {
    permission: 'settings.view',
    read: ({ db, settings }) =>
      settings('payment_gateway.provider') === 'none'
        ? typed(
            db.q
              .selectFrom('plans as l')
              .select(line('no_payment_gateway', { count: sql`least(count(*), 1)` }))
              .where('l.is_active', '=', true)
              .where(
                sql<boolean>`greatest(l.price_monthly, l.price_quarterly, l.price_annual) > 0`,
              ),
          )
        : undefined,
  },
  no_backup: {
    permission: 'settings.view',
    read: ({ db, ago }) => {
      const made = sql`max((b.value #>> '{}')::timestamptz)`;
      return typed(
        db.q
          .selectFrom('settings as b')
          .select(
            line('no_backup', {
              count: sql`(coalesce(${made}, '-infinity') < ${ago(BACKUP_SILENCE)}::timestamptz)::int`,
              since: made,
            }),
          )
          .where('b.key', '=', 'backup.made_at'),
      );
    },
  },
};

const readSettings = (db: Db) =>
  getSettings(db, [
    'orders.require_approval',
    'suppliers.require_approval',
    'mail.host',
    'mail.from_address',
    'payment_gateway.provider',
  ]);

/**
 * Returns what waits for an administrator with these permissions, in the order of `workKinds`, in
 * two statements; empty where nothing does.
 */
export async function readWorkLines(
  db: Db,
  { now, today, permissions }: { now: Date; today: string; permissions: ReadonlySet<Permission> },
): Promise<WorkLine[]> {
  const context: Context = {
    db,
    today,
    ago: (milliseconds) => new Date(now.getTime() - milliseconds).toISOString(),
    settings: await readSettings(db),
  };
  const [first, ...others] = workKinds.flatMap((kind) => {
    const { permission, read } = parts[kind];
    const query = permissions.has(permission) ? read(context) : undefined;
    return query === undefined ? [] : [query];
  });
  if (first === undefined) return [];
  const rows = await others.reduce((all, query) => all.unionAll(query), first).execute();
  return workKinds.flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind && row.count > 0)
      .map((row) => ({ ...row, since: wireTimeOrNull(row.since) })),
  );
}
