import type { ProductTypeChoices } from '@lavra/contract/catalogue/schemas';
import { CheckField } from '../../forms/fields.tsx';
import { countOf } from '../../text/decimal.ts';
import styles from './account.module.css';

interface ProductTypeChoiceProps {
  readonly types: ProductTypeChoices['data'];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: number[]) => void;
  readonly legend?: string;
}

/**
 * Chooses what a supplier sells, one checkbox per type; none chosen means all types, which the page
 * states.
 */
export function ProductTypeChoice({ types, chosen, onChange, legend }: ProductTypeChoiceProps) {
  const turn = (id: number, on: boolean): void =>
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className={styles['coverage']}>
      <legend className={legend === undefined ? 'lv-hidden' : undefined}>
        {legend ?? 'Tipos de produto'}
      </legend>
      <p className={styles['hint']} role="status">
        {countOf(
          chosen.length,
          ['tipo escolhido', 'tipos escolhidos'],
          'Nenhum tipo escolhido: você recebe cotações de todos.',
        )}
      </p>
      <div className={styles['typeList']}>
        {types.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(on) => turn(id, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}
