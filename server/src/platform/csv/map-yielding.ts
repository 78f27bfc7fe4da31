import { setImmediate as nextLoopRun } from 'node:timers/promises';

/** How long rows are processed before the event loop runs other work, in ms. */
const TURN = 10;

/** Maps a long list, yielding to the event loop now and then. */
export async function mapYielding<A, B>(
  list: readonly A[],
  map: (one: A, index: number) => B,
): Promise<B[]> {
  const mapped: B[] = [];
  let since = performance.now();
  for (const [index, one] of list.entries()) {
    if (performance.now() - since > TURN) {
      await nextLoopRun();
      since = performance.now();
    }
    mapped.push(map(one, index));
  }
  return mapped;
}
