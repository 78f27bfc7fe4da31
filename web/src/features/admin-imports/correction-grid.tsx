import { Button } from '@mantine/core';
import type { ImportGridRow, ImportRecord } from '@lavra/contract/admin/import';
import { useEffect, useRef, useState } from 'react';
import { countOf, formatCount } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './imports.module.css';
import type { Cells, Corrections } from './use-corrections.ts';

type Column = ImportRecord['columns'][number];

/**
 * The rows of a preview as they were typed: a row with an error has its cells as fields, the wrong
 * ones marked, and what was probably meant as a button. Corrections are validated by the service
 * with all the other rows, without another upload.
 */
export function CorrectionGrid({
  record,
  corrections: { edits, count, isRestored, problem, isPending, checks, write, send, discard },
}: {
  readonly record: ImportRecord;
  readonly corrections: Corrections;
}) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button or field that had the focus is gone.
    if (checks > 0 && document.activeElement === document.body)
      grid.current?.focus({ preventScroll: true });
  }, [checks]);
  return (
    <form
      className={styles['correction']}
      onSubmit={(event) => {
        event.preventDefault();
        void send(edits);
      }}
    >
      {isRestored && <Restored onDiscard={discard} />}
      <div
        ref={grid}
        className={styles['grid']}
        role="region"
        aria-label="Linhas da planilha"
        tabIndex={0}
      >
        <Rows record={record} edits={edits} write={write} send={send} />
      </div>
      {count > 0 && <Recheck count={count} problem={problem} isPending={isPending} />}
    </form>
  );
}

const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={styles['restored']}>
    <Notice title="Recuperamos o que você estava preenchendo." role="status">
      <p>Confira de novo para que valha.</p>
      <p>
        <Button variant="default" onClick={onDiscard}>
          Descartar e voltar ao que estava salvo
        </Button>
      </p>
    </Notice>
  </div>
);

interface RowsProps extends Pick<Corrections, 'edits' | 'write' | 'send'> {
  readonly record: ImportRecord;
}

