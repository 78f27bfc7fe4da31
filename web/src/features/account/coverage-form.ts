import type { Coverage, CoverageInput } from '@lavra/contract/accounts/schemas';

/** A chosen municipality, as the form holds it. */
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

/** Returns the body to send: only the list that belongs to the kind. */
export function writeCoverage({ kind, states, cities }: CoverageValues): CoverageInput {
  if (kind === 'states') return { kind, states: [...states] };
  return kind === 'cities' ? { kind, city_ids: cities.map(({ id }) => id) } : { kind };
}

/** Groups the chosen municipalities by state, each group sorted by name. */
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

/** Returns the list with these municipalities added, without duplicates. */
export function withCities(
  cities: readonly ChosenCity[],
  more: readonly ChosenCity[],
): readonly ChosenCity[] {
  const known = new Set(cities.map(({ id }) => id));
  return [...cities, ...more.filter(({ id }) => !known.has(id))];
}
