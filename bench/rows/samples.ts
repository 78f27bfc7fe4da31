import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { endpoints } from '@lavra/contract/endpoints';
import { isEventsReply } from '@lavra/contract/kit/endpoint';
import { BENCH_TODAY } from '../data/instant.ts';
import { HEAVY_SUPPLIER } from '../data/people-sql.ts';
import { ADMIN_TOKEN, CONSULTANT_TOKEN, producerToken, supplierToken } from '../data/tokens.ts';
import { onData } from '../fixtures.ts';
import type { DataSet } from '../generate.ts';

// What every read of the contract is asked in the bench: by whom, of what, with which filters.

/** Reads that are not asked, each with why. */
export const notAsked: Readonly<Record<string, string>> = {
  exportReport: 'reports.ts measures it',
  exportAllReports: 'reports.ts measures it',
  verifyAuditChain: 'reads ten thousand seals at a time, whatever their number',
  getDecisionRecord: 'reads one row by its key, as it was stored',
  getOrderInvitation: 'reads one row by its key',
};

const SUPPLIER = 10;
/** A producer with published orders, and one all of whose orders are finished. */
const SELLER = 6;
const BUYER = 32;

const one = (column: string, rest: string): string =>
  `SELECT ${column}::text AS value FROM ${rest} LIMIT 1`;
const ownOrder = `orders o WHERE o.producer_id = ${SELLER} AND o.status = 'publicada'
  ORDER BY (SELECT count(*) FROM proposals p WHERE p.order_id = o.id) DESC, o.id`;
/** Not every proposal of the data has items. */
const ownProposal = `proposals p WHERE p.supplier_id = ${SUPPLIER} AND p.status = 'submitted'
  AND EXISTS (SELECT FROM proposal_items i WHERE i.proposal_id = p.id) ORDER BY p.id DESC`;
const published = `orders o WHERE o.status = 'publicada' AND o.id % 10 = 5
  AND EXISTS (SELECT FROM proposals p JOIN proposal_items i ON i.proposal_id = p.id
    WHERE p.order_id = o.id AND p.status <> 'draft') ORDER BY o.id DESC`;

/** SQL for what a path names, in the path's order, by the first pattern that matches it. */
const places: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v1\/(?:producer|consultant)\/orders\/:/, one('o.uuid', ownOrder)],
  [/\/proposals\/received$/, one('o.uuid', ownOrder)],
  [
    /^\/api\/v1\/orders\/:order\/proposals$/,
    one(
      'o.uuid',
      `proposals p JOIN orders o ON o.id = p.order_id WHERE p.supplier_id = ${SUPPLIER} ORDER BY p.id DESC`,
    ),
  ],
  [
    /\/attachments\/:/,
    `SELECT unnest(ARRAY[f.an_order, f.attachment]) AS value
     FROM (SELECT o.uuid::text AS an_order, a.uuid::text AS attachment
       FROM order_attachments a JOIN orders o ON o.id = a.order_id
       WHERE o.status = 'publicada' ORDER BY a.id DESC LIMIT 1) f`,
  ],
  [/\/orders\/:/, one('o.uuid', published)],
  [/\/proposals\/:/, one('p.uuid', ownProposal)],
  [
    /^\/api\/v1\/producer\/purchases\/:/,
    one(
      's.uuid',
      `purchases s JOIN orders o ON o.id = s.order_id WHERE o.producer_id = ${BUYER} ORDER BY s.id`,
    ),
  ],
  [
    /\/purchases\/:/,
    one('s.uuid', `purchases s WHERE s.supplier_id = ${SUPPLIER} ORDER BY s.id DESC`),
  ],
  [/\/product(?:s|-types|-subtypes)\/:/, `SELECT '1' AS value`],
  [/\/measurement-units\/:/, one('id', 'measurement_units ORDER BY id')],
  [/\/logs\/:/, one('id', 'audit_log ORDER BY id DESC')],
  [/\/jobs\/:/, one('id', 'failed_jobs ORDER BY id DESC')],
  [/\/deliveries\/:/, one('id', 'deliveries ORDER BY id DESC')],
  [/\/producers\/:/, one('uuid', `producers WHERE id = ${SELLER}`)],
  [/\/suppliers\/:/, one('uuid', `suppliers WHERE id = ${SUPPLIER}`)],
  [/\/users\/:/, one('uuid', `users WHERE id = ${SUPPLIER}`)],
  [/\/consultants\/:/, one('uuid', 'consultants')],
  [/\/(?:brands|active-ingredients|cultures|order-kits|admin\/pages)\/:/, `SELECT '1' AS value`],
  [/\/v1\/pages\/:/, `SELECT 'pagina-1' AS value`],
  [/\/import\/:import_id/, one('uuid', 'imports')],
  [/\/settings\/:/, `SELECT 'mail.host' AS value`],
  [/\/import\/template\/:/, `SELECT 'producers' AS value`],
];

