import { setImmediate as othersTurn } from 'node:timers/promises';

/** How many rows are dealt with before others have their turn. */
const BATCH = 500;

/** Maps a long list, letting others have their turn now and then. */
export async function mapInTurns<A, B>(list: readonly A[], map: (one: A, index: number) => B): Promise<B[]> {
  const mapped: B[] = [];
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % BATCH === 0) await othersTurn();
    mapped.push(map(one, index));
  }
  return mapped;
}
