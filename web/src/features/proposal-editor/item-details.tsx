import type { OrderItem } from '@lavra/contract/orders/schemas';
import { justificationLabels, justificationTypes } from '@lavra/domain/proposal/justification';
import { useId } from 'react';
import type { DraftRow } from './draft.ts';
import styles from './editor.module.css';

interface ItemDetailsProps {
  readonly item: OrderItem;
  readonly row: DraftRow;
  readonly showsNotes: boolean;
  readonly onChange: (part: Partial<DraftRow>) => void;
}

/**
 * Not selling a product and not having it now are different answers: the hints explain each reason
 * and its consequences.
 */
const reasonHints: Readonly<Record<DraftRow['reason'], string>> = {
  unavailable:
    'Você não vende este produto. Para não receber pedidos assim, ajuste o que você vende em Empresa.',
  out_of_stock: 'Você vende este produto, mas agora não tem.',
  logistics: 'Você tem o produto, mas não consegue entregar neste local ou prazo.',
  other: 'O produtor lê o que você contar, sem os seus contatos.',
};

type TextsProps = Omit<ItemDetailsProps, 'showsNotes'>;

/** How an item is named to who cannot see its row. */
const nameOf = ({ product, position }: OrderItem): string => `${product.name}, item ${position}`;

/** The texts of an item: the similar product, why it is not quoted, a remark. */
export const ItemDetails = ({ item, row, showsNotes, onChange }: ItemDetailsProps) => (
  <div className={styles['fields']}>
    {row.answer === 'similar' && <SimilarFields {...{ item, row, onChange }} />}
    {row.answer === 'none' && <ReasonFields {...{ item, row, onChange }} />}
    {showsNotes && (
      <Field
        label="Observação"
        of={nameOf(item)}
        hint="Embalagem, lote mínimo, entrega deste item"
        value={row.notes}
        max={2000}
        onChange={(notes) => onChange({ notes })}
      />
    )}
  </div>
);

const SimilarFields = ({ item, row, onChange }: TextsProps) => (
  <>
    <Field
      label="Produto similar"
      of={nameOf(item)}
      warning={
        row.similarName.trim() === ''
          ? 'Sem o nome, o produtor não sabe o que você oferece.'
          : undefined
      }
      value={row.similarName}
      max={300}
      onChange={(similarName) => onChange({ similarName, productId: item.product_id })}
    />
    <Field
      label="Descrição do similar"
      of={nameOf(item)}
      hint="Ingrediente ativo, concentração, embalagem"
      value={row.similarDescription}
      max={2000}
      onChange={(similarDescription) => onChange({ similarDescription })}
    />
  </>
);

function ReasonFields({ item, row, onChange }: TextsProps) {
  const hint = useId();
  return (
    <>
      <label className={styles['field']}>
        <span>Motivo</span>
        <select
          aria-describedby={hint}
          aria-label={`Motivo de não cotar ${nameOf(item)}`}
          value={row.reason}
          onChange={(event) =>
            onChange({
              reason:
                justificationTypes.find((one) => one === event.currentTarget.value) ?? 'other',
            })
          }
        >
          {justificationTypes.map((type) => (
            <option key={type} value={type}>
              {justificationLabels[type]}
            </option>
          ))}
        </select>
        <small id={hint}>{reasonHints[row.reason]}</small>
      </label>
      <Field
        label={row.reason === 'other' ? 'Conte o motivo' : 'Justificativa (se quiser)'}
        of={nameOf(item)}
        value={row.justification}
        max={2000}
        onChange={(justification) => onChange({ justification })}
      />
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly of: string;
  readonly hint?: string;
  readonly warning?: string | undefined;
  readonly value: string;
  readonly max: number;
  readonly onChange: (value: string) => void;
}

function Field({ label, of, hint, warning, value, max, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        <span className="lv-hidden"> de {of}</span>
      </label>
      <input
        id={id}
        type="text"
        maxLength={max}
        placeholder={hint}
        aria-describedby={warning === undefined ? undefined : `${id}-warning`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {warning !== undefined && (
        <small id={`${id}-warning`} data-tone="warn">
          {warning}
        </small>
      )}
    </div>
  );
}
