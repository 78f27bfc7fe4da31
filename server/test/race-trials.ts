const USUAL_TRIALS = 20;

/**
 * Returns how often a race or a random story is run: as often as the runner asks (`--trials`), 20
 * times where nothing asks, and never more than `most`, for one that takes long.
 */
export const raceTrials = (most = Infinity): number =>
  Math.min(most, Number(process.env['LAVRA_RACE_TRIALS'] ?? USUAL_TRIALS));

/**
 * Returns how often a random story of many steps is run: five times, and `all` times where the
 * runner asks for more trials than usual.
 */
export const storyRuns = (all: number): number =>
  raceTrials() > USUAL_TRIALS ? all : Math.min(5, all);
