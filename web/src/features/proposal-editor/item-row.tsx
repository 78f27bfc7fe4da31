import type { OrderItem } from '@lavra/contract/orders/schemas';
import { isUnwanted } from '@lavra/domain/proposal/competing';
import { memo, useId, useRef, useState, type Ref } from 'react';
import { parseDecimal } from '../../text/decimal.ts';
import { formatUnits, pricedUnit } from '../../text/units.ts';
import { keepingMoney } from '../../ui/money.tsx';
import { ItemWish } from '../../ui/item-wish.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { cellProblem, moneyOf, rowTotal, type Cell } from './draft-checks.ts';
import { writePrice, writeQuantity, type Answer, type Digits, type DraftRow } from './draft.ts';
import styles from './editor.module.css';
import { ItemDetails } from './item-details.tsx';

interface ItemRowProps {
  readonly index: number;
  readonly item: OrderItem;
  readonly row: DraftRow;
  /** Asked once about a price that looks ten times off. */
  readonly question: string | undefined;
  readonly onSure: (itemId: number, price: string) => void;
  readonly onChange: (index: number, part: Partial<DraftRow>) => void;
}

const answerLabels: Readonly<Record<Answer, string>> = {
  price: 'Sim, cotar',
  similar: 'Tenho um similar',
  none: 'Não cotar',
};

