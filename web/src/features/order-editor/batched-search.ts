import type { DraftItem } from './draft-values.ts';

type Product = DraftItem['product'];
export type Search = (text: string) => Promise<readonly Product[]>;
/** Answers several searches with one request, in their order. */
type Ask = (texts: readonly string[]) => Promise<readonly (readonly Product[])[]>;

/** The bounds of a request: texts, characters of a text, and of all in the address. */
const [MOST_TEXTS, MOST_LENGTH, MOST_ADDRESS] = [30, 100, 6_000];

interface Waiting {
  readonly text: string;
  readonly resolve: (found: readonly Product[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a search that gathers what is searched at the same time: a long list takes a few
 * requests, one after another, and stays below the service's limit of requests. Each text is
 * searched once; a failed one again when it is searched again.
 */
export function createBatchedSearch(ask: Ask): Search {
  const known = new Map<string, Promise<readonly Product[]>>();
  const queue: Waiting[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // What is searched because of the last answers is in the queue after this.
    await new Promise((resolve) => setTimeout(resolve));
    const batch = takeBatch(queue);
    if (batch.length === 0) {
      isRunning = false;
      return;
    }
    try {
      const found = await ask(batch.map(({ text }) => text));
      for (const [at, { resolve }] of batch.entries()) resolve(found[at] ?? []);
    } catch (error) {
      for (const { text, reject } of [...batch, ...queue.splice(0)]) {
        known.delete(text);
        reject(error);
      }
    }
    await run();
  };
  return (written) => {
    const text = written.trim().slice(0, MOST_LENGTH);
    if (text === '') return Promise.resolve([]);
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const found = new Promise<readonly Product[]>((resolve, reject) => {
      queue.push({ text, resolve, reject });
    });
    known.set(text, found);
    if (!isRunning) void run();
    return found;
  };
}

/** Removes the first texts from the queue that fit into one request. */
function takeBatch(queue: Waiting[]): readonly Waiting[] {
  let length = 0;
  const fits = queue.findIndex(({ text }, at) => {
    length += encodeURIComponent(text).length;
    return at === MOST_TEXTS || length > MOST_ADDRESS;
  });
  return queue.splice(0, fits === -1 ? queue.length : fits);
}
