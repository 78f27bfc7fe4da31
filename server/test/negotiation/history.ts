import { step, type Answered, type Command, type ModelOrder } from './model.ts';

/** A command as its caller saw it; times are of one clock. */
export interface Operation {
  readonly actor: string;
  readonly command: Command;
  readonly begin: number;
  /** Infinite where no answer came: the command may have happened, then or later, or not. */
  readonly end: number;
  readonly answer: Answered | undefined;
}

/** States to look at before the search is given up. */
const MOST_STATES = 200_000;

export type Explanation =
  | {
      readonly legal: true;
      /** Indexes of the operations, in an order that explains all answers. */
      readonly order: readonly number[];
      readonly end: ModelOrder;
    }
  | { readonly legal: false; /** Where the longest explanation ends. */ readonly why: string };

/**
 * Searches for an order of one order's commands that explains every answer: a command that was
 * answered before another was sent comes before it, and the model answers the same. `isEnd` says
 * whether the state it leads to is the one that was found. Throws where the search is too long.
 */
export function explain(
  from: ModelOrder,
  history: readonly Operation[],
  isEnd: (order: ModelOrder) => boolean = () => true,
): Explanation {
  const visited = new Set<string>();
  const longest = { length: -1, why: '' };
  const waiting = new Set(history.keys());
  const taken: number[] = [];

  /** Notes why it went no further, where no attempt came further than this one. */
  const stuck = (why: string): undefined => {
    if (taken.length > longest.length) Object.assign(longest, { length: taken.length, why });
  };

  const search = (state: ModelOrder): ModelOrder | undefined => {
    const open = [...waiting].filter((index) => history[index]?.answer !== undefined);
    if (open.length === 0 && isEnd(state)) return state;
    const first = Math.min(...open.map((index) => history[index]?.end ?? Infinity));
    const next = [...waiting].filter((index) => (history[index]?.begin ?? Infinity) <= first);
    if (next.length > 1) {
      const seen = `${[...waiting].join()} ${JSON.stringify(state)}`;
      if (visited.has(seen)) return undefined;
      visited.add(seen);
      if (visited.size > MOST_STATES) throw new Error(`more than ${MOST_STATES} states to look at`);
    }
    if (next.length === 0) return stuck(`another end was found than ${JSON.stringify(state)}`);
    // A refusal changes nothing: if it can come first, it can in every explanation that there is.
    const refusal = next.find((index) => isRefused(state, history[index]));
    for (const index of refusal === undefined ? next : [refusal]) {
      const operation = history[index];
      if (operation === undefined) continue;
      const outcome = step(state, operation.command, operation.answer?.name);
      if (operation.answer !== undefined) {
        const difference = differenceOf(outcome.answer, operation.answer);
        if (difference !== null) {
          stuck(`${operation.actor} ${JSON.stringify(operation.command)}: ${difference}`);
          continue;
        }
      }
      waiting.delete(index);
      taken.push(index);
      const end = search(outcome.next);
      if (end !== undefined) return end;
      taken.pop();
      waiting.add(index);
    }
    return undefined;
  };
  const end = search(from);
  return end === undefined
    ? { legal: false, why: longest.why }
    : { legal: true, order: taken, end };
}

/** Returns whether an operation was refused as the model refuses it in this state. */
function isRefused(state: ModelOrder, operation: Operation | undefined): boolean {
  if (operation?.answer === undefined || operation.answer.status === 200) return false;
  const { answer } = step(state, operation.command, operation.answer.name);
  return differenceOf(answer, operation.answer) === null;
}

/** Returns how an answer differs from the model's, or null. */
export function differenceOf(expected: Answered, answered: Answered): string | null {
  const facts = ['status', 'code', 'name', 'version', 'total'] as const;
  const wrong = facts.filter(
    (fact) =>
      expected[fact] !== undefined &&
      answered[fact] !== undefined &&
      expected[fact] !== answered[fact],
  );
  if (wrong.length === 0) return null;
  const listed = (of: Answered): string =>
    wrong.map((fact) => `${fact} ${String(of[fact])}`).join(', ');
  return `answered ${listed(answered)}, where the model says ${listed(expected)}`;
}
