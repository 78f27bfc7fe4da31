import type { Column } from '../../lists/data-table.tsx';
import { CheckField } from '../../forms/fields.tsx';
import { Menu } from '../../shell/menu.tsx';
import styles from './kit.module.css';
import { canHide, type ListLook } from './list-look.ts';

/** Chooses which columns are shown and how dense the rows are; the device stores it. */
export function LookMenu<Row>({
  columns,
  look,
}: {
  readonly columns: readonly Column<Row>[];
  readonly look: ListLook;
}) {
  return (
    <div className={styles['look']}>
      <Menu label="Colunas e espaço" button="Colunas">
        {() => (
          <div className={styles['lookPanel']}>
            {columns.filter(canHide).map(({ name, label }) => (
              <CheckField
                key={name}
                label={label}
                checked={!look.hidden.includes(name)}
                onChange={() => look.turn(name)}
              />
            ))}
            <hr />
            <CheckField
              label="Linhas mais juntas"
              checked={look.compact}
              onChange={look.setCompact}
            />
          </div>
        )}
      </Menu>
    </div>
  );
}
