/** The waiting queue is full: this person's, or the shared one. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
  readonly whose: 'own' | 'all';

  constructor(whose: 'own' | 'all') {
    super(whose === 'own' ? 'this person has too many tasks' : 'too many tasks wait');
    this.whose = whose;
  }
}

export interface QueueBounds {
  /** How many tasks run at a time. */
  readonly atOnce: number;
  /** How many tasks of one person run at a time; as many as in all by default. */
  readonly eachAtOnce?: number;
  /** How many tasks one person may have, running and waiting. */
  readonly each: number;
  /**
   * How many tasks may wait, over all persons. Where no more may, a person who has none displaces the
   * last one of the person who has most waiting.
   */
  readonly waiting: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: QueueFullError) => void;
}

export interface FairQueue {
  /**
   * Runs the work when the queue reaches it. Rejects with QueueFullError when there is no room to
   * wait, at once or when another person takes it, otherwise as the work does.
   */
  run<T>(person: string | number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a fair queue: each person's tasks wait in a queue of their own, and persons are served
 * round-robin, except those who have `eachAtOnce` running. Many waiting tasks of one person delay
 * another person's first task by one task at most.
 */
export function createFairQueue({
  atOnce,
  eachAtOnce = atOnce,
  each,
  waiting,
}: QueueBounds): FairQueue {
  /**
   * Waiting tasks by person, in the order of service: a person who has been served goes to the end.
   */
  const queues = new Map<string | number, Waiting[]>();
  const [held, running] = [createCounts(), createCounts()];
  let waitingNow = 0;

  const mayRun = (person: string | number): boolean =>
    running.all() < atOnce && running.of(person) < eachAtOnce;
  const startNext = (): void => {
    for (const [person, queue] of queues) {
      if (!mayRun(person)) continue;
      const next = queue.shift();
      queues.delete(person);
      if (queue.length > 0) queues.set(person, queue);
      waitingNow -= 1;
      running.add(person, 1);
      next?.start();
      return; // each call follows one task that came or ended
    }
  };
  const wait = (person: string | number): Promise<void> =>
    new Promise((start, refuse) => {
      const queue = queues.get(person);
      if (queue === undefined) queues.set(person, [{ start, refuse }]);
      else queue.push({ start, refuse });
      waitingNow += 1;
      startNext();
    });
  return {
    async run(person, work) {
      if (held.of(person) >= each) throw new QueueFullError('own');
      if (!mayRun(person) && waitingNow >= waiting) {
        const displaced = held.of(person) > 0 ? undefined : lastOfMost(queues);
        if (displaced === undefined) throw new QueueFullError('all');
        waitingNow -= 1;
        displaced.refuse(new QueueFullError('own'));
      }
      held.add(person, 1);
      try {
        await wait(person);
        try {
          return await work();
        } finally {
          running.add(person, -1);
        }
      } finally {
        held.add(person, -1);
        startNext();
      }
    },
  };
}

/** Takes the last task of the person with most waiting; undefined where no person has two. */
function lastOfMost(queues: ReadonlyMap<string | number, Waiting[]>): Waiting | undefined {
  const [most] = [...queues.values()].toSorted((a, b) => b.length - a.length);
  return most !== undefined && most.length > 1 ? most.pop() : undefined;
}

function createCounts() {
  const byPerson = new Map<string | number, number>();
  let all = 0;
  const of = (person: string | number): number => byPerson.get(person) ?? 0;
  return {
    all: () => all,
    of,
    add(person: string | number, change: 1 | -1): void {
      all += change;
      const now = of(person) + change;
      if (now === 0) byPerson.delete(person);
      else byPerson.set(person, now);
    },
  };
}
