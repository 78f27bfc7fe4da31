import { localDate } from '@lavra/domain/calendar/calendar';
import { paymentTransitions } from '@lavra/domain/payment/payment-machine';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';

const BATCH = 100;

// Skips locked rows: they are being paid, or wait for the next run.
const fallDue = statement({
  name: 'payments-fall-due',
  params: params<{ today: string; now: Date; batch: number }>(),
  columns: { id: col.int },
  text: `
    UPDATE payments p SET status = 'overdue', updated_at = :now
    WHERE p.id = ANY (ARRAY(SELECT d.id FROM payments d
      WHERE d.status = 'pending' AND d.due_date < :today ORDER BY d.id
      LIMIT :batch FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING p.id`,
});

/**
 * Marks up to `batch` payments that are past their due date, each with an audit entry; returns how
 * many.
 */
async function overduePayments(
  uow: UnitOfWork,
  { today, batch }: { today: string; batch: number },
): Promise<number> {
  const rows = await uow.db.rows(fallDue, { today, now: uow.now, batch });
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
