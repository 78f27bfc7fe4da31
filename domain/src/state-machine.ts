/**
 * One row of a state machine: the statuses in which a transition is allowed, and the status it
 * leads to. Where `To` allows it, `undefined` means that the status does not change. Who may use it
 * is said by the access of its endpoints.
 */
export interface Transition<Status extends string, To extends Status | undefined = Status> {
  readonly from: readonly Status[];
  readonly to: To;
}

export type Transitions<
  Name extends string,
  Status extends string,
  To extends Status | undefined = Status,
> = Readonly<Record<Name, Transition<Status, To>>>;

/** Returns the next status, or null when the transition is not allowed in `from`. */
export function nextStatus<T extends string, S extends string>(
  transitions: Transitions<T, S, S | undefined>,
  from: S,
  name: T,
): S | null {
  const transition = transitions[name];
  return transition.from.includes(from) ? (transition.to ?? from) : null;
}

/** Creates one predicate for each transition of the table: `can.publish(status)`. */
export function statusPredicates<T extends string, S extends string>(
  transitions: Transitions<T, S, S | undefined>,
): Readonly<Record<T, (status: S) => boolean>> {
  const predicates = Object.entries<Transition<S, S | undefined>>(transitions).map(
    ([name, transition]) => [name, (status: S) => transition.from.includes(status)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys; they are the table's
  return Object.fromEntries(predicates) as Record<T, (status: S) => boolean>;
}
