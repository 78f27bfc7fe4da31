/**
 * One row of a state machine: the statuses in which a transition is allowed, the status it leads
 * to, and who may use it. Where `To` allows it, `undefined` means that the status does not change.
 */
export interface Transition<
  Status extends string,
  Actor extends string,
  To extends Status | undefined = Status,
> {
  readonly from: readonly Status[];
  readonly to: To;
  readonly by: readonly Actor[];
}

export type Transitions<
  Name extends string,
  Status extends string,
  Actor extends string,
  To extends Status | undefined = Status,
> = Readonly<Record<Name, Transition<Status, Actor, To>>>;

/** Returns the next status, or null when the transition is not allowed in `from`. */
export function nextStatus<T extends string, S extends string, A extends string>(
  transitions: Transitions<T, S, A, S | undefined>,
  from: S,
  name: T,
): S | null {
  const transition = transitions[name];
  return transition.from.includes(from) ? (transition.to ?? from) : null;
}

/** Creates one predicate for each transition of the table: `can.publish(status)`. */
export function statusPredicates<T extends string, S extends string, A extends string>(
  transitions: Transitions<T, S, A, S | undefined>,
): Readonly<Record<T, (status: S) => boolean>> {
  const predicates = Object.entries<Transition<S, A, S | undefined>>(transitions).map(
    ([name, transition]) => [name, (status: S) => transition.from.includes(status)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys; they are the table's
  return Object.fromEntries(predicates) as Record<T, (status: S) => boolean>;
}
