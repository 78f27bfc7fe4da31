/**
 * One row of a state machine: the statuses in which a trigger is allowed, the status it leads to,
 * and who may use it. Where `To` allows it, `undefined` means that the status does not change.
 */
export interface Move<
  Status extends string,
  Actor extends string,
  To extends Status | undefined = Status,
> {
  readonly from: readonly Status[];
  readonly to: To;
  readonly by: readonly Actor[];
}

export type Moves<
  Trigger extends string,
  Status extends string,
  Actor extends string,
  To extends Status | undefined = Status,
> = Readonly<Record<Trigger, Move<Status, Actor, To>>>;

/** Returns the next status, or null when the trigger is not allowed in `from`. */
export function nextStatus<T extends string, S extends string, A extends string>(
  moves: Moves<T, S, A, S | undefined>,
  from: S,
  trigger: T,
): S | null {
  const move = moves[trigger];
  return move.from.includes(from) ? (move.to ?? from) : null;
}

/** Creates one predicate for each trigger of the table: `can.publish(status)`. */
export function statusPredicates<T extends string, S extends string, A extends string>(
  moves: Moves<T, S, A, S | undefined>,
): Readonly<Record<T, (status: S) => boolean>> {
  const predicates = Object.entries<Move<S, A, S | undefined>>(moves).map(
    ([trigger, move]) => [trigger, (status: S) => move.from.includes(status)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys; they are the table's
  return Object.fromEntries(predicates) as Record<T, (status: S) => boolean>;
}
