import { setImmediate as othersTurn } from 'node:timers/promises';

/** Characters that this process looks at before other requests have their turn: 20 ms at the very most. */
const TURN = 10_000;
let looked = 0;

/** Waits for the others' turn when this process has looked at enough text since the last one. */
export async function lookAt(length: number): Promise<void> {
  looked += length;
  if (looked < TURN) return;
  looked = length;
  await othersTurn();
}

/** What becomes of each text, looked at once however often it stands there. Others have their turn in between. */
export async function mapTexts<R>(texts: Iterable<string | null>, map: (text: string) => R): Promise<Map<string, R>> {
  const mapped = new Map<string, R>();
  for (const text of texts) {
    if (text === null || mapped.has(text)) continue;
    await lookAt(text.length);
    mapped.set(text, map(text));
  }
  return mapped;
}
