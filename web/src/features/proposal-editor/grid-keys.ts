import type { Cell } from './draft-checks.ts';

interface CellPosition {
  readonly row: number;
  readonly cell: Cell;
}
interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}
interface Caret {
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
  readonly value: string;
}

/**
 * Returns the cell that a key moves to: Enter and the vertical arrows move along the column, the
 * horizontal arrows to the neighbour once the caret is at the end of the text. Returns undefined
 * when the field handles the key itself.
 */
export function moveOf(
  { key, shiftKey, altKey, ctrlKey, metaKey }: Key,
  { selectionStart, selectionEnd, value }: Caret,
  { row, cell, visible }: CellPosition & { readonly visible: readonly number[] },
): CellPosition | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const along = (step: number): CellPosition | undefined => {
    const next = visible[visible.indexOf(row) + step];
    return next === undefined ? undefined : { row: next, cell };
  };
  if (key === 'Enter') return along(shiftKey ? -1 : 1);
  if (shiftKey) return undefined;
  if (key === 'ArrowDown') return along(1);
  if (key === 'ArrowUp') return visible.indexOf(row) === 0 ? undefined : along(-1);
  const all = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowRight' && cell === 'price' && (all || selectionStart === value.length))
    return { row, cell: 'quantity' };
  if (key === 'ArrowLeft' && cell === 'quantity' && (all || selectionEnd === 0))
    return { row, cell: 'price' };
  return undefined;
}
