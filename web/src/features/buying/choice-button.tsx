import { Button } from '@mantine/core';
import { Chip } from '../../ui/chip.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { nameOf, type NamedProposal } from '../../ui/name-of-proposal.ts';
import styles from './buying.module.css';

/** What may be done about an item of a proposal. */
export interface ItemChoice {
  readonly stateOf: (item: number, proposal: string) => 'bought' | 'chosen' | 'open' | 'closed';
  readonly toggle: (item: number, proposal: string) => void;
}

/** Chooses an item of a proposal to buy it, or takes the choice back. */
export function ChoiceButton({
  choice,
  item: { id, position },
  proposal,
}: {
  readonly choice: ItemChoice;
  readonly item: { readonly id: number; readonly position: number };
  readonly proposal: (NamedProposal & { readonly proposal: string }) | undefined;
}) {
  if (proposal === undefined) return null;
  const state = choice.stateOf(id, proposal.proposal);
  if (state === 'closed') return null;
  if (state === 'bought') return <Chip tone="good">Comprado</Chip>;
  return (
    <Button
      className={styles['choose']}
      size="compact-sm"
      variant={state === 'chosen' ? 'filled' : 'default'}
      {...(state === 'chosen' ? { leftSection: <CheckIcon size={14} /> } : {})}
      onClick={() => choice.toggle(id, proposal.proposal)}
    >
      {state === 'chosen' ? 'Escolhida' : 'Comprar'}
      <span className="lv-hidden">
        {' '}
        o item {position} da {nameOf(proposal)}
      </span>
    </Button>
  );
}
