import { setImmediate as othersTurn } from 'node:timers/promises';

/**
 * Characters that this process handles before it yields to other requests: as many as the longest
 * text has, some 10 ms at most.
 */
const TURN = 5_000;
let looked = 0;

/** Yields to the event loop when this process has handled enough text since the last time. */
export async function lookAt(length: number): Promise<void> {
  looked += length;
  if (looked < TURN) return;
  looked = length;
  await othersTurn();
}

/** Maps each distinct text once, however often it occurs. Yields to other requests in between. */
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

/**
 * Presents one item after the other: in parallel, all of them would run before the process yields.
 */
export async function presentInTurns<A, B>(
  list: readonly A[],
  present: (one: A) => Promise<B>,
): Promise<B[]> {
  const presented: B[] = [];
  for (const one of list) presented.push(await present(one));
  return presented;
}