const monthAgo = new Date(Date.parse(BENCH_TODAY) - 30 * 86_400_000).toISOString().slice(0, 10);
/** Parameters that say which part of a list is asked; \`q\` is the same as \`search\`. */
const paging: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor', 'q']);
/** What a filter is given where its schema does not list its values. */
const filters: Readonly<Record<string, readonly string[]>> = {
  search: ['fazenda 4321', 'soja'],
  producer_id: [`${SELLER}`],
  supplier_id: [`${SUPPLIER}`],
  order_id: ['505'],
  product_type_id: ['2'],
  product_subtype_id: ['3'],
  city_id: ['5107925'],
  state: ['MT'],
  plan_id: ['1'],
  ip: ['192.0.2.7'],
  resource_type: ['order'],
  resource_id: ['505'],
  user_id: [`${SUPPLIER}`],
  name: ['mail.send'],
  subscription_id: ['505'],
  payment_id: ['505'],
  order: ['505'],
  except: ['00000005-0000-7000-8000-000000000000'],
  start_date: [monthAgo],
  end_date: [monthAgo],
  created_from: [monthAgo],
  created_to: [monthAgo],
  deadline_from: [BENCH_TODAY],
  deadline_to: [BENCH_TODAY],
  awarded_from: [monthAgo],
  awarded_to: [monthAgo],
};
const twoProposals = {
  sql: `SELECT p.uuid::text AS value FROM proposals p
    WHERE p.order_id = (${one('o.id', ownOrder)})::bigint AND p.status <> 'draft' ORDER BY p.id LIMIT 2`,
};
/** Parameters without which a read is refused: each with its value, or SQL for its values. */
const needed: Readonly<Record<string, Readonly<Record<string, string | { sql: string }>>>> = {
  getAdminPeriod: { start_date: monthAgo, end_date: BENCH_TODAY },
  lookUpProducts: { names: 'Produto de referência nº 12' },
  listCities: { state: 'MT' },
  compareOrderProposals: { proposals: twoProposals },
  compareAdminProposals: { ids: twoProposals },
};

const AS_IT_IS = 'as it is';
/** One way to ask a read: all of its rows, or by one filter or sort. */
export interface Form {
  /** The same in every data set. */
  readonly name: string;
  readonly path: string;
}

/** A read as one caller asks it. */
export interface AskedRead {
  readonly id: string;
  readonly forms: readonly Form[];
  readonly token: string | undefined;
}

/** Every read of the contract but streams of events. */
export const reads: readonly EndpointSpec[] = endpoints.filter(
  ({ method, reply }) => method === 'GET' && !isEventsReply(reply),
);

export const askedOf = (all: readonly EndpointSpec[]): EndpointSpec[] =>
  all.filter(({ id }) => notAsked[id] === undefined);

