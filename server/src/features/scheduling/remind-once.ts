import type { UnitOfWork } from '../../platform/db/command.ts';

/**
 * Writes the row of a reminder in the transaction of its event. Returns false where it exists: a
 * subject is reminded once of what is due on a day, whatever the number of schedulers.
 */
export async function remindOnce(
  { db, now }: UnitOfWork,
  { kind, subjectId, due }: { kind: string; subjectId: number; due: string },
): Promise<boolean> {
  const given = await db.q
    .insertInto('reminders')
    .values({ kind, subject_id: subjectId, due, reminded_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst();
  return given !== undefined;
}
