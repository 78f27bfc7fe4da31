import { CLOSED, FREE, UNUSED, USED, type Decided, type RelaxedTask } from './relaxation.ts';

/** The decisions of a search; each can be undone, the last one first. */
export interface SearchDecisions extends Decided {
  /** How many candidates are used. */
  usedCount(): number;
  use(candidate: number): void;
  leaveOut(candidate: number): void;
  /** Buys the item from this candidate and from no other one. */
  buyFrom(candidate: number, item: number): void;
  /** Does not buy the item from this candidate. */
  notFrom(candidate: number, item: number): void;
  /** Returns how many decisions there are, for `undoTo`. */
  mark(): number;
  undoTo(mark: number): void;
}

/**
 * Creates the decisions about the candidates of some tasks, which stand in the same order. Closes
 * sales in all of the tasks: their costs change.
 */
export function createDecisions(tasks: readonly RelaxedTask[], items: number): SearchDecisions {
  const [first] = tasks;
  const candidates = first?.candidates ?? [];
  const status = new Uint8Array(candidates.length);
  const settled = new Uint8Array(items);
  const sellers: number[][] = Array.from({ length: items }, () => []);
  for (const [index, candidate] of candidates.entries())
    for (const item of candidate.items) sellers[item]?.push(index);
  const trail: (() => void)[] = [];
  let used = 0;

  const leaveOut = (index: number): void => {
    if (status[index] !== FREE) return;
    status[index] = UNUSED;
    trail.push(() => (status[index] = FREE));
  };
  const notFrom = (index: number, item: number): void => {
    if (candidates[index]?.whole === true) return leaveOut(index);
    for (const { candidates: each } of tasks) {
      const { items: offered, costs } = each[index] ?? {};
      const at = offered?.indexOf(item) ?? -1;
      const cost = costs?.[at];
      if (costs === undefined || cost === undefined) continue;
      costs[at] = CLOSED;
      trail.push(() => (costs[at] = cost));
    }
  };
  const settle = (index: number, item: number): void => {
    if (settled[item] === 1) return;
    settled[item] = 1;
    trail.push(() => (settled[item] = 0));
    for (const other of sellers[item] ?? []) if (other !== index) notFrom(other, item);
  };
  const use = (index: number): void => {
    if (status[index] !== FREE) return;
    status[index] = USED;
    used += 1;
    trail.push(() => {
      status[index] = FREE;
      used -= 1;
    });
    const candidate = candidates[index];
    if (candidate?.whole === true) for (const item of candidate.items) settle(index, item);
  };
  return {
    status,
    settled,
    usedCount: () => used,
    use,
    leaveOut,
    buyFrom(index, item) {
      use(index);
      settle(index, item);
    },
    notFrom,
    mark: () => trail.length,
    undoTo(mark) {
      while (trail.length > mark) trail.pop()?.();
    },
  };
}
