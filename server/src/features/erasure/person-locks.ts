import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

type Of = { profile_id: number };

const orders = statement({
  name: 'erasure-lock-orders',
  params: params<Of>(),
  columns: { id: col.int },
  text: 'SELECT o.id FROM orders o WHERE o.producer_id = :profile_id ORDER BY o.id FOR NO KEY UPDATE NOWAIT',
});
const producer = statement({
  name: 'erasure-lock-producer',
  params: params<Of>(),
  columns: { id: col.int },
  text: 'SELECT p.id FROM producers p WHERE p.id = :profile_id FOR UPDATE NOWAIT',
});
const supplier = statement({
  name: 'erasure-lock-supplier',
  params: params<Of>(),
  columns: { id: col.int },
  text: 'SELECT s.id FROM suppliers s WHERE s.id = :profile_id FOR UPDATE NOWAIT',
});
const proposals = statement({
  name: 'erasure-lock-proposals',
  params: params<Of>(),
  columns: { id: col.int },
  text: 'SELECT p.id FROM proposals p WHERE p.supplier_id = :profile_id ORDER BY p.id FOR UPDATE NOWAIT',
});
const subscription = statement({
  name: 'erasure-lock-subscription',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: 'SELECT s.id FROM subscriptions s WHERE s.user_id = :user_id FOR NO KEY UPDATE NOWAIT',
});
const payments = statement({
  name: 'erasure-lock-payments',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: 'SELECT p.id FROM payments p WHERE p.user_id = :user_id ORDER BY p.id FOR NO KEY UPDATE NOWAIT',
});

const user = statement({
  name: 'erasure-lock-user',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: 'SELECT u.id FROM users u WHERE u.id = :user_id FOR UPDATE',
});

/**
 * Locks the person's row against new references: idempotency keys, events, sessions. Waits for the
 * lock; the caller must hold no other.
 */
export const lockUser = (db: Db, userId: number) => db.row(user, { user_id: userId });

/**
 * Locks everything the person could still write to. Their row comes first, out of the usual lock
 * order: it must be locked against references, and each of their requests begins or ends with such
 * a reference. To avoid deadlocks no later lock is waited for: a held one throws 55P03. From here
 * on inserts for this person wait for the profile's row.
 */
export async function lockEverythingOf(db: Db, caller: Caller): Promise<void> {
  await lockUser(db, caller.userId);
  if (caller.userType === 'produtor') {
    const own = { profile_id: caller.producerId };
    for (const lock of [producer, orders]) await db.rows(lock, own);
  }
  if (caller.userType === 'fornecedor') {
    const own = { profile_id: caller.supplierId };
    for (const lock of [supplier, proposals]) await db.rows(lock, own);
  }
  for (const lock of [subscription, payments]) await db.rows(lock, { user_id: caller.userId });
}

const runningOrder = statement({
  name: 'erasure-running-order',
  params: params<Of>(),
  columns: { running: col.boolean },
  text: `
    SELECT EXISTS (SELECT FROM orders o
      WHERE o.producer_id = :profile_id
      AND o.status IN ('pendente', 'publicada', 'em_analise', 'adjudicada')) AS running`,
});
const runningProposal = statement({
  name: 'erasure-running-proposal',
  params: params<Of>(),
  columns: { running: col.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM proposals p JOIN orders o ON o.id = p.order_id
      WHERE p.supplier_id = :profile_id
        AND (p.status = 'submitted' AND o.status IN ('publicada', 'em_analise')
          OR p.status = 'accepted' AND o.status = 'adjudicada')) AS running`,
});

/**
 * Returns whether another party still waits for the person in a negotiation. Runs under the locks,
 * in a statement of its own, which sees the transactions that the locks waited for.
 */
export async function isNegotiating(db: Db, caller: Caller): Promise<boolean> {
  if (caller.userType === 'produtor')
    return (await db.row(runningOrder, { profile_id: caller.producerId }))?.running === true;
  if (caller.userType === 'fornecedor')
    return (await db.row(runningProposal, { profile_id: caller.supplierId }))?.running === true;
  return false;
}
