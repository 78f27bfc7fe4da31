import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { useCallback, useMemo, useRef, useState } from 'react';
import { pricedUnit } from '../../text/units.ts';
import { useScreenToast } from '../../ui/toasts.tsx';
import { countOf } from '../../text/decimal.ts';
import { confirmedPrices, confirmPrice } from './confirmed-prices.ts';
import type { Cell } from './draft-checks.ts';
import { quotedAs, type DraftRow } from './draft.ts';
import styles from './editor.module.css';
import { ItemRow } from './item-row.tsx';
import { moveOf } from './grid-keys.ts';
import { isTable, pasteInto } from './paste.ts';
import { priceQuestions } from './price-doubts.ts';

type Change = (rows: readonly DraftRow[]) => readonly DraftRow[];
interface ItemsGridProps {
  readonly order: SupplierOrder;
  readonly rows: readonly DraftRow[];
  readonly only: ReadonlySet<number> | undefined;
  readonly onRows: (change: Change) => void;
}

/** A table of items while it is filled in: the rows in sight, and the rows and changes of now. */
interface Grid {
  readonly visible: readonly number[];
  readonly latest: { readonly current: Pick<ItemsGridProps, 'rows' | 'onRows'> };
}

/** Returns what a paste does: it fills from the cell it happened in, and can be undone. */
function usePaste({ visible, latest }: Grid) {
  const screenToast = useScreenToast();
  return (event: React.ClipboardEvent): void => {
    const from = positionOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (from === undefined || !isTable(text)) return;
    event.preventDefault();
    const { rows: before, onRows } = latest.current;
    const { rows, filled, left, remarks } = pasteInto(before, {
      order: visible,
      from: from.row,
      cell: from.cell,
      text,
    });
    onRows(() => rows);
    screenToast(
      [
        `${countOf(filled, ['célula preenchida', 'células preenchidas'])}.`,
        ...(left === 0 ? [] : [`${countOf(left, ['linha não coube', 'linhas não couberam'])}.`]),
        ...remarks,
      ].join(' '),
      { undo: () => latest.current.onRows(() => before) },
    );
  };
}

/** Returns what a key does: Alt with N answers the item, the others move between cells. */
const press =
  (
    { visible, latest }: Grid,
    changeRow: (index: number, part: Partial<DraftRow>) => void,
  ): React.KeyboardEventHandler<HTMLTableElement> =>
  (event) => {
    const from = positionOf(event.target);
    if (from === undefined || !(event.target instanceof HTMLInputElement)) return;
    if (event.altKey && event.key.toLowerCase() === 'n') {
      event.preventDefault();
      const row = latest.current.rows[from.row];
      if (row !== undefined)
        changeRow(from.row, { answer: row.answer === 'none' ? quotedAs(row) : 'none' });
      return;
    }
    const to = moveOf(event, event.target, { ...from, visible });
    if (to === undefined) return;
    event.preventDefault();
    const cell = event.currentTarget.querySelector<HTMLInputElement>(
      `[data-row="${to.row}"][data-cell="${to.cell}"]`,
    );
    cell?.focus();
    cell?.select();
  };

/** The rows in sight, how one of them is changed, and what a paste and a key do. */
function useGrid({ order, rows, only, onRows }: ItemsGridProps) {
  const latest = useRef({ rows, onRows });
  latest.current = { rows, onRows };
  const visible = useMemo(
    () =>
      order.items
        .map((_, index) => index)
        .filter((index) => only === undefined || only.has(order.items[index]?.id ?? 0)),
    [order, only],
  );
  // Stable, so that a key press renders one row and not a thousand.
  const changeRow = useCallback(
    (index: number, part: Partial<DraftRow>) =>
      latest.current.onRows((now) =>
        now.map((row, at) => (at === index ? { ...row, ...part } : row)),
      ),
    [],
  );
  const grid = { visible, latest };
  const handlers = { onPaste: usePaste(grid), onKeyDown: press(grid, changeRow) };
  return { visible, changeRow, handlers };
}

/** Returns the question about a price that looks wrong, until the supplier says it is right. */
function usePriceQuestions(order: SupplierOrder, rows: readonly DraftRow[]) {
  const [sure, setSure] = useState(() => confirmedPrices(order.uuid));
  const confirm = useCallback(
    (itemId: number, price: string) => setSure(confirmPrice(order.uuid, itemId, price)),
    [order.uuid],
  );
  const questions = useMemo(() => priceQuestions(order, rows), [order, rows]);
  return {
    confirm,
    questionOf: (itemId: number, { price }: DraftRow) =>
      sure.get(itemId) === price ? undefined : questions.get(itemId),
  };
}

/**
 * The order's items as rows of a spreadsheet: arrow keys and Enter move, a pasted column fills
 * downwards. Each item is a group of rows with a layout of its own, so that a key press lays out
 * one of a thousand; a table displayed this way would lose its roles, therefore they are written
 * out.
 */
export function ItemsGrid(props: ItemsGridProps) {
  const { order, rows } = props;
  const { visible, changeRow, handlers } = useGrid(props);
  const { confirm, questionOf } = usePriceQuestions(order, rows);
  return (
    <div className={styles['scroll']} role="region" aria-label="Itens da proposta" tabIndex={-1}>
      <table
        role="table"
        data-long={visible.length > MANY || undefined}
        className={styles['grid']}
        {...handlers}
      >
        <caption className="lv-hidden">
          Itens da proposta. Enter desce, Shift com Enter sobe, Alt com N marca que não vai cotar;
          cole uma coluna da planilha para preencher.
        </caption>
        <Head order={order} />
        {visible.map((index) => {
          const item = order.items[index];
          const row = rows[index];
          return item === undefined || row === undefined ? null : (
            <ItemRow
              key={item.id}
              index={index}
              item={item}
              row={row}
              question={questionOf(item.id, row)}
              onSure={confirm}
              onChange={changeRow}
            />
          );
        })}
      </table>
      {visible.length === 0 && <p className={styles['done']}>Nenhum item pendente.</p>}
      <KeysHint />
    </div>
  );
}

const KeysHint = () => (
  <p className={styles['hint']}>
    Cole uma coluna de preços do Excel na primeira célula. <kbd>Enter</kbd> desce, <kbd>Shift</kbd>+
    <kbd>Enter</kbd> sobe, <kbd>Alt</kbd>+<kbd>N</kbd> não cotar, <kbd>Ctrl</kbd>+<kbd>S</kbd>{' '}
    salva.
  </p>
);

const Head = ({ order }: { readonly order: SupplierOrder }) => (
  <thead role="rowgroup">
    <tr role="row">
      {headingsOf(order).map(([label, align]) => (
        <th key={label} scope="col" role="columnheader" data-align={align}>
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

/** Above this number of items, those out of sight are rendered lazily. */
const MANY = 60;

/** The price's heading names the unit where all items have the same. */
const headingsOf = ({ items }: Pick<SupplierOrder, 'items'>) => {
  const units = new Set(items.map(({ unit }) => unit));
  const [unit = ''] = units;
  return [
    ['Nº'],
    ['Item'],
    ['Pedido', 'right'],
    [units.size === 1 ? pricedUnit(unit) : 'R$ / unidade', 'right'],
    ['Quantidade', 'right'],
    ['Total', 'right'],
    ['Possui o item?'],
  ] as const;
};

/** Returns the cell in which an event happened. */
function positionOf(
  target: EventTarget,
): { readonly row: number; readonly cell: Cell } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { row, cell } = target.dataset;
  return row === undefined || (cell !== 'price' && cell !== 'quantity')
    ? undefined
    : { row: Number(row), cell };
}
