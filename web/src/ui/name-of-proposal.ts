import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import { matchesMark, withMark } from '@lavra/domain/proposal/mark';
import { fold } from '@lavra/domain/text/fold';

/** What a proposal is called on a producer's screen. */
export type NamedProposal = Pick<AnonymousProposal, 'label' | 'mark'>;

/** Returns `Proposta B · Ipê`, for titles, buttons and announcements. */
export const nameOf = ({ label, mark }: NamedProposal): string => withMark(label, mark);

/** Returns the letter alone. */
export const letterOf = ({ label }: Pick<NamedProposal, 'label'>): string =>
  label.replace('Proposta ', '');

/** Returns `B · Ipê`, where it is clear that proposals are meant. */
export const shortNameOf = (proposal: NamedProposal): string =>
  withMark(letterOf(proposal), proposal.mark);

/**
 * Returns whether a search finds a proposal: by a part of its mark or by its letter, with or without
 * `Proposta` before, as screens and mails write it.
 */
export function isFoundBy(proposal: NamedProposal, search: string): boolean {
  const wanted = fold(search)
    .trim()
    .replace(/^proposta\s*/, '');
  return (
    matchesMark(proposal.mark, wanted) ||
    fold(letterOf(proposal)) === wanted ||
    fold(shortNameOf(proposal)) === wanted
  );
}
