/**
 * One row of a state machine: from which statuses a trigger leads where, and who may pull it. Where `To` allows it,
 * `undefined` stands for the status it comes from.
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

/** The status that follows, or null when the trigger is not allowed from there. */
export function nextStatus<T extends string, S extends string, A extends string>(
  moves: Moves<T, S, A, S | undefined>,
  from: S,
  trigger: T,
): S | null {
  const move = moves[trigger];
  return move.from.includes(from) ? (move.to ?? from) : null;
}

/** One predicate per trigger, read off the table: `can.publish(status)`. */
export function statusPredicates<T extends string, S extends string, A extends string>(
  moves: Moves<T, S, A, S | undefined>,
): Readonly<Record<T, (status: S) => boolean>> {
  const predicates = Object.entries<Move<S, A, S | undefined>>(moves).map(
    ([trigger, move]) => [trigger, (status: S) => move.from.includes(status)] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys; they are the table's
  return Object.fromEntries(predicates) as Record<T, (status: S) => boolean>;
}