/** One item: what was requested, what is offered, and below it the fields for texts. */
export const ItemRow = memo(({ index, item, row, question, onSure, onChange }: ItemRowProps) => {
  const [wantsNotes, showNotes] = useState(row.notes !== '');
  const name = `${item.product.name}, item ${item.position}`;
  const change = (part: Partial<DraftRow>): void => onChange(index, part);
  const hasDetails = row.answer !== 'price' || wantsNotes;
  const ofRow = { index, name, row, onChange: change };
  return (
    <tbody role="rowgroup">
      <tr role="row" data-item={item.id} data-answer={row.answer}>
        <RequestedCells item={item} />
        <NumberCell
          {...ofRow}
          cell="price"
          label="Preço unitário"
          unit={pricedUnit(item.unit)}
          question={question}
          onSure={() => onSure(item.id, row.price)}
        />
        <NumberCell {...ofRow} cell="quantity" label="Quantidade" />
        <TotalCell row={row} />
        <AnswerCell
          {...{ item, row, name, wantsNotes }}
          onChange={change}
          onNotes={() => showNotes(!wantsNotes)}
        />
      </tr>
      {hasDetails && (
        <tr role="row" className={styles['details']}>
          <td role="cell" colSpan={7}>
            <ItemDetails item={item} row={row} showsNotes={wantsNotes} onChange={change} />
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** What was asked for: the product, wishes about it, and the quantity. */
const RequestedCells = ({ item }: Pick<ItemRowProps, 'item'>) => (
  <>
    <td role="cell" className={styles['position']}>
      {item.position}
    </td>
    <th scope="row" role="rowheader">
      <ProductName product={item.product} />
      <ItemWish item={item} />
    </th>
    <td role="cell" data-align="right">
      <span className={styles['label']} aria-hidden="true">
        Pedido
      </span>
      {formatUnits(item.quantity, item.unit)}
    </td>
  </>
);

function TotalCell({ row }: Pick<ItemRowProps, 'row'>) {
  const total = rowTotal(row);
  return (
    <td role="cell" data-align="right" className={styles['lineTotal']}>
      <span className={styles['label']} aria-hidden="true">
        Total
      </span>
      {keepingMoney(total === undefined ? '–' : moneyOf(total))}
    </td>
  );
}

interface AnswerChoiceProps extends Pick<ItemRowProps, 'item' | 'row'> {
  readonly name: string;
  readonly onChange: (part: Partial<DraftRow>) => void;
}

interface AnswerCellProps extends AnswerChoiceProps {
  readonly wantsNotes: boolean;
  readonly onNotes: () => void;
}

/** The answer to the item, and the way to a note on it. */
const AnswerCell = ({ wantsNotes, onNotes, ...choice }: AnswerCellProps) => (
  <td role="cell" className={styles['answer']}>
    <span className={styles['label']} aria-hidden="true">
      Possui o item?
    </span>
    <AnswerChoice {...choice} />
    <button
      type="button"
      className={styles['plain']}
      aria-expanded={wantsNotes}
      aria-label={`Observação sobre ${choice.name}`}
      onClick={onNotes}
    >
      Observação
    </button>
  </td>
);

/** Whether the item is quoted; a similar one only where the producer takes it. */
function AnswerChoice({ item, row, name, onChange }: AnswerChoiceProps) {
  const choices = (['price', 'similar', 'none'] as const).filter(
    (answer) =>
      answer === row.answer ||
      !isUnwanted({ product_id: item.product_id, offers_similar: answer === 'similar' }, item),
  );
  return (
    <select
      aria-label={`Resposta para ${name}`}
      value={row.answer}
      onChange={(event) =>
        onChange({ answer: choices.find((one) => one === event.currentTarget.value) ?? 'price' })
      }
    >
      {choices.map((answer) => (
        <option key={answer} value={answer}>
          {answerLabels[answer]}
        </option>
      ))}
    </select>
  );
}

const zeroHints: Readonly<Record<Cell, string>> = {
  price: 'Preço zero conta como não cotado.',
  quantity: 'Quantidade 0: este item não será oferecido.',
};

interface NumberCellProps {
  readonly index: number;
  readonly cell: Cell;
  readonly label: string;
  readonly name: string;
  readonly row: DraftRow;
  /** What a price is for: `R$ / tonelada`. */
  readonly unit?: string;
  readonly question?: string | undefined;
  readonly onSure?: () => void;
  readonly onChange: (part: Partial<DraftRow>) => void;
}

/** Returns the number of a cell as it is written out; undefined where it cannot be read. */
function writtenOut(row: DraftRow, cell: Cell): string | undefined {
  const digits =
    row.answer === 'none' || cellProblem(row, cell) !== undefined
      ? undefined
      : parseDecimal(row[cell]);
  if (digits === undefined) return undefined;
  // parseDecimal returns nothing else
  return cell === 'price' ? writePrice(digits as Digits) : writeQuantity(digits as Digits);
}

/** Returns what is wrong in a cell, or what a zero in it means. */
function hintOf(row: DraftRow, cell: Cell): string | undefined {
  const isZero = row.answer !== 'none' && row[cell].trim() !== '' && /^[0.,\s]+$/.test(row[cell]);
  return cellProblem(row, cell) ?? (isZero ? zeroHints[cell] : undefined);
}

/** A cell in which a number is typed; what it means or what is wrong with it stands below. */
function NumberCell(props: NumberCellProps) {
  const { cell, label, name, row, unit, question, onSure } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const problem = cellProblem(row, cell);
  const hint = hintOf(row, cell);
  // Not while the price is being typed: its first digits would always look wrong.
  const asked = question !== undefined && problem === undefined && !isTyping;
  return (
    <td role="cell" data-align="right" className={styles['number']}>
      <span className={styles['label']} aria-hidden="true">
        {unit ?? label}
      </span>
      <span className={styles['cell']}>
        <NumberInput
          {...props}
          ref={input}
          describedBy={[unit && `${id}-unit`, hint && id, asked && `${id}-question`]
            .filter(Boolean)
            .join(' ')}
          onTyping={setTyping}
        />
        {hint !== undefined && (
          <small id={id} data-tone={problem === undefined ? 'hint' : 'danger'}>
            {hint}
          </small>
        )}
        {unit !== undefined && (
          <small id={`${id}-unit`} className={styles['unit']}>
            {unit}
          </small>
        )}
        {asked && (
          <Question
            id={`${id}-question`}
            question={question}
            name={name}
            onSure={() => {
              onSure?.();
              input.current?.focus();
            }}
          />
        )}
      </span>
    </td>
  );
}

interface NumberInputProps extends Pick<
  NumberCellProps,
  'index' | 'cell' | 'label' | 'name' | 'row' | 'onChange'
> {
  readonly ref: Ref<HTMLInputElement>;
  /** The ids of what describes it. */
  readonly describedBy: string;
  readonly onTyping: (isTyping: boolean) => void;
}

/** The input of a cell, whose number is written out once it is left. */
function NumberInput({
  index,
  cell,
  label,
  name,
  row,
  ref,
  describedBy,
  onTyping,
  onChange,
}: NumberInputProps) {
  const declined = row.answer === 'none';
  return (
    <input
      ref={ref}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="next"
      data-row={index}
      data-cell={cell}
      aria-label={`${label} de ${name}`}
      aria-invalid={cellProblem(row, cell) !== undefined}
      aria-describedby={describedBy}
      readOnly={declined}
      placeholder={declined ? 'não cotado' : undefined}
      value={declined ? '' : row[cell]}
      onChange={(event) => onChange({ [cell]: event.currentTarget.value })}
      onFocus={() => onTyping(true)}
      onBlur={() => {
        onTyping(false);
        const written = writtenOut(row, cell);
        if (written !== undefined && written !== row[cell]) onChange({ [cell]: written });
      }}
    />
  );
}

interface QuestionProps {
  readonly id: string;
  readonly question: string;
  readonly name: string;
  readonly onSure: () => void;
}

const Question = ({ id, question, name, onSure }: QuestionProps) => (
  <small data-tone="warn">
    <span id={id}>{question}</span>{' '}
    <button
      type="button"
      className={styles['plain']}
      aria-label={`Confirmar o preço de ${name}`}
      onClick={onSure}
    >
      Sim, é isso
    </button>
  </small>
);
