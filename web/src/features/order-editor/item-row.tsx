import { Button, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { quantityOf, type DraftItem } from './draft-values.ts';
import styles from './editor.module.css';

interface ItemRowProps {
  readonly item: DraftItem;
  readonly position: number;
  readonly units: readonly string[];
  readonly onChange: (key: string, part: Partial<DraftItem>) => void;
  readonly onRemove: (item: DraftItem) => void;
}

/**
 * One item of a draft. Re-rendered only when the item itself changes: an order may have a thousand.
 */
export const ItemRow = memo(
  function ItemRow({ item, position, units, onChange, onRemove }: ItemRowProps) {
    const [wasLeft, setWasLeft] = useState(false);
    const { key, product, quantity, unit, notes, allow_similar } = item;
    const set = (part: Partial<DraftItem>): void => onChange(key, part);
    const isWrong = wasLeft && quantityOf(item) === undefined;
    const leave = (): void => {
      setWasLeft(true);
      const digits = parseDecimal(quantity);
      if (digits !== undefined && quantityOf(item) !== undefined)
        set({ quantity: formatQuantity(Number(digits)) });
    };
    return (
      <li className={styles['item']} data-key={key}>
        <div className={styles['itemHead']}>
          <span className={styles['position']} aria-hidden="true">
            {position}
          </span>
          <ProductName product={product} />
          <Button
            variant="subtle"
            size="sm"
            color="var(--lv-danger)"
            aria-label={`Remover ${product.name}`}
            onClick={() => onRemove(item)}
          >
            <TrashIcon size={18} />
          </Button>
        </div>
        <div className={styles['itemFields']}>
          <TextInput
            label={
              <>
                Quantidade<span className="lv-hidden"> de {product.name}</span>
              </>
            }
            inputMode="decimal"
            autoComplete="off"
            required
            value={quantity}
            error={isWrong ? 'Informe uma quantidade, por exemplo 1.250,5.' : undefined}
            onChange={(event) => set({ quantity: event.currentTarget.value })}
            onBlur={leave}
          />
          <SelectField
            label="Unidade"
            value={unit}
            options={(units.includes(unit) ? units : [unit, ...units]).map((symbol) => [
              symbol,
              symbol,
            ])}
            onChange={(next) => set({ unit: next })}
          />
          <TextInput
            label="Observação"
            maxLength={1000}
            value={notes}
            onChange={(event) => set({ notes: event.currentTarget.value })}
          />
          <CheckField
            label="Aceito similar"
            checked={allow_similar}
            onChange={(checked) => set({ allow_similar: checked })}
          />
        </div>
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.position === after.position &&
    before.units.length === after.units.length,
);
