/** The smallest share of a person's slots, and how it changes with each slow or fast reply. */
const SHARE = { least: 0.25, shrink: 0.9, grow: 1 / 32 } as const;
/** How long a share stays shrunk without another slow or fast reply, in ms. */
const REMEMBERED_MS = 60_000;

/** Which part of a person's slots is theirs at the moment: 1, or less after slow replies. */
export interface Shares {
  of(person: string): number;
  shrink(person: string): void;
  grow(person: string): void;
}

/** Creates the shares; those that are whole take no memory. */
export function createShares({ stopwatch }: { stopwatch: () => number }): Shares {
  /** In the sequence of their last change. */
  const shrunk = new Map<string, { readonly part: number; readonly since: number }>();
  const forgetOld = (): void => {
    for (const [person, { since }] of shrunk) {
      if (stopwatch() - since <= REMEMBERED_MS) return;
      shrunk.delete(person);
    }
  };
  const of = (person: string): number => {
    forgetOld();
    return shrunk.get(person)?.part ?? 1;
  };
  const set = (person: string, part: number): void => {
    shrunk.delete(person);
    if (part < 1) shrunk.set(person, { part, since: stopwatch() });
  };
  return {
    of,
    shrink: (person) => set(person, Math.max(SHARE.least, of(person) * SHARE.shrink)),
    grow: (person) => set(person, of(person) + SHARE.grow),
  };
}
