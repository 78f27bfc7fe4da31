import type { ReceivedProposal } from './anonymous-view.ts';

/**
 * Says when proposals were chosen: `3 propostas escolhidas em 29/11/2026`; where some of them were in
 * a later round, `4 propostas escolhidas, a primeira em 29/11/2026`. `when` is that of the first one.
 */
export function chosenText(
  what: string,
  winners: readonly Pick<ReceivedProposal, 'accepted_at'>[],
  when: string,
): string {
  const isInRounds = new Set(winners.map(({ accepted_at }) => accepted_at)).size > 1;
  return isInRounds ? `${what}, a primeira em ${when}` : `${what} em ${when}`;
}
