import type { Clock } from '../../platform/clock/clock.ts';
import type { DashboardMetrics } from './dashboard-metrics.ts';

/** This many orders and proposals take a second to count, and change little in a minute. */
const MANY = 100_000;
const KEPT_MS = 60_000;

/**
 * Reads the metrics for each request while there are few orders and proposals. With many, reads
 * them at most once a minute, one read serving all requests meanwhile.
 */
export function keepWhenMany(
  read: () => Promise<DashboardMetrics>,
  clock: Clock,
): () => Promise<DashboardMetrics> {
  let kept: { readonly metrics: Promise<DashboardMetrics>; readonly at: number } | undefined;
  let many = false;
  return async () => {
    const at = clock.now().getTime();
    if (many && kept !== undefined && at - kept.at < KEPT_MS) return kept.metrics;
    const metrics = read();
    kept = { metrics, at };
    try {
      const { orders_total, proposals_total } = await metrics;
      many = orders_total + proposals_total > MANY;
    } catch (error) {
      kept = undefined;
      throw error;
    }
    return metrics;
  };
}
