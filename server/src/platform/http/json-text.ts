import { setImmediate as nextLoopRun } from 'node:timers/promises';

/** A reply that is already JSON, UTF-8: too large to be held as objects and written in one go. */
export class JsonText<T> {
  /** What the text holds, for the type alone. */
  declare readonly holds: T;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/**
 * Writes an array element by element, so that only one of them is held as objects and other requests
 * run in between. Throws what `tooLarge` returns as soon as the text is longer than `mostBytes`.
 */
export async function writeArray<T>(
  elements: AsyncIterable<T>,
  { mostBytes, tooLarge }: { mostBytes: number; tooLarge: () => Error },
): Promise<JsonText<T[]>> {
  const pieces: Buffer[] = [];
  let bytes = 2;
  for await (const element of elements) {
    const piece = Buffer.from(`${pieces.length === 0 ? '' : ','}${JSON.stringify(element)}`);
    bytes += piece.length;
    if (bytes > mostBytes) throw tooLarge();
    pieces.push(piece);
    await nextLoopRun();
  }
  return new JsonText(Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')], bytes));
}
