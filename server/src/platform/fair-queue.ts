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
  /** How many tasks one person may have, running and waiting. */
  readonly each: number;
  /** How many tasks may wait, over all persons. */
  readonly waiting: number;
}

export interface FairQueue {
  /**
   * Runs the work when the queue reaches it. Rejects with QueueFullError at once when there is no
   * room to wait, otherwise as the work does.
   */
  run<T>(person: string | number, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a fair queue: each person's tasks wait in a queue of their own, and persons are served
 * round-robin. Many waiting tasks of one person delay another person's first task by one task at
 * most.
 */
export function createFairQueue({ atOnce, each, waiting }: QueueBounds): FairQueue {
  /**
   * Waiting tasks by person, in the order of service: a person who has been served goes to the end.
   */
  const queues = new Map<string | number, (() => void)[]>();
  const counts = new Map<string | number, number>();
  let [running, waitingNow] = [0, 0];

  const count = (person: string | number, change: 1 | -1): void => {
    const now = (counts.get(person) ?? 0) + change;
    if (now === 0) counts.delete(person);
    else counts.set(person, now);
  };
  const startNext = (): void => {
    const [first] = queues;
    if (first === undefined || running >= atOnce) return;
    const [person, queue] = first;
    const start = queue.shift();
    queues.delete(person);
    if (queue.length > 0) queues.set(person, queue);
    waitingNow -= 1;
    running += 1;
    start?.();
  };
  const wait = (person: string | number): Promise<void> =>
    new Promise((resolve) => {
      const queue = queues.get(person);
      if (queue === undefined) queues.set(person, [resolve]);
      else queue.push(resolve);
      waitingNow += 1;
      startNext();
    });
  return {
    async run(person, work) {
      if ((counts.get(person) ?? 0) >= each) throw new QueueFullError('own');
      if (running >= atOnce && waitingNow >= waiting) throw new QueueFullError('all');
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
        startNext();
      }
    },
  };
}
