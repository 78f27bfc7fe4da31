/**
 * Returns how often a race or a random story is run: as often as the runner asks (`--trials`), 20
 * times where nothing asks, and never more than `most`, for one that takes long.
 */
export const raceTrials = (most = Infinity): number =>
  Math.min(most, Number(process.env['LAVRA_RACE_TRIALS'] ?? 20));
