import type { ProposalStatus } from './proposal-status.ts';

/**
 * How many proposals of one supplier may stand beside each other for one order: an offer and its
 * alternatives, such as another brand or another payment.
 */
export const MAX_LIVE_PROPOSALS = 5;

/**
 * How many proposals a supplier may send for one order in all, withdrawn and rejected ones included.
 * Withdrawing is the only way to correct one, so this is a new price each day for some weeks.
 */
export const MAX_SENT_PROPOSALS = 20;

/**
 * How many proposals a supplier may send for one order on one day: each notifies its producer, and so
 * does its withdrawal.
 */
export const MAX_SENT_A_DAY = 10;

/**
 * How many withdrawn proposals of one supplier the list of received ones shows, the latest. Each is
 * still read by its own address.
 */
export const MAX_LISTED_WITHDRAWN = 5;

/**
 * How often the terms in part of one sent proposal may be loosened: each change is an event of its
 * order's timeline, which shows a limited number of the latest.
 */
export const MAX_TERMS_CHANGES = 10;

/** The proposals of one supplier for one order, without drafts. */
export interface SentProposals {
  readonly live: number;
  readonly sent: number;
}

/** The statuses of a proposal that stands: it was sent, and neither rejected nor withdrawn. */
export const liveStatuses = ['submitted', 'accepted'] as const satisfies readonly ProposalStatus[];

export const isLive = (status: ProposalStatus): boolean =>
  status === 'submitted' || status === 'accepted';

/** Returns why a supplier may send no further proposal for an order, or null. */
export function sendProblem({
  live,
  sent,
}: SentProposals): 'too_many_live' | 'too_many_sent' | null {
  if (sent >= MAX_SENT_PROPOSALS) return 'too_many_sent';
  return live >= MAX_LIVE_PROPOSALS ? 'too_many_live' : null;
}
