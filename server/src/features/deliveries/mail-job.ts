import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';
import type { MailOutbox, StoredMail } from '../../platform/mail/mail-outbox.ts';
import { settleMail, startMail, type MailState } from '../../platform/mail/mail-state.ts';
import { renderMail } from '../../platform/mail/render-mail.ts';
import type { MailOutcome } from '../../platform/mail/smtp-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureLine } from '../../platform/text/failure-line.ts';
import { jobOn, type EventJob } from '../../platform/queue/job-kind.ts';
import { channelProblemSentence } from '../../platform/texts/channel-texts.ts';
import { mailTextOf } from '../../platform/texts/mail-texts.ts';
import { readMailSettings } from './channel-settings.ts';
import { JOB_SEND_MS, sendRetries, type Channels } from './channels.ts';
import { isLinkAlive, lockMail, MAIL_JOB, refuseMail } from './mail-store.ts';

/** What the mail job reads mails from. */
export interface MailJobDeps {
  readonly outbox: MailOutbox;
  /** In production a mail fails without a mail server; elsewhere it waits at /dev/mails. */
  readonly production: boolean;
}

/**
 * Creates the job that sends a mail of the outbox; holds the channels and the outbox. A mail found
 * in the state `sending` is sent again: the same Message-ID makes the two one.
 */
export const createMailJob = (channels: Channels, deps: MailJobDeps): EventJob<'mail.queued'> =>
  jobOn('mail.queued', {
    name: MAIL_JOB,
    ...sendRetries,
    run: ({ mail_id: id }, { isLast }) => runMail(channels, deps, { id, isLast }),
  });

async function runMail(
  channels: Channels,
  { outbox, production }: MailJobDeps,
  { id, isLast }: { readonly id: number; readonly isLast: boolean },
): Promise<void> {
  const { platform, sealer } = channels;
  const { db, command, logger } = platform;
  // In development mail is read at /dev/mails and there is no server: this is no failure.
  if (!production && (await readMailSettings(db, sealer)) === undefined) return;
  const mail = await start(platform, outbox, id);
  if (mail === undefined) return;
  const outcome = await send(channels, mail).catch((error: unknown): MailOutcome => ({
    sent: false,
    isFinal: false,
    sentence: failureLine(error),
  }));
  if (outcome.sent) return settle(platform, id, 'sent');
  if (outcome.isFinal) {
    logger.warn({ mail_id: id, failure: outcome.sentence }, 'mail refused');
    return command(systemActor, (uow) => refuseMail(uow, id, outcome.sentence));
  }
  await settle(platform, id, isLast ? 'failed' : 'queued', outcome.sentence);
  throw new Error(outcome.sentence);
}

const settle = (
  { command }: Platform,
  id: number,
  state: MailState,
  failure: string | null = null,
): Promise<void> => command(systemActor, (uow) => settleMail(uow, id, { state, failure }));

/**
 * Returns the mail in the state `sending`; undefined where it need not be sent, after storing that
 * outcome.
 */
const start = (
  { command }: Platform,
  outbox: MailOutbox,
  id: number,
): Promise<StoredMail | undefined> =>
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

async function send(
  { platform: { db }, sealer, sendMail, publicUrl }: Channels,
  { id, to, template, data, secret }: StoredMail,
): Promise<MailOutcome> {
  const settings = await readMailSettings(db, sealer);
  if (settings === undefined)
    return { sent: false, isFinal: false, sentence: channelProblemSentence('mail_not_set') };
  return sendMail(
    settings,
    { ...renderMail(template, data, secret, { publicUrl: publicUrl() }), to, id: `mail-${id}` },
    JOB_SEND_MS,
  );
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
