import { SealError, type Sealer } from '../../platform/auth/sealer.ts';

/**
 * A reader's position in the stream. Ids are assigned before their transactions commit, so a lower
 * one may appear later: below `floor` nothing new can appear, above it each known id is listed.
 * Written into every event, so that a reader who reconnects gets what it missed and nothing twice.
 */
export interface StreamPosition {
  readonly floor: number;
  readonly known: ReadonlySet<number>;
}

const MOST_KNOWN = 100;

const USE = 'place in the stream of notifications';

/**
 * Encodes positions for readers: `floor.id.id…`, sealed, because the ids reveal how many
 * notifications the service sends.
 */
export interface Positions {
  write(position: StreamPosition): string;
  /** Reads the value of `Last-Event-ID`; undefined when it is not a position. */
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

/** Returns the position after these ids, with nothing new to appear up to `floor`. */
export function advance(
  position: StreamPosition,
  { ids = [], floor = 0 }: { ids?: readonly number[]; floor?: number },
): StreamPosition {
  const all = [...new Set([...position.known, ...ids])].toSorted((a, b) => a - b);
  // With very many ids at once, the oldest no longer wait for a lower one that has not appeared
  // yet.
  const reached = Math.max(position.floor, floor, all.at(-MOST_KNOWN - 1) ?? 0);
  return { floor: reached, known: new Set(all.filter((id) => id > reached)) };
}

export const isUnseen = ({ floor, known }: StreamPosition, id: number): boolean =>
  id > floor && !known.has(id);
