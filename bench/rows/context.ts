import type { ApiServer } from '../api-server.ts';
import type { DataSet } from '../generate.ts';
import type { Bench } from '../measure.ts';

/** A data set with the service running on it. */
export interface Stage {
  readonly set: DataSet;
  readonly api: ApiServer;
}

/** The input of every group of rows. */
export interface Context {
  readonly bench: Bench;
  readonly smallest: Stage;
  readonly largest: Stage;
}

export const sizeName = ({ set }: Stage): string => set.orders.toLocaleString('en');

/** Returns `count` callers, each with its share of the requests. */
export function callersOf(
  count: number,
  requestOf: (index: number) => string | readonly string[],
): { requests: string[] }[] {
  return Array.from({ length: count }, (_, index) => ({ requests: [requestOf(index)].flat() }));
}
