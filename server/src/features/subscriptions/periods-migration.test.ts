import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { addDays } from '@lavra/domain/calendar/calendar';
import { cycleMonths, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { addMonths } from '@lavra/domain/subscription/months';
import { migrate } from '../../platform/db/migrate.ts';
import { ZONE } from '../../../test/cluster.ts';
import { createEarlierDatabase } from '../../../test/earlier-database.ts';

// Migrates a database of the previous release with subscriptions of several kinds: each keeps
// exactly what it has.

const { url, drop } = await createEarlierDatabase('0021_supplier_totals');
const pool = new pg.Pool({ connectionString: url, max: 2, options: `-c TimeZone=${ZONE}` });
pool.on('error', () => {}); // The drop below may cut a connection that is still closing.
pg.types.setTypeParser(pg.types.builtins.DATE, String);
after(async () => {
  await pool.end();
  await drop();
});
const insert = async (sql: string, values: readonly unknown[]): Promise<number> =>
  Number((await pool.query<{ id: string }>(`${sql} RETURNING id`, [...values])).rows[0]?.id);
const {
  rows: [{ today } = { today: '' }],
} = await pool.query<{ today: string }>('SELECT CURRENT_DATE::text AS today');

const planOf = (slug: string, monthly: string): Promise<number> =>
  insert(
    `
      INSERT INTO plans (uuid, name, slug, profile_type, price_monthly, price_annual, created_at,
        updated_at)
      VALUES ($1, $2, $2, 'producer', $3, 100, now(), now())`,
    [randomUUID(), slug, monthly],
  );
const [cheap, dear, free] = [
  await planOf('barato', '10'),
  await planOf('caro', '500'),
  await planOf('gratis', '0'),
];
const userColumns = 'uuid, name, email, user_type, status, password_hash, created_at, updated_at';

interface Facing {
  readonly status?: string;
  readonly plan?: number;
  readonly cycle?: BillingCycle;
  readonly due: string;
  readonly next?: {
    readonly plan: number;
    readonly cycle: BillingCycle;
    readonly from: string | null;
  };
}
interface Paid {
  readonly plan: number;
  readonly cycle: BillingCycle;
  readonly amount: string;
  readonly on: string;
}

/**
 * Inserts a subscription as the previous release stored it, with its confirmed payments in their
 * order.
 */
async function had(
  { status = 'active', plan = cheap, cycle = 'monthly', due, next }: Facing,
  paid: readonly Paid[] = [],
) {
  const uuid = randomUUID();
  const user = await insert(
    `INSERT INTO users (${userColumns}) VALUES ($1, 'Ana', $2, 'produtor', 'ativo', 'x', now(), now())`,
    [uuid, `${uuid}@teste.example`],
  );
  const id = await insert(
    `
      INSERT INTO subscriptions (uuid, user_id, plan_id, status, billing_cycle, due_date,
        next_plan_id, next_billing_cycle, next_from, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`,
    [
      uuid,
      user,
      plan,
      status,
      cycle,
      due,
      next?.plan ?? null,
      next?.cycle ?? null,
      next?.from ?? null,
    ],
  );
  const payments: number[] = [];
  for (const [n, one] of paid.entries()) {
    payments.push(
      await insert(
        `
          INSERT INTO payments (uuid, subscription_id, user_id, plan_id, billing_cycle, amount,
            status, payment_date, due_date, confirmed_at, created_at, updated_at)
          VALUES ($1, $2, $3, $4, $5, $6, 'confirmed', $7, $7, $7::date + make_interval(secs => $8),
            now(), now())`,
        [randomUUID(), id, user, one.plan, one.cycle, one.amount, one.on, n],
      ),
    );
  }
  return { id, payments };
}
// A day that exists in every month, so that counting back from the due date gives the same as
// counting forward.
const begin =
  [5, 6, 7, 8].map((days) => addDays(today, -days)).find((day) => Number(day.slice(8)) <= 28) ??
  today;
const after5 = (cycles: readonly BillingCycle[]): string =>
  cycles.reduce((date, cycle) => addMonths(date, cycleMonths[cycle]), begin);

const month = await had({ due: after5(['monthly']) }, [
  { plan: cheap, cycle: 'monthly', amount: '10.00', on: begin },
]);
const three = await had(
  { due: after5(['monthly', 'monthly', 'monthly']) },
  [1, 2, 3].map((n) => ({
    plan: cheap,
    cycle: 'monthly',
    amount: `1${n}.00`,
    on: addDays(begin, n - 1),
  })),
);
const changing = await had(
  {
    due: after5(['monthly', 'annual']),
    next: { plan: dear, cycle: 'annual', from: after5(['monthly']) },
  },
  [
    { plan: cheap, cycle: 'monthly', amount: '10.00', on: begin },
    { plan: dear, cycle: 'annual', amount: '5000.00', on: begin },
  ],
);
// Sold by an error of the previous release: thirteen months of the dear plan. They are kept.
const bargain = await had(
  {
    due: after5(['monthly', 'annual', 'monthly']),
    next: { plan: dear, cycle: 'monthly', from: after5(['monthly']) },
  },
  [
    { plan: cheap, cycle: 'monthly', amount: '10.00', on: begin },
    { plan: cheap, cycle: 'annual', amount: '100.00', on: begin },
    { plan: dear, cycle: 'monthly', amount: '500.00', on: begin },
  ],
);
const unexplained = await had({ due: addDays(today, 200) });
const planned = await had({
  due: addDays(today, 20),
  next: { plan: dear, cycle: 'monthly', from: null },
});
const costless = await had({ plan: free, due: addDays(today, 10) });
const bought = await had({ due: addMonths(today, 1) }, [
  { plan: cheap, cycle: 'monthly', amount: '10.00', on: today },
]);
const others = [
  await had({ status: 'trial', due: addDays(today, 9) }),
  await had({ status: 'expired', due: addDays(today, -9) }),
  await had({ status: 'cancelled', due: addDays(today, 9) }),
];
const facesOf = async () =>
  (
    await pool.query(
      `
        SELECT s.id, s.status, s.plan_id, s.billing_cycle, s.due_date, s.next_plan_id,
          s.next_billing_cycle, s.next_from
        FROM subscriptions s ORDER BY s.id`,
    )
  ).rows;
const before = await facesOf();
await migrate(url, { timezone: ZONE });

const periodsOf = async ({ id }: { readonly id: number }) =>
  (
    await pool.query<Record<string, string | null>>(
      `
        SELECT r.origin, r.payment_id, r.plan_id, r.billing_cycle, r.amount,
          r.starts_on::text AS starts_on, r.ends_on::text AS ends_on
        FROM subscription_periods r WHERE r.subscription_id = $1 ORDER BY r.starts_on`,
      [id],
    )
  ).rows.map(({ origin, payment_id, plan_id, billing_cycle, amount, ends_on }) => [
    origin,
    payment_id === null ? null : Number(payment_id),
    Number(plan_id),
    billing_cycle,
    amount,
    ends_on,
  ]);

describe('the migration to stored periods', () => {
  it('does not change what a subscription shows', async () =>
    assert.deepEqual(await facesOf(), before));

  it('creates a period for each payment of a running subscription', async () => {
    assert.deepEqual(await periodsOf(month), [
      ['payment', month.payments[0], cheap, 'monthly', '10.00', after5(['monthly'])],
    ]);
    assert.deepEqual(
      await periodsOf(three),
      three.payments.map((id, n) => [
        'payment',
        id,
        cheap,
        'monthly',
        `1${n + 1}.00`,
        after5(Array.from({ length: n + 1 }, () => 'monthly')),
      ]),
    );
    assert.deepEqual(
      await periodsOf(bought),
      [['payment', bought.payments[0], cheap, 'monthly', '10.00', addMonths(today, 1)]],
      'also one of today',
    );
  });

  it('keeps the plan of each day, even where it was sold too cheaply', async () => {
    assert.deepEqual(await periodsOf(changing), [
      ['payment', changing.payments[0], cheap, 'monthly', '10.00', after5(['monthly'])],
      ['payment', changing.payments[1], dear, 'annual', '5000.00', after5(['monthly', 'annual'])],
    ]);
    assert.deepEqual(
      (await periodsOf(bargain)).map(([, payment, plan, , , ends]) => [payment, plan, ends]),
      [
        [bargain.payments[0], cheap, after5(['monthly'])],
        [bargain.payments[1], dear, after5(['monthly', 'annual'])],
        [bargain.payments[2], dear, after5(['monthly', 'annual', 'monthly'])],
      ],
    );
    const { rows } = await pool.query<{ runs_until: string }>(
      'SELECT s.runs_until::text AS runs_until FROM subscriptions s WHERE s.id = ANY($1) ORDER BY s.id',
      [[changing.id, bargain.id]],
    );
    assert.deepEqual(
      rows.map(({ runs_until }) => runs_until),
      [after5(['monthly']), after5(['monthly'])],
    );
  });

  it('keeps days that no payment explains, and creates nothing for ended subscriptions', async () => {
    assert.deepEqual(await periodsOf(unexplained), [
      ['earlier', null, cheap, 'monthly', null, addDays(today, 200)],
    ]);
    assert.deepEqual(await periodsOf(planned), [
      ['earlier', null, cheap, 'monthly', null, addDays(today, 20)],
    ]);
    assert.deepEqual(await periodsOf(costless), [
      ['free', null, free, 'monthly', '0.00', addDays(today, 10)],
    ]);
    for (const other of others) assert.deepEqual(await periodsOf(other), []);
  });

  it('covers each running day exactly once', async () => {
    const { rows } = await pool.query(`
      SELECT s.id FROM subscriptions s WHERE s.status = 'active' AND s.due_date >= CURRENT_DATE
        AND s.due_date - CURRENT_DATE + 1
          <> (SELECT sum(r.ends_on - greatest(r.starts_on, CURRENT_DATE) + 1)
          FROM subscription_periods r
          WHERE r.subscription_id = s.id AND r.ends_on >= CURRENT_DATE)`);
    assert.deepEqual(rows, []);
  });
});
