/** There is no room to wait: of this person's, or of all. */
export class TurnsFullError extends Error {
  override readonly name = 'TurnsFullError';
  readonly whose: 'own' | 'all';

  constructor(whose: 'own' | 'all') {
    super(whose === 'own' ? 'this person has as many under way as may be' : 'as many wait as may');
    this.whose = whose;
  }
}

export interface TurnBounds {
  /** How many works run at a time. */
  readonly atOnce: number;
  /** How many one person may have, running and waiting. */
  readonly each: number;
  /** How many may wait, whoever they are of. */
  readonly waiting: number;
}

export interface Turns {
  /** Runs the work when its turn comes. Rejects with TurnsFullError at once, or as the work does. */
  run<T>(person: string | number, work: () => Promise<T>): Promise<T>;
}

/**
 * Works wait in a line of each person's own, and the turns go round the persons: with many waiting of one, another's
 * first is the next but one all the same.
 */
export function createTurns({ atOnce, each, waiting }: TurnBounds): Turns {
  /** Persons in the order of their turns: who has had one goes to the end. */
  const lines = new Map<string | number, (() => void)[]>();
  const counts = new Map<string | number, number>();
  let [running, inLine] = [0, 0];

  const count = (person: string | number, change: 1 | -1): void => {
    const now = (counts.get(person) ?? 0) + change;
    if (now === 0) counts.delete(person);
    else counts.set(person, now);
  };
  const callNext = (): void => {
    const [first] = lines;
    if (first === undefined || running >= atOnce) return;
    const [person, line] = first;
    const start = line.shift();
    lines.delete(person);
    if (line.length > 0) lines.set(person, line);
    inLine -= 1;
    running += 1;
    start?.();
  };
  const wait = (person: string | number): Promise<void> =>
    new Promise((resolve) => {
      const line = lines.get(person);
      if (line === undefined) lines.set(person, [resolve]);
      else line.push(resolve);
      inLine += 1;
      callNext();
    });
  return {
    async run(person, work) {
      if ((counts.get(person) ?? 0) >= each) throw new TurnsFullError('own');
      if (running >= atOnce && inLine >= waiting) throw new TurnsFullError('all');
      count(person, 1);
      try {
        await wait(person);
        try {
          return await work();
        } finally {
          running -= 1;
        }
      } finally {
        count(person, -1);
        callNext();
      }
    },
  };
}
