// Public API of the totals: what is counted where it changes, by triggers, and read without counting.
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { foldTotals } from './fold-totals.ts';
import { mendTotals } from './mend-totals.ts';

export { mendTotals, type Difference } from './mend-totals.ts';
export {
  daysOf,
  keptList,
  readListTotal,
  readTotals,
  readWeeklyTotals,
  sumTotals,
  type DailyScope,
  type Days,
} from './read-totals.ts';

const MINUTE = 60_000;
/** The hour of the night, in the platform's zone, in which the totals are compared. */
const QUIET_HOUR = 3;

/** Folds the totals; processes that fold at the same time are kept apart by a lock. */
const folding: Task = {
  name: 'list totals',
  everyMs: MINUTE,
  inEveryProcess: true,
  run: ({ db }) => foldTotals(db),
};

/** Compares the totals with what counting gives, once a night. */
const comparing: Task = {
  name: 'totals compared',
  everyMs: 60 * MINUTE,
  run: async (platform) => {
    const hour = formatTimestamp(platform.clock.now(), platform.zone).slice(11, 13);
    if (Number(hour) === QUIET_HOUR) await compare(platform);
  },
};

async function compare(platform: Platform): Promise<void> {
  const differences = await mendTotals(platform);
  if (differences.length > 0)
    platform.logger.error({ differences }, 'totals differed from what counting gives; mended');
}

/** Creates the feature of the totals. */
export const createTotals = () => ({ tasks: [folding, comparing] });
