/**
 * The creation time of the generated data: the clocks of the measured servers start here (APP_NOW),
 * so that deadlines never pass.
 */
export const BENCH_NOW = new Date('2026-11-20T15:00:00Z');
/** The same day in the platform's time zone. */
export const BENCH_TODAY = '2026-11-20';
export const ZONE = 'America/Sao_Paulo';
