import type { Coverage, CoverageInput } from '@lavra/contract/accounts/schemas';

/** A municipality that was chosen, as the form keeps it. */
export interface ChosenCity {
  readonly id: number;
  readonly name: string;
  readonly state: string;
}

export interface CoverageValues {
  readonly kind: Coverage['kind'];
  readonly states: readonly string[];
  readonly cities: readonly ChosenCity[];
}

export const nationalCoverage: CoverageValues = { kind: 'national', states: [], cities: [] };

/** What is sent: the list that belongs to the kind alone. */
export function writeCoverage({ kind, states, cities }: CoverageValues): CoverageInput {
  if (kind === 'states') return { kind, states: [...states] };
  return kind === 'cities' ? { kind, city_ids: cities.map(({ id }) => id) } : { kind };
}

/** The chosen municipalities by state, each in the order of names. */
export function byState(
  cities: readonly ChosenCity[],
): readonly (readonly [state: string, cities: readonly ChosenCity[]])[] {
  const states = Map.groupBy(cities, ({ state }) => state);
  return [...states]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([state, found]) => [
      state,
      found.toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
    ]);
}

/** The list with these in it, once each. */
export function withCities(
  cities: readonly ChosenCity[],
  more: readonly ChosenCity[],
): readonly ChosenCity[] {
  const known = new Set(cities.map(({ id }) => id));
  return [...cities, ...more.filter(({ id }) => !known.has(id))];
}
