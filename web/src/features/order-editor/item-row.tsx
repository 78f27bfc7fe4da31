import { Button, TextInput } from '@mantine/core';
import { unitName } from '@lavra/domain/unit/unit-names';
import type { CatalogueRequest } from '@lavra/contract/catalogue/requests';
import { memo, useState } from 'react';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { formatQuantity, parseDecimal } from '../../text/decimal.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { swapOf } from './asked-products.ts';
import {
  isUnsaid,
  notesField,
  quantityField,
  quantityOf,
  shownProduct,
  unitField,
  type DraftItem,
} from './draft-values.ts';
import styles from './editor.module.css';
import { RequestLine } from './request-line.tsx';

interface ItemRowProps {
  readonly item: DraftItem;
  readonly position: number;
  readonly units: readonly string[];
  /** Of an item that is not in the catalogue: what was asked for in its words. */
  readonly request: CatalogueRequest | undefined;
  readonly onChange: (key: string, part: Partial<DraftItem>) => void;
  readonly onRemove: (item: DraftItem) => void;
  /** Called with the row's key when Enter confirms the quantity. */
  readonly onDone: (key: string) => void;
}

/**
 * One item of a draft. Re-rendered only when the item itself changes: an order may have a thousand.
 */
export const ItemRow = memo(
  function ItemRow({ item, position, units, request, onChange, onRemove, onDone }: ItemRowProps) {
    const [isOpen, open] = useState(false);
    const { key, notes, allow_similar, is_unlisted = false } = item;
    const product = shownProduct(item);
    const set = (part: Partial<DraftItem>): void => onChange(key, part);
    return (
      <li className={styles['item']}>
        <ItemHead position={position} product={product} onRemove={() => onRemove(item)} />
        <div
          className={styles['itemFields']}
          data-open={isOpen || is_unlisted || notes !== '' || undefined}
        >
          <QuantityField item={item} name={product.name} set={set} onDone={onDone} />
          <UnitField item={item} units={units} set={set} />
          <button type="button" className={styles['more']} onClick={() => open(true)}>
            Observação e similar<span className="lv-hidden"> de {product.name}</span>
          </button>
          <TextInput
            label={is_unlisted ? 'O que você procura' : 'Observação'}
            maxLength={1000}
            required={is_unlisted}
            error={isUnsaid(item) ? 'Diga que produto você procura.' : undefined}
            value={notes}
            data-path={notesField(key)}
            onChange={(event) => set({ notes: event.currentTarget.value })}
          />
          <CheckField
            label="Aceito similar"
            checked={allow_similar}
            onChange={(checked) => set({ allow_similar: checked })}
          />
        </div>
        {request !== undefined && (
          <RequestLine request={request} onSwap={() => set(swapOf(item, request))} />
        )}
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.position === after.position &&
    before.request === after.request &&
    before.units.length === after.units.length,
);

interface ItemHeadProps {
  readonly position: number;
  readonly product: DraftItem['product'];
  readonly onRemove: () => void;
}

const ItemHead = ({ position, product, onRemove }: ItemHeadProps) => (
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
      onClick={onRemove}
    >
      <TrashIcon size={18} />
    </Button>
  </div>
);

interface FieldProps {
  readonly set: (part: Partial<DraftItem>) => void;
}
interface UnitFieldProps extends FieldProps, Pick<ItemRowProps, 'item'> {
  readonly units: readonly string[];
}

/** One of the units in use; the item's own stays, even where it is not used any more. */
const UnitField = ({ item: { key, unit, quantity }, units, set }: UnitFieldProps) => (
  <SelectField
    label="Unidade"
    value={unit}
    {...(unit === '' ? { placeholder: 'Escolha' } : {})}
    error={unit === '' && quantity !== '' ? 'Escolha a unidade.' : undefined}
    data-path={unitField(key)}
    options={(unit === '' || units.includes(unit) ? units : [unit, ...units]).map((symbol) => [
      symbol,
      unitName(symbol),
    ])}
    onChange={(next) => set({ unit: next })}
  />
);

interface QuantityFieldProps extends FieldProps, Pick<ItemRowProps, 'item' | 'onDone'> {
  /** The product's. */
  readonly name: string;
}

/** The quantity, which is checked and written out once the field is left. */
function QuantityField({ item, name, set, onDone }: QuantityFieldProps) {
  const [wasLeft, setWasLeft] = useState(false);
  const { key, quantity } = item;
  const isWrong = wasLeft && quantityOf(item) === undefined;
  const leave = (): void => {
    setWasLeft(true);
    const digits = parseDecimal(quantity);
    if (digits !== undefined && quantityOf(item) !== undefined)
      set({ quantity: formatQuantity(Number(digits)) });
  };
  return (
    <TextInput
      label={
        <>
          Quantidade<span className="lv-hidden"> de {name}</span>
        </>
      }
      inputMode="decimal"
      autoComplete="off"
      required
      value={quantity}
      error={isWrong ? 'Informe uma quantidade, por exemplo 1.250,5.' : undefined}
      onChange={(event) => set({ quantity: event.currentTarget.value })}
      onBlur={leave}
      enterKeyHint="next"
      data-quantity={key}
      data-path={quantityField(key)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(key);
      }}
    />
  );
}
