/** A crop year, from July to June: `Safra 2026/27`. */
export interface Season {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const startOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '07-01' ? 1 : 0);

function seasonFrom(year: number): Season {
  return {
    name: `${year}/${String(year + 1).slice(2)}`,
    from: `${year}-07-01`,
    to: `${year + 1}-06-30`,
  };
}

/** Returns the season of a day (`YYYY-MM-DD`) and those before it, newest first. */
export const seasonsUntil = (day: string, count: number): readonly Season[] =>
  Array.from({ length: count }, (_, index) => seasonFrom(startOf(day) - index));

/** Returns the season before the one of a day. */
export const seasonBefore = (day: string): Season => seasonFrom(startOf(day) - 1);

/** Returns the season that begins and ends on these days; undefined when they are not a season. */
export function seasonOf(from: string, to: string): Season | undefined {
  const season = from === '' ? undefined : seasonFrom(startOf(from));
  return season?.from === from && season.to === to ? season : undefined;
}
