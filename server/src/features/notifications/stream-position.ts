/**
 * How far a reader has come. Ids are given before their transactions commit, so a lower one may show up later: above
 * `floor`, below which nothing new can appear, each id is known by itself. Written into every event, so that a reader
 * who comes back gets what it missed and nothing twice.
 */
export interface StreamPosition { readonly floor: number; readonly known: ReadonlySet<number> }

const MOST_KNOWN = 100;

/** `floor.id.id…`: opaque to readers. */
export const writePosition = ({ floor, known }: StreamPosition): string => [floor, ...known].join('.');

/** A position as `Last-Event-ID` brings it back; undefined for anything else. */
export function readPosition(text: string | undefined): StreamPosition | undefined {
  if (text === undefined || !/^\d{1,15}(\.\d{1,15}){0,100}$/.test(text)) return undefined;
  const [floor = 0, ...known] = text.split('.').map(Number);
  return { floor, known: new Set(known) };
}

/** The position after these ids, when nothing new can appear up to `floor`. */
export function advance(position: StreamPosition, { ids = [], floor = 0 }: { ids?: readonly number[]; floor?: number }): StreamPosition {
  const all = [...new Set([...position.known, ...ids])].toSorted((a, b) => a - b);
  // Should there be very many at once, the oldest of them no longer wait for a straggler below them.
  const reached = Math.max(position.floor, floor, all.at(-MOST_KNOWN - 1) ?? 0);
  return { floor: reached, known: new Set(all.filter((id) => id > reached)) };
}

export const isNews = ({ floor, known }: StreamPosition, id: number): boolean => id > floor && !known.has(id);
