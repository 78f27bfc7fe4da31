/** Former names of renamed metrics, by their current name; exported for one version. */
const formerNames = {
  lavra_load_shedding_rejections_total: 'lavra_requests_turned_away_total',
  lavra_login_attempts_total: 'lavra_login_tries_total',
  lavra_request_delays_active: 'lavra_penalties_waiting',
  lavra_scheduler_last_run_age_seconds: 'lavra_scheduler_silent_seconds',
} as const;

/**
 * Returns metrics in Prometheus's text format with those that were renamed once more under their
 * former names, so that existing dashboards and alerts keep working. The help text of such a metric
 * names its replacement.
 */
export function withFormerNames(metrics: string): string {
  const lines = metrics.split('\n');
  const copies = Object.entries(formerNames).flatMap(([current, former]) => {
    const help = `# HELP ${former} Deprecated, replaced by ${current}`;
    const name = new RegExp(`^(# TYPE )?${current}(?=[ {])`);
    const copied = lines.filter((line) => name.test(line));
    return copied.length === 0
      ? []
      : [help, ...copied.map((line) => line.replace(name, `$1${former}`)), ''];
  });
  return [...lines, ...copies].join('\n');
}
