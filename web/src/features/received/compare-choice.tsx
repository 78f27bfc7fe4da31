import { SelectField } from '../../forms/fields.tsx';
import { useAddress } from '../../lists/use-address.ts';
import { nameOf } from '../../ui/name-of-proposal.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { MOST_COMPARED, writeChoice } from './choice.ts';
import styles from './received.module.css';

const slots = ['1ª proposta', '2ª proposta', '3ª proposta (opcional)'] as const;

/** Shows the proposals being compared; each can be replaced in place by another one. */
export function CompareChoice({
  proposals,
  chosen,
}: {
  readonly proposals: readonly ReceivedProposal[];
  readonly chosen: readonly string[];
}) {
  const [, change] = useAddress();
  if (proposals.length <= 2) return null;
  const swap = (slot: number, uuid: string): void => {
    const next = Array.from({ length: MOST_COMPARED }, (_, at) =>
      at === slot ? uuid : (chosen[at] ?? ''),
    ).filter((one) => one !== '');
    change({ p: writeChoice(next) }, { replace: true });
  };
  return (
    <div className={styles['swap']} role="group" aria-label="Propostas comparadas">
      {slots.map((label, slot) => {
        const own = chosen[slot] ?? '';
        const others = proposals.filter(({ uuid }) => uuid === own || !chosen.includes(uuid));
        return (
          <SelectField
            key={label}
            label={label}
            value={own}
            {...(slot < 2 ? {} : { placeholder: 'Nenhuma' })}
            options={others.map((one) => [one.uuid, nameOf(one)])}
            onChange={(uuid) => swap(slot, uuid)}
          />
        );
      })}
    </div>
  );
}
