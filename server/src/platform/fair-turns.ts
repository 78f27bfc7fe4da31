/** The waiting queue is full: this person's, or the shared one. */
export class TurnsFullError extends Error {
  override readonly name = 'TurnsFullError';
  readonly whose: 'own' | 'all';

  constructor(whose: 'own' | 'all') {
    super(whose === 'own' ? 'this person has as many under way as may be' : 'as many wait as may');
    this.whose = whose;
  }
}

export interface TurnBounds {
  /** How many tasks run at a time. */
  readonly atOnce: number;
  /** How many tasks one person may have, running and waiting. */
  readonly each: number;
  /** How many tasks may wait, over all persons. */
  readonly waiting: number;
}

export interface Turns {
  /**
   * Runs the work when its turn comes. Rejects with TurnsFullError at once when there is no room to
   * wait, otherwise as the work does.
   */
  run<T>(person: string | number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a fair queue: each person's tasks wait in a queue of their own, and persons are served
 * round-robin. Many waiting tasks of one person delay another person's first task by one task at
 * most.
 */
export function createTurns({ atOnce, each, waiting }: TurnBounds): Turns {
  /**
   * Waiting tasks by person, in the order of service: a person who has been served goes to the end.
   */
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
