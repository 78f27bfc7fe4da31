import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../../platform/db/database.ts';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { closestName } from '../../../platform/text/closest-name.ts';
import {
  cityKey,
  findCities,
  listCityNames,
  listStates,
  type CityName,
  type CityPlace,
} from '../../places/places-feature.ts';

/** Finds the city of that name in a state, written as `MT` or in full. */
export type FindPlace = (city: string, state: string) => CityPlace | 'no state' | 'no city';
export interface Places {
  readonly findPlace: FindPlace;
  /** Returns the city that an unknown name probably means, as `Sorriso/MT`. */
  readonly guessPlace: (city: string, state: string) => string | undefined;
  readonly findState: (state: string) => string | undefined;
}

const keyOf = ({ city, state }: CityName): string => `${state}/${fold(city)}`;

/** Looks up all these cities at once. */
export async function loadPlaces(db: Db, names: readonly CityName[]): Promise<Places> {
  const byName = new Map(
    (await listStates(db)).flatMap(
      ({ uf, name }) =>
        [
          [fold(uf), uf],
          [fold(name), uf],
        ] as const,
    ),
  );
  const findState = (state: string): string | undefined => byName.get(fold(state.trim()));
  const wanted = new Map(
    names.flatMap(({ city, state }) => {
      const uf = findState(state);
      const name = uf === undefined ? undefined : { city, state: uf };
      return name === undefined ? [] : [[keyOf(name), name] as const];
    }),
  );
  const found = await findCities(db, [...wanted.values()]);
  const cities = new Map([...wanted.keys()].map((key, index) => [key, found[index]]));
  const guesses = await loadGuesses(
    db,
    [...wanted].flatMap(([key, name]) => (cities.get(key) === undefined ? [name] : [])),
  );
  return {
    findState,
    guessPlace: (city, state) => guesses.get(keyOf({ city, state: findState(state) ?? '' })),
    findPlace: (city, state) => {
      const uf = findState(state);
      return uf === undefined ? 'no state' : (cities.get(keyOf({ city, state: uf })) ?? 'no city');
    },
  };
}

/** Names to be guessed in one file: comparing one with the cities of a state takes a millisecond. */
const MOST_GUESSES = 300;

/** Returns the closest city of the same state, or else the city of that name in another state. */
async function loadGuesses(
  db: Db,
  unknown: readonly CityName[],
): Promise<ReadonlyMap<string, string>> {
  const names = unknown.slice(0, MOST_GUESSES);
  if (names.length === 0) return new Map();
  const known = await listCityNames(db, {
    states: [...new Set(names.map(({ state }) => state))],
    keys: names.map(({ city }) => cityKey(city)),
  });
  const byState = Map.groupBy(known, ({ uf }) => uf);
  const guessed = await mapYielding(names, ({ city, state }) => {
    const siblings = (byState.get(state) ?? []).map(({ name }) => name);
    const closest = closestName(city, siblings);
    const elsewhere = known.find(({ key }) => key === cityKey(city));
    if (elsewhere !== undefined) return `${elsewhere.name}/${elsewhere.uf}`;
    return closest === undefined ? undefined : `${closest}/${state}`;
  });
  return new Map(
    names.flatMap((name, index) => {
      const guess = guessed[index];
      return guess === undefined ? [] : [[keyOf(name), guess] as const];
    }),
  );
}

/** Parses `Sorriso/MT` or `Sorriso - MT`. */
export function cityAndState(text: string): CityName | undefined {
  const match = /^(.+?)\s*[/-]\s*([^/-]+)$/.exec(text);
  return match === null ? undefined : { city: match[1] ?? '', state: match[2] ?? '' };
}
