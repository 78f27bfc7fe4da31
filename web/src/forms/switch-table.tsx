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

/** A table of switches: a row for each thing, a column for each way. */
export function SwitchTable<Column extends string>({
  label,
  caption,
  head,
  columns,
  rows,
}: {
  readonly label: string;
  readonly caption: string;
  readonly head: string;
  readonly columns: readonly (readonly [Column, string])[];
  readonly rows: readonly SwitchRow<Column>[];
}) {
  const id = useId();
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
          {rows.map(({ key, name, note, cells }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {note !== undefined && (
                  <span id={`${id}-${key}`} className={styles['note']}>
                    {note}
                  </span>
                )}
              </th>
              {columns.map(([column, way]) => (
                <td key={column}>
                  <Switch
                    label={`${name}: ${way}`}
                    cell={cells[column]}
                    note={note === undefined ? undefined : `${id}-${key}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
