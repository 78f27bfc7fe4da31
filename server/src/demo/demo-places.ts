import type { AddressKind } from '@lavra/domain/address/address-kind';
import type { City, State } from '../features/reference-data/places.ts';

/** An address in the format of the interface's address objects. */
export type DemoAddress = {
  kind: AddressKind;
  name: string;
  postal_code: string;
  street: string;
  number: string;
  complement: string | null;
  district: string;
  city: string;
  state: string;
  city_id: number;
  latitude: number;
  longitude: number;
};

export type Places = { states: State[]; cities: City[] };

/** Returns the city of that name in that state; throws when there is none. */
export function getCity(places: Places, name: string, uf: string): City {
  const city = places.cities.find((city) => city.name === name && city.uf === uf);
  if (!city) throw new Error(`no city ${name} in ${uf}`);
  return city;
}

/** Returns a farm a few kilometres from the city, on a road that does not exist. */
export function farmAddress(places: Places, city: City, ordinal: number): DemoAddress {
  return {
    ...addressIn(places, city, ordinal),
    kind: 'farm',
    name: 'Sede da fazenda',
    street: `Estrada da Demonstração, km ${ordinal}`,
    number: 'S/N',
    district: 'Zona rural',
  };
}

/** Returns a company's head office in the city, on an avenue that does not exist. */
export function officeAddress(places: Places, city: City, ordinal: number): DemoAddress {
  return {
    ...addressIn(places, city, ordinal),
    kind: 'headquarters',
    name: 'Matriz',
    street: 'Avenida da Demonstração',
    number: String(100 + ordinal),
    district: 'Centro',
  };
}

/** Returns a landline number of the city's area code. Digits only. */
export function demoPhone(city: City, ordinal: number): string {
  return `${city.ddd}2000${String(ordinal).padStart(4, '0')}`;
}

/** Returns a mobile number of the city's area code. Digits only. */
export function demoMobile(city: City, ordinal: number): string {
  return `${city.ddd}90000${String(ordinal).padStart(4, '0')}`;
}

function addressIn(places: Places, city: City, ordinal: number) {
  return {
    postal_code: postalCodeIn(places, city.uf, ordinal),
    complement: null,
    city: city.name,
    state: city.uf,
    city_id: city.code,
    latitude: shift(city.latitude, ordinal),
    longitude: shift(city.longitude, ordinal * 2),
  };
}

/**
 * Returns any code of the state's first range: it fits the state, no particular street is meant.
 */
function postalCodeIn(places: Places, uf: string, ordinal: number): string {
  const range = places.states.find((state) => state.uf === uf)?.postal_ranges[0];
  if (!range) throw new Error(`no postal codes in ${uf}`);
  return String(Number(range[0]) + ordinal * 1000).padStart(8, '0');
}

/** Shifts a coordinate by up to 0.04 degrees, about 4 km, in either direction. */
function shift(degrees: number, ordinal: number): number {
  return Number((degrees + ((ordinal % 9) - 4) / 100).toFixed(4));
}
