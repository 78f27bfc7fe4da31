import { Type } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import {
  flag,
  id,
  object,
  pageOf,
  pagesOf,
  searchQuery,
  stateFilter,
  text,
} from '../kit/schema.ts';

const tag = 'Localidades';

const State = object(
  {
    code: id({ examples: [51] }),
    uf: text(2, { examples: ['MT'] }),
    name: text(60, { examples: ['Mato Grosso'] }),
    region: text(20, { examples: ['Centro-Oeste'] }),
  },
  { title: 'State' },
);

const City = object(
  {
    id: id({ examples: [5107925] }),
    name: text(100, { examples: ['Sorriso'] }),
    state: text(2, { examples: ['MT'] }),
    latitude: Type.Number({ examples: [-12.5425] }),
    longitude: Type.Number({ examples: [-55.7211] }),
    area_code: text(2, { examples: ['66'] }),
    time_zone: text(60, { examples: ['America/Cuiaba'] }),
    is_capital: flag({ examples: [false] }),
  },
  { title: 'City' },
);

/** The most cities of a page: every city of a state. */
const MOST_CITIES = 1000;

const { data, meta } = pageOf(City, 'CityPage').properties;
const CityPage = object(
  {
    data,
    meta: object(
      {
        ...meta.properties,
        per_page: Type.Integer({ minimum: 1, maximum: MOST_CITIES, examples: [15] }),
      },
      { title: 'CityPageMeta' },
    ),
  },
  { title: 'CityPage' },
);

export const listStates = endpoint({
  id: 'listStates',
  method: 'GET',
  path: '/api/v1/geo/states',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Estados',
  reply: object({ data: Type.Array(State) }, { title: 'StateList' }),
});
export const listCities = endpoint({
  id: 'listCities',
  method: 'GET',
  path: '/api/v1/geo/cities',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Municípios, por estado e nome',
  query: object({
    state: Type.Optional(stateFilter()),
    ...searchQuery,
    ...pagesOf(15, MOST_CITIES),
  }),
  reply: CityPage,
});

export const placeEndpoints = [listStates, listCities];
