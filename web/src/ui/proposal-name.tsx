import { LeafIcon } from './page-icons.tsx';
import { letterOf, type NamedProposal } from './name-of-proposal.ts';
import styles from './proposal-name.module.css';

/** Shows the session's letter and the mark with its leaf. It is read as `Proposta B · Ipê`. */
export const ProposalName = ({
  proposal: { label, mark },
}: {
  readonly proposal: NamedProposal;
}) => (
  <span>
    <span className={styles['together']}>{label} ·</span> <MarkName mark={mark} />
  </span>
);

/** Shows a mark alone: a leaf in the colour of its tree, and the tree's name. */
export const MarkName = ({ mark: { name, leaf } }: Pick<NamedProposal, 'mark'>) => (
  <span className={styles['mark']} data-leaf={leaf}>
    <LeafIcon size={16} />
    {name}
  </span>
);

/**
 * Repeats in a cell whose it is, where the column's head is out of sight: the letter, ringed in the
 * leaf's colour. Hidden from readers, who hear the head.
 */
export const ProposalBadge = ({ proposal }: { readonly proposal: NamedProposal | undefined }) =>
  proposal === undefined ? null : (
    <span className={styles['badge']} data-leaf={proposal.mark.leaf} aria-hidden="true">
      {letterOf(proposal)}
    </span>
  );
