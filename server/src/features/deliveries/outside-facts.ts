import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { maskOfProducer } from '../identities/identities-feature.ts';

/** The events whose `reason` the producer wrote; in all others an administrator wrote it. */
const ofProducer: ReadonlySet<NotificationEvent> = new Set(['proposal.rejected']);

/**
 * Returns the event's facts that may leave the service: no texts of a writer whose address is
 * unconfirmed, because strangers could use the service to have their texts mailed; in the texts of
 * others no address, number or link. The list inside the service shows them as the pages do.
 */
export async function outsideFacts(
  event: NotificationEvent,
  { description, reason, asked_for, ...facts }: NotificationFacts,
): Promise<NotificationFacts> {
  const trusted = facts.writer_trusted === true;
  const says = (text: string | null | undefined): text is string => typeof text === 'string';
  return {
    ...facts,
    ...(trusted && says(description)
      ? { description: (await maskOfProducer(description)) ?? '' }
      : {}),
    ...(trusted && says(asked_for) ? { asked_for: (await maskOfProducer(asked_for)) ?? '' } : {}),
    ...(says(reason) && (trusted || !ofProducer.has(event))
      ? { reason: await maskOfProducer(reason) }
      : {}),
  };
}
