import type { Clock } from '../../platform/clock/clock.ts';
import type { DashboardMetrics } from './dashboard-metrics.ts';

/** This many orders and proposals take a second to count, and change little in a minute. */
const MANY = 100_000;
const CACHE_MS = 60_000;

/**
 * Reads the metrics for each request while there are few orders and proposals. With many, reads
 * them at most once a minute, one read serving all requests meanwhile.
 */
export function cacheWhenMany(
  read: () => Promise<DashboardMetrics>,
  clock: Clock,
): () => Promise<DashboardMetrics> {
  let cached: { readonly metrics: Promise<DashboardMetrics>; readonly at: number } | undefined;
  let many = false;
  return async () => {
    const at = clock.now().getTime();
    if (many && cached !== undefined && at - cached.at < CACHE_MS) return cached.metrics;
    const metrics = read();
    cached = { metrics, at };
    try {
      const { orders_total, proposals_total } = await metrics;
      many = orders_total + proposals_total > MANY;
    } catch (error) {
      cached = undefined;
      throw error;
    }
    return metrics;
  };
}
