/**
 * One command as its caller saw it: sent again under the same key until it was answered. Times are
 * milliseconds of one clock, from the first attempt to the answer.
 */
export interface HistoryEntry {
  readonly supplierId: number;
  readonly orderId: number;
  readonly command: 'save' | 'submit';
  readonly key: string;
  readonly body?: unknown;
  readonly asked: number;
  readonly answered: number;
  readonly attempts: number;
  readonly status: number;
  readonly reply: Record<string, unknown>;
}

/** Returns the longest time between two answers, in ms, in a part of the time. */
export function longestGap(
  answered: readonly number[],
  { from, to }: { from: number; to: number },
): number {
  const times = answered.filter((at) => at >= from && at <= to);
  const marks = [from, ...times.toSorted((a, b) => a - b), to];
  return Math.max(...marks.slice(1).map((at, n) => at - (marks[n] ?? at)));
}
