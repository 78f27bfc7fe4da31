import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { endpoints } from '@lavra/contract/endpoints';
import { isEventsReply } from '@lavra/contract/kit/endpoint';
import { BENCH_TODAY } from '../data/instant.ts';
import { ADMIN_TOKEN, CONSULTANT_TOKEN, producerToken, supplierToken } from '../data/tokens.ts';
import { onData } from '../fixtures.ts';
import type { DataSet } from '../generate.ts';

// What every read of the contract is asked in the bench: by whom, of what, with which filters.

/** Reads that are not asked, each with why. */
export const notAsked: Readonly<Record<string, string>> = {
  exportReport: 'reports.ts measures it',
  exportAllReports: 'reports.ts measures it',
  verifyAuditChain: 'the seals of the data chain nothing',
  getDecisionRecord: 'the data has no decision records',
  getOrderInvitation: 'the data has no invitations',
  getOrderAttachment: 'the data has no attachments',
  getImport: 'the data has no imports',
  getImportErrors: 'the data has no imports',
  getOrderKit: 'the data has no kits',
  getPage: 'the data has no pages',
  getPublicPage: 'the data has no pages',
  getBrand: 'the data has no brands',
  getActiveIngredient: 'the data has no active ingredients',
  getCulture: 'the data has no cultures',
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

/** SQL for what a path names, by the first pattern that matches the path. */
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
  [/\/settings\/:/, `SELECT 'mail.host' AS value`],
  [/\/import\/template\/:/, `SELECT 'producers' AS value`],
];

const monthAgo = new Date(Date.parse(BENCH_TODAY) - 30 * 86_400_000).toISOString().slice(0, 10);
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
  start_date: [monthAgo],
  end_date: [monthAgo],
  created_from: [monthAgo],
  created_to: [monthAgo],
  deadline_from: [BENCH_TODAY],
  deadline_to: [BENCH_TODAY],
  awarded_from: [monthAgo],
  awarded_to: [monthAgo],
};
/** The queries of reads that need one; lists get theirs from their schema. */
const queries: Readonly<Record<string, string>> = {
  getAdminPeriod: `start_date=${monthAgo}&end_date=${BENCH_TODAY}`,
  lookUpProducts: 'names=Produto%20de%20refer%C3%AAncia%20n%C2%BA%2012',
  listCities: 'state=MT',
};
const twoProposals = `SELECT p.uuid::text AS value FROM proposals p
  WHERE p.order_id = (${one('o.id', ownOrder)})::bigint AND p.status <> 'draft' ORDER BY p.id LIMIT 2`;
/** What two proposals are compared by: SQL for their ids, and the parameter's name. */
const compared: Readonly<Record<string, readonly [name: string, sql: string]>> = {
  compareOrderProposals: ['proposals', twoProposals],
  compareAdminProposals: ['ids', twoProposals],
};

/** A read as one caller asks it. */
export interface AskedRead {
  readonly id: string;
  readonly paths: readonly string[];
  readonly token: string | undefined;
}

/** Every read of the contract but streams of events. */
export const reads: readonly EndpointSpec[] = endpoints.filter(
  ({ method, reply }) => method === 'GET' && !isEventsReply(reply),
);

/** Returns every read that the data can answer, with what it names in the data and each of its filters. */
export const askedReads = (set: DataSet): Promise<AskedRead[]> =>
  onData(set, async (client) => {
    const values = async (sql: string): Promise<string[]> =>
      (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);
    const asked: AskedRead[] = [];
    for (const spec of reads.filter(({ id }) => notAsked[id] === undefined)) {
      const place = places.find(([pattern]) => pattern.test(spec.path))?.[1];
      if (place === undefined && spec.path.includes(':'))
        throw new Error(`samples.ts names nothing for ${spec.path}`);
      const [value = ''] = place === undefined ? [] : await values(place);
      if (place !== undefined && value === '')
        throw new Error(`the data has nothing for ${spec.path}`);
      const path = spec.path.replace(/:\w+/, value);
      const comparison = compared[spec.id];
      const fixed =
        comparison === undefined
          ? queries[spec.id]
          : (await values(comparison[1])).map((id) => `${comparison[0]}=${id}`).join('&');
      asked.push({
        id: spec.id,
        token: tokenOf(spec),
        paths:
          fixed === undefined
            ? [path, ...filtersOf(spec).map((filter) => `${path}?${filter}`)]
            : [`${path}?${fixed}`],
      });
    }
    return asked;
  });

function tokenOf({ access, path }: EndpointSpec): string | undefined {
  if (access === 'public') return undefined;
  const profile = access.profiles === 'any' ? 'fornecedor' : access.profiles[0];
  if (profile === 'admin') return ADMIN_TOKEN;
  if (profile === 'consultor') return CONSULTANT_TOKEN;
  if (profile === 'produtor') return producerToken(path.includes('/purchases') ? BUYER : SELLER);
  return supplierToken(SUPPLIER);
}

/** A parameter of a query, as far as it lists its values. */
interface Parameter {
  readonly enum?: readonly string[];
  readonly type?: string;
}

/** Returns one query per value that a filter or a sort can take, each on its own. */
function filtersOf({ query }: EndpointSpec): string[] {
  return Object.entries((query?.properties ?? {}) as Record<string, Parameter>).flatMap(
    ([name, { enum: listed, type }]) => {
      const given = listed ?? filters[name] ?? (type === 'boolean' ? ['true', 'false'] : undefined);
      return (given ?? []).map((value) => `${name}=${encodeURIComponent(value)}`);
    },
  );
}
