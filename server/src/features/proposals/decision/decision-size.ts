import type { DecisionContent, DecisionProposal } from './decision-content.ts';
import { isWinner } from './decision-winners.ts';

/** How many answers to items a record shows: more make a document that nobody reads or prints. */
const MOST_ANSWERS = 20_000;
/** How many proposals a record shows price by price, however few the items are. */
const MOST_SHOWN = 200;
/** How many characters the suppliers' texts have in a record, shared equally by the proposals shown. */
export const MOST_TEXT = 1_000_000;

/** Returns how many proposals a record of so many items shows price by price. */
export const mostShown = (items: number): number =>
  Math.min(MOST_SHOWN, Math.max(1, Math.floor(MOST_ANSWERS / Math.max(1, items))));

/**
 * Returns the record with prices and words of at most so many proposals: records that were written
 * before there was a bound may hold more. Which they are is decided as when a record is written;
 * what an item was bought for stays, of whichever proposal.
 */
export function shortened(
  content: DecisionContent,
  most = mostShown(content.items.length),
): DecisionContent {
  const { items, winners = [] } = content;
  const before = shownProposals(content);
  if (before.length <= most) return content;
  const bought = new Map(winners.map((winner) => [winner.letter, winner.items]));
  const ranked = before.toSorted(
    (a, b) =>
      Number(isWinner(content, b.letter)) - Number(isWinner(content, a.letter)) ||
      (bought.get(b.letter) ?? 0) - (bought.get(a.letter) ?? 0) ||
      Number(counts(b)) - Number(counts(a)) ||
      b.priced_items - a.priced_items ||
      Number(a.total_amount) - Number(b.total_amount) ||
      a.letter - b.letter,
  );
  const shown = new Set(ranked.slice(0, most).map(({ letter }) => letter));
  return {
    ...content,
    shown: [...shown].toSorted((a, b) => a - b),
    items: items.map((item) => ({
      ...item,
      answers: item.answers.filter(({ letter }) => shown.has(letter) || letter === item.chosen),
    })),
  };
}

const counts = ({ status, available }: DecisionProposal): boolean =>
  status !== 'cancelled' && available !== false;

/** Returns the proposals that a record shows price by price and in their words. */
export const shownProposals = ({
  shown,
  proposals,
}: Pick<DecisionContent, 'shown' | 'proposals'>): readonly DecisionProposal[] =>
  shown === undefined ? proposals : proposals.filter(({ letter }) => shown.includes(letter));
