import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { settleMail } from '../../platform/mail/mail-state.ts';
import { storeFailedJob } from '../../platform/queue/failed-jobs.ts';

/** The job's name, in the queue and among the failed jobs. */
export const MAIL_JOB = 'mail.send';

const locked = statement({
  name: 'mail-lock',
  params: params<{ id: number }>(),
  columns: { state: col.text, attempts: col.int, moved: col.boolean },
  text: `
    SELECT m.state, m.attempts,
      m.user_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM users u WHERE u.id = m.user_id AND u.deleted_at IS NULL
          AND (m.fixed_address OR u.email_key = fold(m.to_address))
      ) AS moved
    FROM mails m WHERE m.id = :id FOR UPDATE OF m`,
});

/**
 * Returns the mail's row, locked; `moved` when its account is gone, or when the mail was for the
 * account's address and that has changed.
 */
export const lockMail = (db: Db, id: number) => db.row(locked, { id });

/** Returns whether a link is still valid. */
export async function isLinkAlive(
  { db, now }: Pick<UnitOfWork, 'db' | 'now'>,
  tokenHash: Buffer,
): Promise<boolean> {
  const found = await db.q
    .selectFrom('account_tokens as t')
    .select('t.user_id')
    .where('t.token_hash', '=', tokenHash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Gives up a mail that a retry would not help; it is listed as a failed job, which an administrator
 * can retry.
 */
export async function refuseMail(uow: UnitOfWork, id: number, failure: string): Promise<void> {
  await settleMail(uow, id, { state: 'failed', failure });
  const mail = await uow.db.q
    .selectFrom('mails')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirst();
  if (mail !== undefined)
    await storeFailedJob(uow, {
      name: MAIL_JOB,
      data: { mail_id: id },
      failure,
      attempts: mail.attempts,
      cause: 'mail.queued',
    });
}
