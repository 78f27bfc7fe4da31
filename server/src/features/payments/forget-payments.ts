import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

const instructions = statement({
  name: 'forget-payment-instructions',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: 'UPDATE payments SET instructions = NULL WHERE user_id = :user_id AND instructions IS NOT NULL RETURNING id',
});
const reasons = statement({
  name: 'forget-refund-reasons',
  params: params<{ user_id: number }>(),
  columns: { id: col.int },
  text: `
    UPDATE refunds r SET reason = NULL
    FROM payments p WHERE p.id = r.payment_id AND p.user_id = :user_id AND r.reason IS NOT NULL
    RETURNING r.id`,
});

/**
 * Removes from a person's payments what can identify them: accounting keeps amounts, dates and
 * statuses, a boleto's page is removed.
 */
export async function forgetPayments(db: Db, userId: number): Promise<void> {
  await db.rows(instructions, { user_id: userId });
  await db.rows(reasons, { user_id: userId });
}
