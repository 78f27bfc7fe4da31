import { sql } from 'kysely';
import type {
  AdminCatalogueRequest,
  CatalogueRequest,
  CatalogueRequests,
  listCatalogueRequests,
} from '@lavra/contract/catalogue/requests';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { CatalogueRequestStatus } from '@lavra/domain/catalogue/request-status';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf, type SortKey } from '../../platform/db/list-page.ts';
import { holdsWords, searchOf } from '../../platform/db/paging.ts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';

/** The latest requests that a producer's editor reads. */
const LATEST = 100;

const sortKeys = {
  created_at: { expression: 'r.created_at', type: 'timestamptz' },
  name: { expression: 'r.name_key', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;

const requests = (db: Db) => db.q.selectFrom('catalogue_requests as r');

/** Selects requests with their type and product, which is null once it has left the catalogue. */
const withColumns = (rows: ReturnType<typeof requests>) =>
  rows
    .innerJoin('product_types as t', 't.id', 'r.product_type_id')
    .innerJoin('producers as pr', 'pr.id', 'r.producer_id')
    .innerJoin('users as u', 'u.id', 'pr.user_id')
    .leftJoin('products as p', 'p.id', 'r.product_id')
    .select([
      'r.id',
      'r.name',
      'r.brand',
      'r.active_ingredient',
      'r.unit',
      'r.notes',
      'r.status',
      'r.reason',
      'r.created_at',
      'r.answered_at',
      'r.requested_by',
      't.id as type_id',
      't.name as type_name',
      'pr.id as producer_id',
      'pr.uuid as producer_uuid',
    ])
    .select([
      'u.id as producer_user_id',
      'u.name as producer_name',
      'p.id as product_id',
      'p.name as product_name',
      'p.brand as product_brand',
      'p.active_ingredient as product_ingredient',
      'p.concentration as product_concentration',
      'p.unit as product_unit',
    ])
    .$narrowType<{ status: CatalogueRequestStatus }>(); // the table's check allows no others
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

/** Returns one page of everything that was asked for, the oldest first unless sorted otherwise. */
export async function listRequests(db: Db, query: QueryOf<typeof listCatalogueRequests>) {
  const { status, product_type_id } = query;
  const text = searchOf(query);
  const { rows, meta } = await listPage(db, query, {
    name: 'catalogue-requests',
    from: sql`catalogue_requests r`,
    conditions: [
      status !== undefined && sql<boolean>`r.status = ${status}`,
      product_type_id !== undefined && sql<boolean>`r.product_type_id = ${product_type_id}`,
      text !== undefined && isFoundBy(text),
    ],
    sorts: sortKeys,
    sort: 'created_at',
    id: 'r.id',
    read: (slice) => sliceOf(withColumns(requests(db)), slice).execute(),
  });
  return { data: rows.map(presentForAdmin), meta };
}

/** Returns the condition that request `r` or its producer's name holds each word; its text is folded once. */
const isFoundBy = (text: string) => sql<boolean>`EXISTS (
  SELECT FROM (
    SELECT concat_ws(' ', lu.name_key,
      fold(concat_ws(' ', r.name, r.brand, r.active_ingredient, r.notes))) AS words
    FROM producers lp JOIN users lu ON lu.id = lp.user_id WHERE lp.id = r.producer_id OFFSET 0
  ) asked WHERE ${holdsWords('asked.words', text)})`;

/** Returns the latest requests of a producer, the newest first. */
export async function listProducerRequests(db: Db, producerId: number): Promise<CatalogueRequests> {
  const rows = await withColumns(requests(db))
    .where('r.producer_id', '=', producerId)
    .orderBy('r.id', 'desc')
    .limit(LATEST)
    .execute();
  return { data: rows.map(presentRequest) };
}

/** Finds a request as administrators see it. */
export async function findRequest(db: Db, id: number): Promise<AdminCatalogueRequest | undefined> {
  const row = await withColumns(requests(db)).where('r.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentForAdmin(row);
}

/** Finds a producer's pending request for a product by its folded name. */
export async function findPending(
  db: Db,
  producerId: number,
  key: string,
): Promise<CatalogueRequest | undefined> {
  const row = await withColumns(requests(db))
    .where('r.producer_id', '=', producerId)
    .where('r.name_key', '=', key)
    .where('r.status', '=', 'pending')
    .executeTakeFirst();
  return row === undefined ? undefined : presentRequest(row);
}

const presentRequest = (row: Row): CatalogueRequest => ({
  name: row.name,
  type: { id: row.type_id, name: row.type_name },
  brand: row.brand,
  active_ingredient: row.active_ingredient,
  unit: row.unit,
  notes: row.notes,
  status: row.status,
  product: productOf(row),
  reason: row.reason,
  created_at: wireTime(row.created_at),
  answered_at: wireTimeOrNull(row.answered_at),
});

function productOf(row: Row): CatalogueRequest['product'] {
  const { product_id: id, product_name: name, product_unit: unit } = row;
  if (id === null || name === null || unit === null) return null;
  return {
    id,
    name,
    brand: row.product_brand,
    active_ingredient: row.product_ingredient,
    concentration: row.product_concentration,
    unit,
  };
}

const presentForAdmin = (row: Row): AdminCatalogueRequest => ({
  id: row.id,
  ...presentRequest(row),
  producer: { id: row.producer_id, uuid: row.producer_uuid, name: row.producer_name },
  by_consultant: row.requested_by !== row.producer_user_id,
});
