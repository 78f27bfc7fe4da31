import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';
import type { MailOutbox, StoredMail } from '../../platform/mail/mail-outbox.ts';
import { settleMail, startMail, type MailState } from '../../platform/mail/mail-state.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import type { MailOutcome } from '../../platform/mail/smtp-sender.ts';
import { failureLine } from '../../platform/queue/failure-line.ts';
import { jobOn, type EventJob } from '../../platform/queue/job-kind.ts';
import { channelProblemSentence } from '../../platform/texts/channel-texts.ts';
import { mailTextOf } from '../../platform/texts/mail-texts.ts';
import { readMailSettings } from './channel-settings.ts';
import { JOB_SEND_MS, sendRetries, type Channels } from './channels.ts';
import { isLinkAlive, lockMail, MAIL_JOB, refuseMail } from './mail-store.ts';

/**
 * Creates the job that sends a mail of the outbox. A mail found in the state `sending` is sent
 * again: the same Message-ID makes the two one.
 */
export function createMailJob(
  { platform: { db, command, logger }, sealer, sendMail, publicUrl }: Channels,
  { outbox, production }: { outbox: MailOutbox; production: boolean },
): EventJob<'mail.queued'> {
  const settle = (id: number, state: MailState, failure: string | null = null): Promise<void> =>
    command(systemActor, (uow) => settleMail(uow, id, { state, failure }));

  /**
   * Returns the mail in the state `sending`; undefined where it need not be sent, after storing
   * that outcome.
   */
  const start = (id: number): Promise<StoredMail | undefined> =>
    command(systemActor, async (uow) => {
      const row = await lockMail(uow.db, id);
      const mail =
        row === undefined || row.state === 'sent' || row.state === 'skipped'
          ? undefined
          : await outbox.findMail(uow.db, id);
      if (row === undefined || mail === undefined) return undefined;
      const end = row.moved ? skipped('destinatário mudou') : await endOfLink(uow, mail);
      if (end === undefined) await startMail(uow, id);
      else if (end.state === 'failed') await refuseMail(uow, id, end.failure);
      else await settleMail(uow, id, end);
      return end === undefined ? mail : undefined;
    });

  const send = async ({ id, to, template, data, secret }: StoredMail): Promise<MailOutcome> => {
    const settings = await readMailSettings(db, sealer);
    if (settings === undefined)
      return { sent: false, isFinal: false, sentence: channelProblemSentence('mail_not_set') };
    return sendMail(
      settings,
      { ...renderMail(template, data, secret, { publicUrl: publicUrl() }), to, id: `mail-${id}` },
      JOB_SEND_MS,
    );
  };

  return jobOn('mail.queued', {
    name: MAIL_JOB,
    ...sendRetries,
    run: async ({ mail_id: id }, { isLast }) => {
      // In development mail is read at /dev/mails and there is no server: this is no failure.
      if (!production && (await readMailSettings(db, sealer)) === undefined) return;
      const mail = await start(id);
      if (mail === undefined) return;
      const outcome = await send(mail).catch((error: unknown): MailOutcome => ({
        sent: false,
        isFinal: false,
        sentence: failureLine(error),
      }));
      if (outcome.sent) return settle(id, 'sent');
      if (outcome.isFinal) {
        logger.warn({ mail_id: id, failure: outcome.sentence }, 'mail refused');
        return command(systemActor, (uow) => refuseMail(uow, id, outcome.sentence));
      }
      await settle(id, isLast ? 'failed' : 'queued', outcome.sentence);
      throw new Error(outcome.sentence);
    },
  });
}

const skipped = (failure: string) => ({ state: 'skipped', failure }) as const;

/**
 * Returns the outcome of a mail whose link is no longer valid or cannot be read; undefined for all
 * others.
 */
async function endOfLink(
  uow: UnitOfWork,
  { template, secret }: StoredMail,
): Promise<{ state: MailState; failure: string } | undefined> {
  if (mailTextOf(template).action === undefined) return undefined;
  if (secret === undefined)
    return { state: 'failed', failure: channelProblemSentence('link_sealed') };
  return (await isLinkAlive(uow, hashToken(secret))) ? undefined : skipped('link sem validade');
}
