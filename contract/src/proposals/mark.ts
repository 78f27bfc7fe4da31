import { leafColors } from '@lavra/domain/proposal/mark-names';
import { object, oneOf, text } from '../kit/schema.ts';

/**
 * What a proposal is called within its order, the same in every session, mail and document: a
 * tree's name, and the colour of the leaf beside it. Only the producer's side and administrators
 * see it.
 */
export const ProposalMark = object(
  {
    name: text(30, { examples: ['Ipê'] }),
    leaf: oneOf(leafColors, { examples: ['green'] }),
  },
  { title: 'ProposalMark' },
);
