import { isEssential } from '@lavra/domain/notification/channel-defaults';
import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { internationalPhone } from '@lavra/domain/phone';
import { systemActor } from '../../platform/db/command.ts';
import { renderNotification } from '../../platform/mail/render-mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureLine } from '../../platform/text/failure-line.ts';
import { jobOn, type EventJob } from '../../platform/queue/job-kind.ts';
import { channelProblemSentence, type ChannelProblem } from '../../platform/texts/channel-texts.ts';
import {
  gatheredText,
  notificationText,
  type NotificationText,
} from '../notifications/notifications-feature.ts';
import { readMailSettings, readWhatsappSettings } from './channel-settings.ts';
import { JOB_SEND_MS, sendRetries, type Channels } from './channels.ts';
import { outsideFacts } from './outside-facts.ts';
import {
  DELIVERY_JOB,
  listCompanions,
  lockDelivery,
  settleDelivery,
  startDelivery,
  type DeliveryEnd,
  type LockedDelivery,
} from './delivery-store.ts';

/** A delivery that has begun, with the facts of those gathered into it. */
type StartedDelivery = LockedDelivery & { readonly companions: readonly NotificationFacts[] };

/** The outcome of an attempt; `again` requests a retry. */
type Outcome = DeliveryEnd & { readonly again?: true };

/**
 * Creates the job that notifies one person of one event outside the service; holds the channels.
 * The state `sending` is committed before the call. A later run that finds it sends a mail again
 * under the same Message-ID; a WhatsApp message may have arrived, so it becomes `unknown` and is
 * not sent again.
 */
export const createDeliveryJob = (channels: Channels): EventJob<'delivery.retried'> =>
  // Enqueued with each delivery, and again when an administrator requests a retry.
  jobOn('delivery.retried', {
    name: DELIVERY_JOB,
    ...sendRetries,
    run: ({ delivery_id: id }, { isLast }) => runDelivery(channels, { id, isLast }),
  });

async function runDelivery(
  channels: Channels,
  { id, isLast }: { readonly id: number; readonly isLast: boolean },
): Promise<void> {
  const { command, logger } = channels.platform;
  const delivery = await start(channels.platform, id);
  if (delivery === undefined) return;
  // The channels do not throw once a send has begun: an error here means that nothing was sent.
  const { again, ...end } = await send(channels, delivery).catch((error: unknown): Outcome => ({
    state: 'queued',
    failure: failureLine(error),
    again: true,
  }));
  const settled: DeliveryEnd = again && isLast ? { ...end, state: 'failed' } : end;
  await command(systemActor, (uow) => settleDelivery(uow, id, settled));
  if (again) throw new Error(end.failure);
  if (end.state === 'failed' || end.state === 'unknown')
    logger.warn(
      { delivery_id: id, state: end.state, failure: end.failure },
      'notification not delivered',
    );
}

const start = ({ command }: Platform, id: number): Promise<StartedDelivery | undefined> =>
  command(systemActor, async (uow) => {
    const delivery = await lockDelivery(uow.db, id);
    if (delivery === undefined || isOver(delivery)) return undefined;
    const end = endWithoutSending(delivery);
    if (end === undefined) await startDelivery(uow, id);
    else await settleDelivery(uow, id, end);
    return end === undefined
      ? { ...delivery, companions: await listCompanions(uow.db, id) }
      : undefined;
  });

async function send(channels: Channels, delivery: StartedDelivery): Promise<Outcome> {
  const { type, facts, profile, companions } = delivery;
  const { zone } = channels.platform;
  if (profile === null)
    throw new Error(`delivery ${delivery.id} is for a person without notifications`);
  // Deliveries are written for such events only.
  const event = type as NotificationEvent;
  const allFacts = await Promise.all(
    [facts ?? {}, ...companions].map((one) => outsideFacts(event, one)),
  );
  const text =
    companions.length > 0
      ? gatheredText({ type: event, profile, facts: allFacts, count: allFacts.length, zone })
      : notificationText({ type: event, profile, facts: allFacts[0] ?? {}, zone });
  return delivery.channel === 'email'
    ? mail(channels, delivery, text)
    : message(channels, delivery, text);
}

const isOver = ({ state }: LockedDelivery): boolean =>
  state === 'sent' || state === 'skipped' || state === 'unknown';

function endWithoutSending({
  channel,
  state,
  reachable,
  enabled,
  muted,
  required,
  type,
  mobile,
}: LockedDelivery): DeliveryEnd | undefined {
  // Checked first: whether the message arrived is unknown, whatever has changed since.
  if (state === 'sending' && channel === 'whatsapp')
    return { state: 'unknown', failure: 'o processo parou durante o envio' };
  if (!reachable) return { state: 'skipped', failure: 'conta inativa, bloqueada ou removida' };
  if (!enabled) return { state: 'skipped', failure: 'canal desligado' };
  if (muted && !(required ?? isEssential(type)))
    return { state: 'skipped', failure: 'canal desligado pela pessoa' };
  return channel === 'whatsapp' && mobile === null
    ? { state: 'skipped', failure: 'sem celular' }
    : undefined;
}

async function mail(
  { platform: { db }, sealer, sendMail, publicUrl }: Channels,
  { event_id, user_id, name, email, trusted }: LockedDelivery,
  text: NotificationText,
): Promise<Outcome> {
  const settings = await readMailSettings(db, sealer);
  if (settings === undefined) return notSet('mail_not_set');
  const outcome = await sendMail(
    settings,
    {
      ...renderNotification(text, { name: trusted ? name : '' }, { publicUrl: publicUrl() }),
      to: email,
      id: `event-${event_id}-${user_id}`,
    },
    JOB_SEND_MS,
  );
  if (outcome.sent) return { state: 'sent', reference: outcome.reference };
  return outcome.isFinal
    ? { state: 'failed', failure: outcome.sentence }
    : { state: 'queued', failure: outcome.sentence, again: true };
}

async function message(
  { platform: { db }, sealer, sendWhatsapp }: Channels,
  { mobile }: LockedDelivery,
  { title, body }: NotificationText,
): Promise<Outcome> {
  const settings = await readWhatsappSettings(db, sealer);
  if (settings === undefined) return notSet('whatsapp_not_set');
  const outcome = await sendWhatsapp(
    settings,
    { to: `+${internationalPhone(mobile ?? '')}`, title, body },
    JOB_SEND_MS,
  );
  if (outcome.kind === 'sent') return { state: 'sent', reference: outcome.reference };
  if (outcome.kind === 'unknown') return { state: 'unknown', failure: outcome.sentence };
  return outcome.isFinal
    ? { state: 'failed', failure: outcome.sentence }
    : { state: 'queued', failure: outcome.sentence, again: true };
}

/**
 * A channel that is not configured is not in use, so the delivery is skipped and has not failed.
 */
const notSet = (problem: ChannelProblem): Outcome => ({
  state: 'skipped',
  failure: channelProblemSentence(problem),
});
