import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { wonSql } from '../awards/awards-feature.ts';

/**
 * Locks the person's row against new references: idempotency keys, events, sessions. Waits for the
 * lock; the caller must hold no other.
 */
export const lockUser = ({ q }: Db, userId: number) =>
  q.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();

/**
 * Locks everything the person could still write to. Their row comes first, out of the usual lock
 * order: it must be locked against references, and each of their requests begins or ends with such
 * a reference. To avoid deadlocks no later lock is waited for: a held one throws 55P03. From here
 * on inserts for this person wait for the profile's row.
 */
export async function lockEverythingOf(db: Db, caller: Caller): Promise<void> {
  await lockUser(db, caller.userId);
  if (caller.userType === 'produtor') await lockProducer(db, caller.producerId);
  if (caller.userType === 'fornecedor') await lockSupplier(db, caller.supplierId);
  await lockMoney(db, caller.userId);
}

async function lockProducer({ q }: Db, id: number): Promise<void> {
  await q.selectFrom('producers').select('id').where('id', '=', id).forUpdate().noWait().execute();
  await q
    .selectFrom('orders')
    .select('id')
    .where('producer_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .noWait()
    .execute();
}

async function lockSupplier({ q }: Db, id: number): Promise<void> {
  await q.selectFrom('suppliers').select('id').where('id', '=', id).forUpdate().noWait().execute();
  await q
    .selectFrom('proposals')
    .select('id')
    .where('supplier_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .noWait()
    .execute();
}

async function lockMoney({ q }: Db, userId: number): Promise<void> {
  for (const table of ['subscriptions', 'payments'] as const)
    await q
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id')
      .forNoKeyUpdate()
      .noWait()
      .execute();
}

const runningProposal = statement({
  name: 'erasure-running-proposal',
  params: params<{ profile_id: number }>(),
  columns: { running: col.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM proposals p JOIN orders o ON o.id = p.order_id
      WHERE p.supplier_id = :profile_id
        AND p.status = 'submitted' AND o.status IN ('publicada', 'em_analise')
    ) OR EXISTS (
      SELECT FROM purchases s JOIN orders o ON o.id = s.order_id
      WHERE s.supplier_id = :profile_id AND ${wonSql} AND o.status = 'adjudicada'
    ) AS running`,
});

/**
 * Returns whether another party still waits for the person in a negotiation. Runs under the locks,
 * in a statement of its own, which sees the transactions that the locks waited for.
 */
export async function isNegotiating(db: Db, caller: Caller): Promise<boolean> {
  if (caller.userType === 'produtor') {
    const running = await db.q
      .selectFrom('orders')
      .select('id')
      .where('producer_id', '=', caller.producerId)
      .where('status', 'in', ['pendente', 'publicada', 'em_analise', 'adjudicada'])
      .limit(1)
      .executeTakeFirst();
    return running !== undefined;
  }
  if (caller.userType === 'fornecedor')
    return (await db.row(runningProposal, { profile_id: caller.supplierId }))?.running === true;
  return false;
}
