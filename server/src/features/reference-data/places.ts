import { readDataFile } from './data-file.ts';

/** A state (UF). `code` is IBGE's, `postal_ranges` are inclusive eight-digit CEP bounds. */
export type State = {
  code: number;
  uf: string;
  name: string;
  region: string;
  postal_ranges: (readonly [first: string, last: string])[];
};

/**
 * A municipality. `code` is IBGE's seven digits, coordinates are decimal degrees, `alias` another
 * spelling in use.
 */
export type City = {
  code: number;
  name: string;
  uf: string;
  latitude: number;
  longitude: number;
  ddd: string;
  time_zone: string;
  alias: string | null;
  is_capital: boolean;
};

type CityRow = [
  code: number,
  name: string,
  latitude: number,
  longitude: number,
  ddd: number,
  exceptions?: { time_zone?: string; alias?: string },
];

type StateBlock = State & { capital: number; time_zone: string; cities: CityRow[] };

/** Returns the 27 states and 5,571 municipalities of IBGE, cities grouped by state. */
export function readPlaces(): { states: State[]; cities: City[] } {
  const file: { states: StateBlock[] } = JSON.parse(readDataFile('places.json'));
  return {
    states: file.states.map(({ code, uf, name, region, postal_ranges }) => ({
      code,
      uf,
      name,
      region,
      postal_ranges,
    })),
    cities: file.states.flatMap((state) => state.cities.map((row) => cityOf(state, row))),
  };
}

function cityOf(
  state: StateBlock,
  [code, name, latitude, longitude, ddd, exceptions]: CityRow,
): City {
  return {
    code,
    name,
    uf: state.uf,
    latitude,
    longitude,
    ddd: String(ddd),
    time_zone: exceptions?.time_zone ?? state.time_zone,
    alias: exceptions?.alias ?? null,
    is_capital: code === state.capital,
  };
}
