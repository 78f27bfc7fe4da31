import type { CoverageKind } from '@lavra/domain/address/coverage-kind';
import type { City } from '../features/reference-data/places.ts';
import { demoCnpj } from './demo-documents.ts';
import { type DemoAddress, type Places, demoPhone, getCity, officeAddress } from './demo-places.ts';

/**
 * Where a supplier sells: `states` are UFs, `city_ids` IBGE codes; only the list of its kind is
 * filled.
 */
export type DemoCoverage = { kind: CoverageKind; states: string[]; city_ids: number[] };

/**
 * A made-up supplier. The document is a CNPJ, the phone digits; `product_types` are names, an empty
 * list means all.
 */
export type DemoSupplier = {
  name: string;
  email: string;
  document_number: string;
  phone: string;
  product_types: string[];
  coverage: DemoCoverage;
  addresses: DemoAddress[];
};

const inputs = ['Defensivos', 'Fertilizantes', 'Corretivos', 'Sementes e mudas'];

/**
 * `reach`: 'BR' for the country, two letters for a state, anything else a city of the supplier's
 * own state.
 */
type Row = readonly [kind: string, city: string, uf: string, reach: string[], types: string[]];

const rows: Row[] = [
  ['Revenda', 'Rio Verde', 'GO', ['GO', 'MT', 'MS', 'MG'], inputs],
  ['Distribuidora', 'Rondonópolis', 'MT', ['MT', 'MS', 'GO'], inputs],
  [
    'Cooperativa',
    'Sorriso',
    'MT',
    ['Sorriso', 'Lucas do Rio Verde', 'Sinop', 'Nova Mutum'],
    inputs,
  ],
  ['Indústria', 'Paulínia', 'SP', ['BR'], ['Defensivos']],
  ['Indústria', 'Paranaguá', 'PR', ['BR'], ['Fertilizantes', 'Corretivos']],
  ['Cooperativa', 'Cascavel', 'PR', ['PR', 'SC', 'MS'], inputs],
  ['Revenda', 'Luís Eduardo Magalhães', 'BA', ['BA', 'TO', 'PI', 'MA'], inputs],
  [
    'Revenda',
    'Barreiras',
    'BA',
    ['Barreiras', 'Luís Eduardo Magalhães', 'São Desidério'],
    ['Defensivos', 'Sementes e mudas'],
  ],
  ['Cooperativa', 'Passo Fundo', 'RS', ['RS', 'SC'], inputs],
  ['Revenda', 'Cruz Alta', 'RS', ['RS'], ['Defensivos', 'Fertilizantes']],
  ['Distribuidora', 'Uberlândia', 'MG', ['MG', 'GO', 'SP'], inputs],
  ['Cooperativa', 'Patrocínio', 'MG', ['MG'], ['Defensivos', 'Fertilizantes', 'Corretivos']],
  ['Distribuidora', 'Ribeirão Preto', 'SP', ['SP', 'MG'], inputs],
  ['Revenda', 'Palmas', 'TO', ['TO', 'PA', 'MA'], inputs],
  ['Revenda', 'Paragominas', 'PA', ['PA'], ['Defensivos', 'Fertilizantes', 'Sementes e mudas']],
  ['Revenda', 'Dourados', 'MS', ['MS'], inputs],
  [
    'Distribuidora',
    'Campo Grande',
    'MS',
    ['MS', 'MT'],
    ['Fertilizantes', 'Corretivos', 'Nutrição animal'],
  ],
  ['Revenda', 'Cuiabá', 'MT', ['MT', 'RO'], ['Defensivos']],
  ['Sementeira', 'Londrina', 'PR', ['BR'], ['Sementes e mudas']],
  ['Mineradora', 'Formosa', 'GO', ['GO', 'DF', 'BA', 'TO', 'MG'], ['Corretivos']],
];

/** From this ordinal on the CNPJ has letters, as new registrations do. */
const firstAlphanumeric = 18;

/** Returns twenty suppliers with every kind of coverage; the first one is the demo login. */
export function createDemoSuppliers(places: Places): DemoSupplier[] {
  return rows.map((row, at) => supplierOf(places, row, at + 1));
}

/**
 * Returns the thirteen bidders of the tender of 2024, by the ordinal in their bids: not part of the
 * list above.
 */
export function createTenderBidders(places: Places): DemoSupplier[] {
  const capitals = places.cities.filter((city) => city.is_capital).slice(0, 13);
  return capitals.map((city, at) => {
    const ordinal = String(at + 1).padStart(2, '0');
    return {
      name: `Licitante ${ordinal} (pregão 2024)`,
      email: `licitante${ordinal}@demo.lavra.example`,
      document_number: demoCnpj(String(99_990_301 + at)),
      product_types: [],
      coverage: { kind: 'national', states: [], city_ids: [] },
      ...premises(places, city, 91 + at),
    };
  });
}

function supplierOf(
  places: Places,
  [kind, cityName, uf, reach, product_types]: Row,
  ordinal: number,
): DemoSupplier {
  const suffix = ordinal === 1 ? '' : String(ordinal).padStart(2, '0');
  const root = ordinal < firstAlphanumeric ? String(99_990_200 + ordinal) : `DEMO00${ordinal}`;
  return {
    name: `${kind} Demonstração ${cityName}`,
    email: `fornecedor${suffix}@demo.lavra.example`,
    document_number: demoCnpj(root),
    product_types,
    coverage: coverageOf(places, uf, reach),
    ...premises(places, getCity(places, cityName, uf), ordinal + 30),
  };
}

function premises(places: Places, city: City, ordinal: number) {
  return { phone: demoPhone(city, ordinal), addresses: [officeAddress(places, city, ordinal)] };
}

function coverageOf(places: Places, uf: string, reach: string[]): DemoCoverage {
  if (reach.includes('BR')) return { kind: 'national', states: [], city_ids: [] };
  if (reach.every((place) => place.length === 2))
    return { kind: 'states', states: reach, city_ids: [] };
  return {
    kind: 'cities',
    states: [],
    city_ids: reach.map((name) => getCity(places, name, uf).code),
  };
}
