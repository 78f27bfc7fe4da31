/** The smallest share of a person's slots, and how it changes with each slow or fast reply. */
const SHARE = { least: 0.25, shrink: 0.9, grow: 1 / 32 } as const;
/**
 * How long a share stays shrunk without another slow or fast reply, and how long a slow reply is
 * remembered, in ms.
 */
const REMEMBERED_MS = 60_000;

/** Which part of a person's slots is theirs at the moment: 1, or less after slow replies. */
export interface Shares {
  of(person: string): number;
  /** Returns whether one of the person's replies was slow within the last minute. */
  wasSlow(person: string): boolean;
  shrink(person: string): void;
  grow(person: string): void;
}

interface Share {
  readonly part: number;
  readonly slowAt: number;
  readonly changedAt: number;
}

/** Creates the shares; those of persons who were not slow take no memory. */
export function createShares({ stopwatch }: { stopwatch: () => number }): Shares {
  /** In the sequence of their last change. */
  const known = new Map<string, Share>();
  const isRecent = (time: number): boolean => stopwatch() - time <= REMEMBERED_MS;
  const find = (person: string): Share | undefined => {
    for (const [old, { changedAt }] of known) {
      if (isRecent(changedAt)) break;
      known.delete(old);
    }
    return known.get(person);
  };
  const set = (person: string, part: number, slowAt: number): void => {
    known.delete(person);
    if (part < 1 || isRecent(slowAt)) known.set(person, { part, slowAt, changedAt: stopwatch() });
  };
  return {
    of: (person) => find(person)?.part ?? 1,
    wasSlow: (person) => isRecent(find(person)?.slowAt ?? -Infinity),
    shrink: (person) =>
      set(person, Math.max(SHARE.least, (find(person)?.part ?? 1) * SHARE.shrink), stopwatch()),
    grow(person) {
      const share = find(person);
      if (share !== undefined) set(person, Math.min(1, share.part + SHARE.grow), share.slowAt);
    },
  };
}
