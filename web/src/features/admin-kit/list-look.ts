import { useState } from 'react';
import type { Column } from '../../lists/data-table.tsx';

const KEY = 'lavra.admin.lists';

/** How this device displays the lists: compact or not, and which columns of each are hidden. */
interface StoredLook {
  readonly compact: boolean;
  readonly hidden: Readonly<Record<string, readonly string[]>>;
}

/** How one list is displayed. */
export interface ListLook {
  readonly compact: boolean;
  readonly hidden: readonly string[];
  readonly setCompact: (on: boolean) => void;
  readonly turn: (column: string) => void;
}

/** Reads the stored settings; invalid ones count as absent. */
export function readLook(text: string | null): StoredLook {
  try {
    const { compact, hidden } = JSON.parse(text ?? '{}') as Partial<StoredLook>; // each is checked here
    const lists = Object.entries(hidden ?? {}).filter(([, names]) => Array.isArray(names));
    return { compact: compact === true, hidden: Object.fromEntries(lists) };
  } catch {
    return { compact: false, hidden: {} };
  }
}

/**
 * Reads and changes how a list is displayed on this device; lists are identified by their caption.
 */
export function useListLook(caption: string): ListLook {
  const [stored, setStored] = useState(() => readLook(localStorage.getItem(KEY)));
  const hidden = stored.hidden[caption] ?? [];
  const store = (next: StoredLook): void => {
    localStorage.setItem(KEY, JSON.stringify(next));
    setStored(next);
  };
  return {
    compact: stored.compact,
    hidden,
    setCompact: (compact) => store({ ...stored, compact }),
    turn: (column) =>
      store({
        ...stored,
        hidden: {
          ...stored.hidden,
          [caption]: hidden.includes(column)
            ? hidden.filter((name) => name !== column)
            : [...hidden, column],
        },
      }),
  };
}

/**
 * Returns true for columns that can be hidden: not the first, which names the row, and not the
 * actions.
 */
export const canHide = <Row>({ name }: Column<Row>, index: number): boolean =>
  index > 0 && name !== 'acts' && name !== 'choice';

export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] =>
  columns.filter((column, index) => !canHide(column, index) || !hidden.includes(column.name));
