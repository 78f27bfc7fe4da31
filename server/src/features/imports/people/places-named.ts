import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../../platform/db/database.ts';
import {
  findCities,
  listStates,
  type CityName,
  type CityPlace,
} from '../../places/places-feature.ts';

/** Finds the city of that name in a state, written as `MT` or in full. */
export type FindPlace = (city: string, state: string) => CityPlace | 'no state' | 'no city';
export interface Places {
  readonly findPlace: FindPlace;
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
  return {
    findState,
    findPlace: (city, state) => {
      const uf = findState(state);
      return uf === undefined ? 'no state' : (cities.get(keyOf({ city, state: uf })) ?? 'no city');
    },
  };
}

/** Parses `Sorriso/MT` or `Sorriso - MT`. */
export function cityAndState(text: string): CityName | undefined {
  const match = /^(.+?)\s*[/-]\s*([^/-]+)$/.exec(text);
  return match === null ? undefined : { city: match[1] ?? '', state: match[2] ?? '' };
}
