import type { Db } from '../../platform/db/database.ts';

/**
 * Removes from a person's payments what can identify them: accounting keeps amounts, dates and
 * statuses, a boleto's page is removed.
 */
export async function forgetPayments(db: Db, userId: number): Promise<void> {
  await db.q
    .updateTable('payments')
    .set({ instructions: null })
    .where('user_id', '=', userId)
    .where('instructions', 'is not', null)
    .execute();
  await db.q
    .updateTable('refunds')
    .set({ reason: null })
    .where('payment_id', 'in', (eb) =>
      eb.selectFrom('payments').select('id').where('user_id', '=', userId),
    )
    .where('reason', 'is not', null)
    .execute();
}
