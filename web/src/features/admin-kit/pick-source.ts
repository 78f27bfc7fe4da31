import type { EndpointId, Query } from '../../api/endpoint-types.ts';
import { useRead } from '../../data/use-api.ts';

interface Found {
  readonly id: string;
  readonly name: string;
}
interface Row {
  readonly id: number;
  readonly name?: string;
  readonly number?: string;
  readonly symbol?: string;
  readonly type?: { readonly name: string };
}
type List =
  | 'listAdminProducers'
  | 'listAdminSuppliers'
  | 'listAdminUsers'
  | 'listAdminOrders'
  | 'listProductTypes'
  | 'listProductSubtypes'
  | 'listProducts'
  | 'listMeasurementUnits';
interface Source {
  readonly list: List;
  readonly query: Query<List>;
  /** Reads one record by its id; without it the chosen value is its own name. */
  readonly get?: EndpointId;
  readonly idOf?: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
}

const byName = { sort: 'name' } as const;
const named = ({ name = '' }: Row): string => name;

/** The searchable kinds of records, with how to name one. */
const sources = {
  producers: { list: 'listAdminProducers', get: 'getAdminProducer', query: byName, nameOf: named },
  suppliers: { list: 'listAdminSuppliers', get: 'getAdminSupplier', query: byName, nameOf: named },
  users: { list: 'listAdminUsers', get: 'getAdminUser', query: byName, nameOf: named },
  orders: {
    list: 'listAdminOrders',
    get: 'getAdminOrder',
    query: { sort: '-created_at' },
    nameOf: ({ number = '' }) => number,
  },
  productTypes: { list: 'listProductTypes', get: 'getProductType', query: byName, nameOf: named },
  productSubtypes: {
    list: 'listProductSubtypes',
    get: 'getProductSubtype',
    query: byName,
    nameOf: ({ name = '', type }) => (type === undefined ? name : `${type.name}: ${name}`),
  },
  products: {
    list: 'listProducts',
    get: 'getProduct',
    query: { active: true, sort: 'name' },
    nameOf: named,
  },
  units: {
    list: 'listMeasurementUnits',
    query: { active: true, sort: 'name' },
    idOf: ({ symbol = '' }) => symbol,
    nameOf: ({ symbol = '', name = '' }) => `${symbol} (${name})`,
  },
} as const satisfies Readonly<Record<string, Source>>;
export type PickSource = keyof typeof sources;

/** Returns the first records whose name matches; typing more of the name reaches any of them. */
export function useFound(from: PickSource, text: string): readonly Found[] {
  const { list, query, nameOf, idOf = ({ id }) => String(id) }: Source = sources[from];
  // Every source is a list endpoint that is searched by `q` and returns records.
  const found = useRead(
    list,
    { query: { ...query, q: text, per_page: 20 } },
    { keepPrevious: true },
  ).data as { readonly data: readonly Row[] } | undefined;
  return (found?.data ?? []).map((row) => ({ id: idOf(row), name: nameOf(row) }));
}

/** Returns the name of a record by its id, once it is loaded. */
export function useNamed(from: PickSource, id: string): string | undefined {
  const { get, nameOf }: Source = sources[from];
  const row = useRead(
    get ?? 'getProductType',
    { params: { id } },
    { enabled: id !== '' && get !== undefined, staleTime: Infinity },
  ).data as Row | undefined;
  if (get === undefined) return id === '' ? undefined : id;
  return row === undefined ? undefined : nameOf(row);
}
