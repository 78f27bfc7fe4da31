import { setImmediate as othersTurn } from 'node:timers/promises';

/** Characters that this process looks at before other requests have their turn: as many as the longest text has, some 10 ms at most. */
const TURN = 5_000;
let looked = 0;

/** Waits for the others' turn when this process has looked at enough text since the last one. */
export async function lookAt(length: number): Promise<void> {
  looked += length;
  if (looked < TURN) return;
  looked = length;
  await othersTurn();
}

/** What becomes of each text, looked at once however often it stands there. Others have their turn in between. */
export async function mapTexts<R>(
  texts: Iterable<string | null>,
  map: (text: string) => R,
): Promise<Map<string, R>> {
  const mapped = new Map<string, R>();
  for (const text of texts) {
    if (text === null || mapped.has(text)) continue;
    await lookAt(text.length);
    mapped.set(text, map(text));
  }
  return mapped;
}

/** Presents one after the other: side by side, all of them would take the same turn. */
export async function presentInTurns<A, B>(
  list: readonly A[],
  present: (one: A) => Promise<B>,
): Promise<B[]> {
  const presented: B[] = [];
  for (const one of list) presented.push(await present(one));
  return presented;
}
