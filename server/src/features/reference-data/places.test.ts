import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type City, readPlaces } from './places.ts';

const { states, cities } = readPlaces();

describe('the places of Brazil', () => {
  test('27 states in five regions and 5,571 cities have distinct codes', () => {
    assert.equal(states.length, 27);
    assert.equal(new Set(states.map((state) => state.uf)).size, 27);
    assert.equal(new Set(states.map((state) => state.region)).size, 5);
    assert.equal(cities.length, 5571);
    assert.equal(new Set(cities.map((city) => city.code)).size, 5571);
  });

  test('a city code starts with its state code', () => {
    const codes = new Map(states.map((state) => [state.uf, state.code]));
    const strays = cities.filter((city) => Math.floor(city.code / 100_000) !== codes.get(city.uf));
    assert.deepEqual(strays, []);
  });

  test('232 names occur in several states, none twice within one', () => {
    const ufsByName = Map.groupBy(cities, (city) => city.name);
    const repeated = [...ufsByName.values()].filter((namesakes) => namesakes.length > 1);
    assert.equal(repeated.length, 232);
    assert.equal(new Set(cities.map((city) => `${city.name}/${city.uf}`)).size, 5571);
  });

  test('the youngest city is included: Boa Esperança do Norte, Mato Grosso', () => {
    const city = cities.find((city) => city.code === 5101837);
    assert.equal(city?.name, 'Boa Esperança do Norte');
    assert.equal(city?.uf, 'MT');
    assert.equal(city?.time_zone, 'America/Cuiaba');
  });

  test('every state has one capital', () => {
    const capitals = cities.filter((city) => city.is_capital);
    assert.equal(capitals.length, 27);
    assert.equal(new Set(capitals.map((city) => city.uf)).size, 27);
    assert.equal(capitals.find((city) => city.uf === 'MT')?.name, 'Cuiabá');
  });

  test('every city lies in Brazil, and has an area code and a known time zone', () => {
    const zones = new Set(cities.map((city) => city.time_zone));
    const offsets = new Set([...zones].map(offsetOf));
    assert.equal(zones.size, 15);
    assert.deepEqual(offsets, new Set(['GMT-2', 'GMT-3', 'GMT-4', 'GMT-5']));
    assert.equal(new Set(cities.map((city) => city.ddd)).size, 67);
    assert.deepEqual(
      cities.filter((city) => !isInBrazil(city) || !/^[1-9]{2}$/.test(city.ddd)),
      [],
    );
  });

  test('a second spelling in use is stored beside the official one', () => {
    assert.equal(cities.filter((city) => city.alias !== null).length, 64);
    assert.deepEqual(
      cities.filter((city) => city.alias === city.name),
      [],
    );
  });

  test('postal ranges are in order and do not overlap', () => {
    const ranges = states
      .flatMap((state) => state.postal_ranges)
      .toSorted(([a], [b]) => a.localeCompare(b));
    assert.equal(ranges.length, 30);
    const bounds = ranges.flat();
    assert.deepEqual(bounds, bounds.toSorted());
    assert.ok(bounds.every((bound) => /^\d{8}$/.test(bound)));
  });
});

/** Returns the UTC offset of a zone in January 2026; throws for an unknown zone. */
function offsetOf(zone: string): string | undefined {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(Date.UTC(2026, 0, 15)).find((part) => part.type === 'timeZoneName')
    ?.value;
}

function isInBrazil({ latitude, longitude }: City): boolean {
  return latitude > -33.8 && latitude < 5.3 && longitude > -73.99 && longitude < -28.8;
}
