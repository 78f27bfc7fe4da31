import { Input } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../ui/page-icons.tsx';
import { keepingMoney } from '../ui/money.tsx';
import styles from './lists.module.css';
import { turnSort, writeSort, type Sort } from './url-state.ts';

export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** The service's name for the field to sort by. */
  readonly sort?: string;
  /** What is sorted by, where it is not what the label says. */
  readonly sortLabel?: string;
  /** On phones, shows the cell without its column's name: for titles, chips and buttons. */
  readonly bare?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /**
   * Opens a row, wherever it is pressed; its first cell holds the real link, marked
   * `data-row-link`.
   */
  readonly onOpen?: (row: Row) => void;
}

/**
 * A native table, sorted by its headings; below 768 px each row is a card with the cells in the
 * same order. The roles are written out because a table displayed as cards would lose them.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  onOpen,
}: DataTableProps<Row>) {
  return (
    <>
      {sort !== undefined && onSort !== undefined && (
        <CardSort columns={columns} sort={sort} onSort={onSort} />
      )}
      <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
        <table role="table" className={styles['table']}>
          <caption className="lv-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <Heading
                  key={column.name}
                  column={column}
                  {...(sort === undefined ? {} : { sort })}
                  {...(onSort === undefined ? {} : { onSort })}
                />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                onClick={(event) => {
                  if (onOpen !== undefined && !isOnControl(event.target)) onOpen(row);
                }}
              >
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface SortProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Where rows are cards, which have no headings: a choice of the columns to sort by. */
function CardSort<Row>({ columns, sort, onSort }: SortProps<Row>) {
  const options = columns.flatMap(({ label, sort: field, sortLabel = label }) =>
    field === undefined
      ? []
      : [
          [field, `${sortLabel}, crescente`] as const,
          [`-${field}`, `${sortLabel}, decrescente`] as const,
        ],
  );
  const value = writeSort(sort);
  const id = useId();
  const isKnown = options.some(([known]) => known === value);
  if (options.length === 0) return null;
  return (
    <div className={styles['cardSort']}>
      <Input.Wrapper id={id} label="Ordenar por" size="md">
        <Input
          component="select"
          id={id}
          size="md"
          rightSection={<ChevronDownIcon size={16} />}
          rightSectionPointerEvents="none"
          value={isKnown ? value : ''}
          onChange={({ currentTarget: { value: next } }) =>
            onSort({ field: next.replace(/^-/, ''), descending: next.startsWith('-') })
          }
        >
          {!isKnown && (
            <option value="" disabled>
              Ordem da lista
            </option>
          )}
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Input>
      </Input.Wrapper>
    </div>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
}

const Cell = <Row,>({ column: { align, bare, label, cell }, row }: CellProps<Row>) => (
  <td role="cell" data-align={align} data-labelled={!bare || undefined}>
    {!bare && (
      <span className={styles['cardLabel']} aria-hidden="true">
        {label}
      </span>
    )}
    <div>{keepingMoney(cell(row))}</div>
  </td>
);

function Heading<Row>({
  column: { label, align, sort: field, sortLabel },
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
}) {
  if (field === undefined || sort === undefined || onSort === undefined)
    return (
      <th scope="col" role="columnheader" data-align={align}>
        {label}
      </th>
    );
  const isSorted = sort.field === field;
  return (
    <th
      scope="col"
      role="columnheader"
      data-align={align}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles['sort']}
        title={sortLabel}
        onClick={() => onSort(turnSort(sort, field))}
      >
        {label}
        {isSorted && sort.descending ? <ArrowDownIcon size={14} /> : <ArrowUpIcon size={14} />}
      </button>
    </th>
  );
}

const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, select') !== null;