function Rows({ record, edits, write, send }: RowsProps) {
  const columns = shownColumns(record);
  return (
    <table>
      <caption className="lv-hidden">Linhas da planilha</caption>
      <Headings columns={columns} />
      <tbody>
        {record.rows.map((row) => (
          <GridRow
            key={row.row}
            row={row}
            columns={columns}
            edited={edits.get(row.row) ?? {}}
            onWrite={(cells) => write(row.row, cells)}
            onAccept={(cells) => void send(write(row.row, cells))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RecheckProps {
  /** How many cells were corrected. */
  readonly count: number;
  /** Why the last check failed. */
  readonly problem: string | undefined;
  readonly isPending: boolean;
}

/** The bar that stays in view below the rows, with what went wrong beside its button. */
const Recheck = ({ count, problem, isPending }: RecheckProps) => (
  <div className={styles['recheck']} data-refused={problem !== undefined || undefined}>
    {problem !== undefined && <Notice tone="danger" title={problem} role="alert" />}
    <Button type="submit" aria-disabled={isPending}>
      {isPending ? 'Conferindo…' : `Conferir de novo (${countOf(count, ['célula', 'células'])})`}
    </Button>
  </div>
);

const Headings = ({ columns }: { readonly columns: readonly Column[] }) => (
  <thead>
    <tr>
      <th scope="col">Linha</th>
      {columns.map(({ name, heading }) => (
        <th key={name} scope="col">
          {heading}
        </th>
      ))}
    </tr>
  </thead>
);

/**
 * Returns the columns that the page needs: the first, which says what a row is, those with a
 * problem, and then the others that some row fills.
 */
function shownColumns({ columns: [first, ...others], rows }: ImportRecord): readonly Column[] {
  const isWrong = ({ name }: Column): boolean =>
    rows.some(({ problems }) => problems.some(({ column }) => column === name));
  const isFilled = ({ name }: Column): boolean =>
    rows.some(({ cells }) => cells[name] !== undefined);
  return [
    ...(first === undefined ? [] : [first]),
    ...others.filter(isWrong),
    ...others.filter((column) => !isWrong(column) && isFilled(column)),
  ];
}

interface GridRowProps {
  readonly row: ImportGridRow;
  readonly columns: readonly Column[];
  readonly edited: Cells;
  readonly onWrite: (cells: Cells) => void;
  readonly onAccept: (cells: Cells) => void;
}

function GridRow({ row, columns, edited, onWrite, onAccept }: GridRowProps) {
  const { status, cells, problems } = row;
  const [isWhole, setWhole] = useState(false);
  const isWrong = status === 'error';
  const hasFields = isWrong || Object.keys(edited).length > 0;
  return (
    <tr data-wrong={isWrong || undefined} data-whole={isWhole || undefined}>
      <RowHead row={row} isWhole={isWhole} onWhole={() => setWhole(!isWhole)} />
      {columns.map((column) => {
        const { name, secret } = column;
        const value = edited[name] ?? cells[name] ?? '';
        if (!hasFields)
          return (
            <td key={name} data-label={column.heading}>
              {secret ? '' : value}
            </td>
          );
        return (
          <GridCell
            key={name}
            column={column}
            row={row.row}
            value={value}
            isEdited={edited[name] !== undefined}
            problems={problems.filter((one) => one.column === name)}
            onWrite={(text) => onWrite({ [name]: text })}
            onAccept={onAccept}
          />
        );
      })}
    </tr>
  );
}

interface RowHeadProps extends Pick<GridRowProps, 'row'> {
  /** Whether a phone shows all cells, and not only the wrong ones. */
  readonly isWhole: boolean;
  readonly onWhole: () => void;
}

/** The number of a row, how it stands, and what no single cell of it is to blame for. */
function RowHead({ row, isWhole, onWhole }: RowHeadProps) {
  const { status, action, problems, errors, warnings } = row;
  const isWrong = status === 'error';
  const general = errors.filter(
    (error) => !problems.some(({ sentence }) => error.includes(sentence)),
  );
  return (
    <th scope="row">
      {formatCount(row.row)}
      <Chip tone={isWrong ? 'danger' : action === 'skip' ? 'plain' : 'good'}>
        {isWrong ? 'Com erro' : action === 'skip' ? 'Já existe' : 'Pronta'}
      </Chip>
      {[...general, ...warnings].map((sentence) => (
        <small key={sentence}>{sentence}</small>
      ))}
      <button
        type="button"
        className={styles['whole']}
        aria-expanded={isWhole}
        aria-label={`${isWhole ? 'Ver só o essencial' : 'Ver a linha inteira'}: linha ${row.row}`}
        onClick={onWhole}
      >
        {isWhole ? 'Ver só o essencial' : 'Ver a linha inteira'}
      </button>
    </th>
  );
}

interface GridCellProps {
  readonly column: Column;
  readonly row: number;
  readonly value: string;
  readonly isEdited: boolean;
  readonly problems: ImportGridRow['problems'];
  readonly onWrite: (text: string) => void;
  readonly onAccept: (cells: Cells) => void;
}

function GridCell({ column, row, value, isEdited, problems, onWrite, onAccept }: GridCellProps) {
  const isWrong = problems.length > 0 && !isEdited;
  const note = `problema-${row}-${column.name}`;
  return (
    <td data-label={column.heading} data-wrong={isWrong || isEdited || undefined}>
      <input
        aria-label={`${column.heading}, linha ${row}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? note : undefined}
        type={column.secret ? 'password' : 'text'}
        autoComplete="off"
        value={value}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      {isWrong && (
        <div id={note} className={styles['cellProblem']}>
          {problems.map(({ sentence, suggestion }) => (
            <div key={sentence}>
              <p>{sentence}</p>
              {suggestion !== null && (
                <button type="button" onClick={() => onAccept(suggestion.cells)}>
                  Você quis dizer {suggestion.label}?
                </button>
              )}
            </div>
          ))}
        </div>
      )}
    </td>
  );
}
