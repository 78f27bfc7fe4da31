import { useId } from 'react';
import styles from './switch-table.module.css';

/** One switch; `locked` shows its state without changing it. */
export interface SwitchCell {
  readonly checked: boolean;
  readonly locked?: boolean;
  readonly onToggle: () => void;
}
export interface SwitchRow<Column extends string> {
  readonly key: string;
  readonly name: string;
  /** Shown below the name, and read with the row's switches. */
  readonly note?: string | undefined;
  /** A column without a switch shows a dash. */
  readonly cells: Readonly<Partial<Record<Column, SwitchCell>>>;
}

type Columns<Column> = readonly (readonly [Column, string])[];
interface SwitchTableProps<Column extends string> {
  readonly label: string;
  readonly caption: string;
  readonly head: string;
  readonly columns: Columns<Column>;
  readonly rows: readonly SwitchRow<Column>[];
}

/** A table of switches: a row for each thing, a column for each way. */
export function SwitchTable<Column extends string>({
  label,
  caption,
  head,
  columns,
  rows,
}: SwitchTableProps<Column>) {
  return (
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="lv-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(([column, name]) => (
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Column extends string> {
  readonly row: SwitchRow<Column>;
  readonly columns: Columns<Column>;
}

function Row<Column extends string>({ row: { name, note, cells }, columns }: RowProps<Column>) {
  const id = useId();
  return (
    <tr>
      <th scope="row">
        {name}
        {note !== undefined && (
          <span id={id} className={styles['note']}>
            {note}
          </span>
        )}
      </th>
      {columns.map(([column, way]) => (
        <td key={column}>
          <Switch
            label={`${name}: ${way}`}
            cell={cells[column]}
            note={note === undefined ? undefined : id}
          />
        </td>
      ))}
    </tr>
  );
}

function Switch({
  label,
  cell,
  note,
}: {
  readonly label: string;
  readonly cell: SwitchCell | undefined;
  readonly note: string | undefined;
}) {
  if (cell === undefined)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="lv-hidden">Não disponível</span>
      </>
    );
  const { checked, locked = false, onToggle } = cell;
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles['switch']}
      aria-label={label}
      aria-describedby={note}
      aria-disabled={locked || undefined}
      checked={checked}
      onChange={() => {
        if (!locked) onToggle();
      }}
    />
  );
}
