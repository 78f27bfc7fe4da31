import type { UnitOfWork } from '../db/command.ts';

export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'skipped';

/** Begins an attempt to send a mail. */
export async function startMail({ db }: UnitOfWork, id: number): Promise<void> {
  await db.q
    .updateTable('mails')
    .set((eb) => ({ state: 'sending', failure: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores the outcome of an attempt. A mail deleted in the meantime is not restored. */
export async function settleMail(
  { db, now }: UnitOfWork,
  id: number,
  { state, failure }: { state: MailState; failure: string | null },
): Promise<void> {
  await db.q
    .updateTable('mails')
    .set({ state, failure, ...(state === 'sent' ? { sent_at: now } : {}) })
    .where('id', '=', id)
    .execute();
}
