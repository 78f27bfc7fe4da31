import { useState } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import type { ItemListRow } from './item-list.ts';

/** What the producer chose for a line: a product, a unit, or the type of an item that is not in the catalogue. */
export interface LineChoice {
  readonly product?: number;
  readonly unit?: string;
  readonly type?: number;
}
type Choices = ReadonlyMap<string, LineChoice>;

/** A list that was pasted for an order and is not part of it yet, with what was chosen for its lines. */
export interface PastedList {
  readonly text: string;
  readonly choiceOf: (row: ItemListRow) => LineChoice;
  /** Replaces the text; with an empty one the choices go too. */
  readonly paste: (text: string) => void;
  readonly choose: (row: ItemListRow, choice: LineChoice) => void;
}

/** A line by what is written in it: it keeps its choice while other lines change. */
const keyOf = ({ product, quantity, unit, notes }: ItemListRow): string =>
  [product, quantity, unit, notes].join('\n');

/** Returns the list that was pasted for an order; this device keeps it until it is part of the order. */
export function usePastedList(order: string): PastedList {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? 0;
  const key = `lista.${order}`;
  const [{ text, choices }, setKept] = useState(() => readKept(drafts.find(userId, key)));
  const keep = (next: { readonly text: string; readonly choices: Choices }): void => {
    setKept(next);
    if (next.text === '') drafts.remove(userId, key);
    else drafts.save(userId, key, { text: next.text, choices: [...next.choices] });
  };
  return {
    text,
    choiceOf: (row) => choices.get(keyOf(row)) ?? {},
    paste: (next) => keep({ text: next, choices: next === '' ? new Map() : choices }),
    choose: (row, choice) =>
      keep({
        text,
        choices: new Map(choices).set(keyOf(row), { ...choices.get(keyOf(row)), ...choice }),
      }),
  };
}

/** Reads what the device keeps; what is none is left out. */
function readKept(stored: unknown): { readonly text: string; readonly choices: Choices } {
  // A text alone: of an earlier release.
  const { text, choices } = isRecord(stored) ? stored : { text: stored, choices: [] };
  return {
    text: typeof text === 'string' ? text : '',
    choices: new Map(
      (Array.isArray(choices) ? choices : []).flatMap((pair: unknown) =>
        Array.isArray(pair) && typeof pair[0] === 'string' && isRecord(pair[1])
          ? [[pair[0], readChoice(pair[1])] as const]
          : [],
      ),
    ),
  };
}

const readChoice = ({ product, unit, type }: Record<string, unknown>): LineChoice => ({
  ...(typeof product === 'number' ? { product } : {}),
  ...(typeof unit === 'string' ? { unit } : {}),
  ...(typeof type === 'number' ? { type } : {}),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
