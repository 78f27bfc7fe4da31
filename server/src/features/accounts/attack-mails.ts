import { systemActor } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { readerOf } from './account-mails.ts';
import { lockAccount } from './account-tokens.ts';
import { ceiling } from './login-limits.ts';

const TEMPLATE = 'login_attack';

const attackedAccounts = statement({
  name: 'accounts-attacked',
  params: params<{ since: Date }>(),
  columns: { id: col.int },
  text: `
    SELECT u.id FROM (
      SELECT l.account_key FROM login_attempts l WHERE l.at > :since AND l.outcome = 'refused'
      GROUP BY l.account_key HAVING count(*) >= ${ceiling.failures}
    ) a
    JOIN users u ON u.email_key = a.account_key
    WHERE u.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM mails m
      WHERE m.user_id = u.id AND m.template = '${TEMPLATE}' AND m.created_at > :since)
    ORDER BY u.id LIMIT 500`,
});

/**
 * Mails the owners of accounts whose failed logins have reached the ceiling, once per ceiling
 * window. A scheduled task finds these accounts in the data, and the login request does not send
 * the mail, so that a login's timing does not reveal whether the account exists.
 */
export async function notifyAttacked(
  { db, clock, command }: Platform,
  queueMail: MailOutbox['queueMail'],
  stopping: AbortSignal,
): Promise<void> {
  const since = new Date(clock.now().getTime() - ceiling.window);
  for (const { id } of await db.rows(attackedAccounts, { since })) {
    if (stopping.aborted) return;
    await command(systemActor, async (uow) => {
      const account = await lockAccount(uow.db, id);
      const sent = await uow.db.q
        .selectFrom('mails')
        .select('id')
        .where('user_id', '=', id)
        .where('template', '=', TEMPLATE)
        .where('created_at', '>', since.toISOString())
        .executeTakeFirst();
      if (account === undefined || sent !== undefined) return;
      await queueMail(uow, {
        userId: id,
        to: account.email,
        template: TEMPLATE,
        data: readerOf(account),
      });
    });
  }
}
