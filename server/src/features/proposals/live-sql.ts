import { liveStatuses } from '@lavra/domain/proposal/proposal-limits';

/** SQL condition that proposal `alias` stands; the same as the domain's `isLive`. */
export const isLiveSql = (alias: string): string =>
  `${alias}.status IN (${liveStatuses.map((status) => `'${status}'`).join(', ')})`;
