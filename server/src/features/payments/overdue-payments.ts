import { localDate } from '@lavra/domain/calendar/calendar';
import { paymentTransitions } from '@lavra/domain/payment/payment-machine';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH = 100;

/**
 * Marks up to `batch` payments that are past their due date, each with an audit entry; returns how
 * many.
 */
async function overduePayments(
  uow: UnitOfWork,
  { today, batch }: { today: string; batch: number },
): Promise<number> {
  const rows = await uow.db.q
    .updateTable('payments')
    .set({ status: paymentTransitions.fall_due.to, updated_at: uow.now })
    .where('id', 'in', (due) =>
      due
        .selectFrom('payments')
        .select('id')
        .where('status', 'in', paymentTransitions.fall_due.from)
        .where('due_date', '<', today)
        .orderBy('id')
        .limit(batch)
        // Locked rows are being paid, or wait for the next run.
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  for (const { id } of rows) {
    uow.audit({
      action: 'status_changed',
      resourceType: 'payment',
      resourceId: id,
      oldValues: { status: paymentTransitions.fall_due.from[0] },
      newValues: { status: paymentTransitions.fall_due.to },
    });
  }
  return rows.length;
}

/** Marks payments that were not made in time. */
export async function settlePayments(
  { clock, zone, command }: Platform,
  stopping: AbortSignal,
): Promise<void> {
  const today = localDate(clock.now(), zone);
  for (let marked = Infinity; marked > 0 && !stopping.aborted;)
    marked = await command(systemActor, (uow) => overduePayments(uow, { today, batch: BATCH }));
}