/** Returns every read that the data can answer, with what it names in the data and each of its filters. */
export const askedReads = (set: DataSet): Promise<AskedRead[]> =>
  onData(set, async (client) => {
    const values = async (sql: string): Promise<string[]> =>
      (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);
    const asked: AskedRead[] = [];
    for (const spec of askedOf(reads)) {
      const place = placeOf(spec);
      const named = place === undefined ? [] : await values(place);
      if (place !== undefined && named.length === 0)
        throw new Error(`the data has nothing for ${spec.path}`);
      const path = spec.path.replaceAll(/:\w+/g, () => named.shift() ?? '');
      const base: string[] = [];
      for (const [name, value] of Object.entries(needed[spec.id] ?? {}))
        for (const one of typeof value === 'string' ? [value] : await values(value.sql))
          base.push(`${name}=${encodeURIComponent(one)}`);
      asked.push({
        id: spec.id,
        token: tokenOf(spec),
        forms: ['', ...filtersOf(spec)].map((filter) => ({
          name: filter === '' ? AS_IT_IS : filter,
          path: withQuery(path, filter === '' ? base : [...base, filter]),
        })),
      });
    }
    return asked;
  });

const withQuery = (path: string, parts: readonly string[]): string =>
  parts.length === 0 ? path : `${path}?${parts.join('&')}`;

/** Returns SQL for what the path of a read names, where it names something. */
export function placeOf({ path }: EndpointSpec): string | undefined {
  const place = places.find(([pattern]) => pattern.test(path))?.[1];
  if (place === undefined && path.includes(':'))
    throw new Error(`samples.ts names nothing for ${path}`);
  return place;
}

/** A list of more rows than this is also asked for a page in its middle and for its last one, sorted in each way. */
const LONG = 1_000;

/** The part of a reply that says how long its list is. */
export interface Answer {
  readonly meta?: { readonly last_page?: number; readonly total?: number };
}

/** Returns a read's forms, and for each long list pages far behind its first; \`ask\` sends one. */
export async function withDeepPages(
  { forms }: AskedRead,
  ask: (path: string) => Promise<Answer>,
): Promise<Form[]> {
  const all: Form[] = [];
  for (const form of forms) {
    all.push(form);
    if (form.name !== AS_IT_IS && !form.name.startsWith('sort=')) continue;
    const { meta: { last_page, total = 0 } = {} } = await ask(form.path);
    if (last_page === undefined || total <= LONG) continue;
    for (const [name, page] of [
      ['middle', Math.ceil(last_page / 2)],
      ['last', last_page],
    ] as const)
      all.push({
        name: `${form.name}, ${name} page`,
        path: `${form.path}${form.path.includes('?') ? '&' : '?'}page=${page}`,
      });
  }
  return all;
}

function tokenOf({ access, path }: EndpointSpec): string | undefined {
  if (access === 'public') return undefined;
  const profile = access.profiles === 'any' ? 'fornecedor' : access.profiles[0];
  if (profile === 'admin') return ADMIN_TOKEN;
  if (profile === 'consultor') return CONSULTANT_TOKEN;
  if (profile === 'produtor') return producerToken(path.includes('/purchases') ? BUYER : SELLER);
  return supplierToken(/\/(?:favorites|declined)$/.test(path) ? HEAVY_SUPPLIER : SUPPLIER);
}

/** A parameter of a query, as far as it lists its values. */
interface Parameter {
  readonly enum?: readonly string[];
  readonly type?: string;
}

/**
 * Returns one query per value that a filter or a sort can take, each on its own; throws where a
 * parameter would not be asked.
 */
export function filtersOf({ id, query }: EndpointSpec): string[] {
  const fixed = needed[id] ?? {};
  return Object.entries((query?.properties ?? {}) as Record<string, Parameter>)
    .filter(([name]) => !paging.has(name) && fixed[name.replace('[]', '')] === undefined)
    .flatMap(([name, { enum: listed, type }]) => {
      const given = listed ?? filters[name] ?? (type === 'boolean' ? ['true', 'false'] : undefined);
      if (given === undefined) throw new Error(`samples.ts gives ${id} nothing for ${name}`);
      return given.map((value) => `${name}=${encodeURIComponent(value)}`);
    });
}
