import { letterOf, proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf, withMark } from '@lavra/domain/proposal/mark';
import type { DecisionProposal } from './decision-content.ts';

type Named = Pick<DecisionProposal, 'letter' | 'mark'>;

const marked = (label: string, { mark }: Named): string =>
  mark === undefined ? label : withMark(label, markOf(mark));

/** Returns `Proposta B · Ipê`; `Proposta B` in records without marks. */
export const nameOf = (proposal: Named): string => marked(proposalLabel(proposal.letter), proposal);

/** Returns `B · Ipê`, for lists that say `Propostas` before. */
export const shortNameOf = (proposal: Named): string => marked(letterOf(proposal.letter), proposal);

/** Returns the lines of a narrow column's head: the label, and the mark below it. */
export const nameLines = ({ letter, mark }: Named): string[] => [
  proposalLabel(letter),
  ...(mark === undefined ? [] : [markOf(mark).name]),
];
