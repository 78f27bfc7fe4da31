import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { maskOfProducer } from '../identities/identities-feature.ts';

/** Whose words `reason` are: an administrator's everywhere else. */
const ofProducer: ReadonlySet<NotificationEvent> = new Set(['proposal.rejected']);

/**
 * What may leave the service of an event's facts: no words of one whose address nobody has confirmed, who may have come to
 * have them mailed; of the others no address, number or link. The list inside shows them as the pages do.
 */
export async function outsideFacts(
  event: NotificationEvent,
  { description, reason, ...facts }: NotificationFacts,
): Promise<NotificationFacts> {
  const trusted = facts.writer_trusted === true;
  const says = (text: string | null | undefined): text is string => typeof text === 'string';
  return {
    ...facts,
    ...(trusted && says(description)
      ? { description: (await maskOfProducer(description)) ?? '' }
      : {}),
    ...(says(reason) && (trusted || !ofProducer.has(event))
      ? { reason: await maskOfProducer(reason) }
      : {}),
  };
}
