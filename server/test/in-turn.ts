/** Whether this run takes everything, as the long run does, and not a part of it in turn. */
export const takesAll = process.env['LAVRA_ALL'] !== undefined;

/**
 * Returns everything in the long run, and every `of`-th from `turn` on in a landing: for what one place
 * of the service judges, whatever lies behind it. Whoever counts the turns meets everything once.
 */
export const inTurn = <T>(all: readonly T[], turn: number, of = all.length): readonly T[] =>
  takesAll ? all : all.filter((_, index) => (index - turn) % of === 0);
