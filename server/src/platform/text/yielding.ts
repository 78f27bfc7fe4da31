import { setImmediate as nextLoopRun } from 'node:timers/promises';

/**
 * Characters that this process handles before it yields to other requests: as many as the longest
 * text has, some 10 ms at most.
 */
const CHARACTERS_PER_RUN = 5_000;
let handled = 0;

/**
 * Yields to the event loop when the process has handled enough text since the last time; `length`
 * counts the text that is handled next.
 */
export async function yieldAfter(length: number): Promise<void> {
  handled += length;
  if (handled < CHARACTERS_PER_RUN) return;
  handled = length;
  await nextLoopRun();
}

/** Maps each distinct text once, however often it occurs. Yields to other requests in between. */
export async function mapTexts<R>(
  texts: Iterable<string | null>,
  map: (text: string) => R,
): Promise<Map<string, R>> {
  const mapped = new Map<string, R>();
  for (const text of texts) {
    if (text === null || mapped.has(text)) continue;
    await yieldAfter(text.length);
    mapped.set(text, map(text));
  }
  return mapped;
}

/**
 * Presents one item after the other: in parallel, all of them would run before the process yields.
 */
export async function presentOneByOne<A, B>(
  list: readonly A[],
  present: (one: A) => Promise<B>,
): Promise<B[]> {
  const presented: B[] = [];
  for (const one of list) presented.push(await present(one));
  return presented;
}
