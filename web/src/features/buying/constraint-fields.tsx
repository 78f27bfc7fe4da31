import { TextInput } from '@mantine/core';
import { CheckField } from '../../forms/fields.tsx';
import { nameOf, type NamedProposal } from '../../ui/name-of-proposal.ts';
import styles from './combinations.module.css';
import type { Constraints } from './constraints.ts';
import { useIsPhone } from './use-is-phone.ts';

interface ConstraintFieldsProps {
  readonly constraints: Constraints;
  readonly items: readonly {
    readonly id: number;
    readonly position: number;
    readonly product: { readonly name: string };
  }[];
  readonly proposals: readonly (NamedProposal & { readonly uuid: string })[];
  readonly onChange: (part: Partial<Constraints>) => void;
}

/** What combinations must respect: at the side on a desk, folded on a phone. */
export function ConstraintFields(props: ConstraintFieldsProps) {
  return useIsPhone() ? (
    <details className={styles['constraints']}>
      <summary>Restrições</summary>
      <Fields {...props} />
    </details>
  ) : (
    <section className={styles['constraints']} aria-labelledby="restricoes">
      <h2 id="restricoes">Restrições</h2>
      <Fields {...props} />
    </section>
  );
}

function Fields(props: ConstraintFieldsProps) {
  const { constraints, onChange } = props;
  const { days, validOn, sameIngredient, anyQuantity } = constraints;
  return (
    <div className={styles['fields']}>
      <TextInput
        label="Entrega em até (dias)"
        inputMode="numeric"
        maxLength={3}
        value={days}
        onChange={(event) => onChange({ days: event.currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <TextInput
        label="Que valham até"
        type="date"
        value={validOn}
        onChange={(event) => onChange({ validOn: event.currentTarget.value })}
      />
      <CheckField
        label="Similar só com o mesmo ingrediente e concentração"
        checked={sameIngredient}
        onChange={(on) => onChange({ sameIngredient: on })}
      />
      <CheckField
        label="Também quantidade menor que a pedida"
        checked={anyQuantity}
        onChange={(on) => onChange({ anyQuantity: on })}
      />
      <Items {...props} />
      <Proposals {...props} />
    </div>
  );
}

/** Which items are to be bought. */
const Items = ({ constraints: { withoutItems }, items, onChange }: ConstraintFieldsProps) => (
  <details>
    <summary>Itens{leftOut(withoutItems.length)}</summary>
    {items.map(({ id, position, product }) => (
      <CheckField
        key={id}
        label={`${position}. ${product.name}`}
        checked={!withoutItems.includes(id)}
        onChange={() => onChange({ withoutItems: toggled(withoutItems, id) })}
      />
    ))}
  </details>
);

/** From which proposals it may be bought. */
const Proposals = ({
  constraints: { withoutProposals },
  proposals,
  onChange,
}: ConstraintFieldsProps) => (
  <details>
    <summary>Propostas{leftOut(withoutProposals.length)}</summary>
    {proposals.map((proposal) => (
      <CheckField
        key={proposal.uuid}
        label={nameOf(proposal)}
        checked={!withoutProposals.includes(proposal.uuid)}
        onChange={() => onChange({ withoutProposals: toggled(withoutProposals, proposal.uuid) })}
      />
    ))}
  </details>
);

const leftOut = (count: number): string =>
  count === 0 ? '' : `: ${count} ${count === 1 ? 'fica' : 'ficam'} de fora`;
const toggled = <T,>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
