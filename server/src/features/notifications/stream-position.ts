import { SealError, type Sealer } from '../../platform/auth/sealer.ts';

/**
 * How far a reader has come. Ids are given before their transactions commit, so a lower one may show up later: above
 * `floor`, below which nothing new can appear, each id is known by itself. Written into every event, so that a reader
 * who comes back gets what it missed and nothing twice.
 */
export interface StreamPosition {
  readonly floor: number;
  readonly known: ReadonlySet<number>;
}

const MOST_KNOWN = 100;

const USE = 'place in the stream of notifications';

/** Positions as readers carry them: `floor.id.id…`, sealed, for the ids count what everybody is told. */
export interface Positions {
  write(position: StreamPosition): string;
  /** As `Last-Event-ID` brings it back; undefined for anything else. */
  read(text: string): StreamPosition | undefined;
}

export function createPositions(sealer: Sealer): Positions {
  const open = (text: string): string | undefined => {
    try {
      return sealer.open(Buffer.from(text, 'base64url'), USE);
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  };
  return {
    write: ({ floor, known }) =>
      sealer.seal([floor, ...known].join('.'), USE).toString('base64url'),
    read: (text) => {
      const [floor, ...known] = open(text)?.split('.').map(Number) ?? [];
      return floor === undefined ? undefined : { floor, known: new Set(known) };
    },
  };
}

/** The position after these ids, when nothing new can appear up to `floor`. */
export function advance(
  position: StreamPosition,
  { ids = [], floor = 0 }: { ids?: readonly number[]; floor?: number },
): StreamPosition {
  const all = [...new Set([...position.known, ...ids])].toSorted((a, b) => a - b);
  // Should there be very many at once, the oldest of them no longer wait for a straggler below them.
  const reached = Math.max(position.floor, floor, all.at(-MOST_KNOWN - 1) ?? 0);
  return { floor: reached, known: new Set(all.filter((id) => id > reached)) };
}

export const isNews = ({ floor, known }: StreamPosition, id: number): boolean =>
  id > floor && !known.has(id);
