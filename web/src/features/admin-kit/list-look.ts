import { useState } from 'react';
import type { Column } from '../../lists/data-table.tsx';

const KEY = 'lavra.admin.lists';

/** How this device shows the lists: close together or not, and which columns of each are left out. */
interface Kept {
  readonly compact: boolean;
  readonly hidden: Readonly<Record<string, readonly string[]>>;
}

/** How one list looks. */
export interface ListLook {
  readonly compact: boolean;
  readonly hidden: readonly string[];
  readonly setCompact: (on: boolean) => void;
  readonly turn: (column: string) => void;
}

/** Reads what was kept; whatever makes no sense is as if it were not there. */
export function readLook(text: string | null): Kept {
  try {
    const { compact, hidden } = JSON.parse(text ?? '{}') as Partial<Kept>; // each is checked here
    const lists = Object.entries(hidden ?? {}).filter(([, names]) => Array.isArray(names));
    return { compact: compact === true, hidden: Object.fromEntries(lists) };
  } catch {
    return { compact: false, hidden: {} };
  }
}

/** The look of a list on this device; the list is known by its caption. */
export function useListLook(caption: string): ListLook {
  const [kept, setKept] = useState(() => readLook(localStorage.getItem(KEY)));
  const hidden = kept.hidden[caption] ?? [];
  const keep = (next: Kept): void => {
    localStorage.setItem(KEY, JSON.stringify(next));
    setKept(next);
  };
  return {
    compact: kept.compact,
    hidden,
    setCompact: (compact) => keep({ ...kept, compact }),
    turn: (column) =>
      keep({
        ...kept,
        hidden: {
          ...kept.hidden,
          [caption]: hidden.includes(column)
            ? hidden.filter((name) => name !== column)
            : [...hidden, column],
        },
      }),
  };
}

/** The first column names the row and stays; so do the things that can be done with it. */
export const canHide = <Row>({ name }: Column<Row>, index: number): boolean =>
  index > 0 && name !== 'acts' && name !== 'choice';

export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] =>
  columns.filter((column, index) => !canHide(column, index) || !hidden.includes(column.name));
