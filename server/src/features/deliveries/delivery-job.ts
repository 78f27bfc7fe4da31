import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { internationalPhone } from '@lavra/domain/phone';
import { systemActor } from '../../platform/db/command.ts';
import { renderNotification } from '../../platform/mail/render-mail.ts';
import { failureLine } from '../../platform/queue/failure-line.ts';
import { jobOn, type EventJob } from '../../platform/queue/job-kind.ts';
import { channelProblemSentence, type ChannelProblem } from '../../platform/texts/channel-texts.ts';
import {
  notificationText,
  type NotificationText,
} from '../../platform/texts/notification-texts.ts';
import { publicationsText } from '../../platform/texts/publications-text.ts';
import { readMailSettings, readWhatsappSettings } from './channel-settings.ts';
import { JOB_SEND_MS, patience, type Channels } from './channels.ts';
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

/** A delivery that has begun, and the facts of those that go with it. */
type StartedDelivery = LockedDelivery & { readonly companions: readonly NotificationFacts[] };

/** How a try ended; `again` asks for another one. */
type Outcome = DeliveryEnd & { readonly again?: true };

/**
 * Tells one person of one event outside the service. `sending` is committed before the call. Found so by a later run,
 * a mail goes out again under the same Message-ID; a WhatsApp message may have arrived, stays `unknown` and is not sent again.
 */
export function createDeliveryJob(channels: Channels): EventJob<'delivery.retried'> {
  const {
    platform: { command, logger, zone },
  } = channels;

  const start = (id: number): Promise<StartedDelivery | undefined> =>
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

  const send = async (delivery: StartedDelivery): Promise<Outcome> => {
    const { type, facts, profile, companions } = delivery;
    if (profile === null)
      throw new Error(`delivery ${delivery.id} is for somebody who is told of nothing`);
    const event = type as NotificationEvent; // deliveries are written for such events alone
    const told = await Promise.all(
      [facts ?? {}, ...companions].map((one) => outsideFacts(event, one)),
    );
    const text =
      companions.length > 0
        ? publicationsText(told, zone)
        : notificationText({ type: event, profile, facts: told[0] ?? {}, zone });
    return delivery.channel === 'email'
      ? mail(channels, delivery, text)
      : message(channels, delivery, text);
  };

  // Made with each delivery, and once more when an administrator asks for it again.
  return jobOn('delivery.retried', {
    name: DELIVERY_JOB,
    ...patience,
    run: async ({ delivery_id: id }, { isLast }) => {
      const delivery = await start(id);
      if (delivery === undefined) return;
      // The channels throw nothing once they have begun: whatever comes here left no doubt.
      const { again, ...end } = await send(delivery).catch((error: unknown): Outcome => ({
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
    },
  });
}

const isOver = ({ state }: LockedDelivery): boolean =>
  state === 'sent' || state === 'skipped' || state === 'unknown';

function endWithoutSending({
  channel,
  state,
  reachable,
  enabled,
  mobile,
}: LockedDelivery): DeliveryEnd | undefined {
  // First of all: whether it has arrived is not known, whatever has changed since.
  if (state === 'sending' && channel === 'whatsapp')
    return { state: 'unknown', failure: 'o processo parou durante o envio' };
  if (!reachable) return { state: 'skipped', failure: 'conta inativa, bloqueada ou removida' };
  if (!enabled) return { state: 'skipped', failure: 'canal desligado' };
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
      ...renderNotification(text, { name: trusted ? name : '' }, { publicUrl }),
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

/** A channel that nobody has set up is not in use: nothing has failed. */
const notSet = (problem: ChannelProblem): Outcome => ({
  state: 'skipped',
  failure: channelProblemSentence(problem),
});
