import type {
  ImportRecord,
  ImportRow,
  ImportSummaryRecord,
  getImport,
  listImports as listEndpoint,
} from '@lavra/contract/admin/import';
import { importStates, importTypes } from '@lavra/contract/admin/import';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { allOf, type Condition } from '../../platform/db/dynamic.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { presentImport } from './import-presenter.ts';

const columns = {
  id: col.int,
  uuid: col.uuid,
  type: col.oneOf(importTypes),
  state: col.oneOf(importStates),
  filename: col.text,
  allow_partial: col.boolean,
  total: col.int,
  valid: col.int,
  invalid: col.int,
  processed: col.int,
  created: col.int,
  skipped: col.int,
  failure: orNull(col.text),
  warnings: col.json<string[]>(),
  requested_by: col.int,
  requester: orNull(col.text),
  created_at: col.timestamp,
  started_at: orNull(col.timestamp),
  finished_at: orNull(col.timestamp),
};
const selectSql = `
    SELECT i.id, i.uuid, i.type, i.state, i.filename, i.allow_partial, i.total, i.valid, i.invalid, i.processed, i.created, i.skipped, i.failure, i.warnings,
      i.requested_by, CASE WHEN u.erased_at IS NULL THEN u.name END AS requester, i.created_at, i.started_at, i.finished_at
    FROM imports i JOIN users u ON u.id = i.requested_by`;

const importByUuid = statement({
  name: 'import-by-uuid',
  params: params<{ uuid: string }>(),
  columns,
  text: `${selectSql} WHERE i.uuid = :uuid::uuid`,
});

const importPage = statement({
  name: 'import-page',
  params: params<{
    type: string | null;
    state: string | null;
    before: number | null;
    size: number;
    skip: number;
  }>(),
  columns,
  text: `${selectSql}
    WHERE (:type::text IS NULL OR i.type = :type) AND (:state::text IS NULL OR i.state = :state) AND (:before::bigint IS NULL OR i.id < :before)
    ORDER BY i.id DESC LIMIT :size::int OFFSET :skip::int`,
});
const importCount = statement({
  name: 'import-count',
  params: params<{ type: string | null; state: string | null }>(),
  columns: { total: col.int },
  text: 'SELECT count(*) AS total FROM imports i WHERE (:type::text IS NULL OR i.type = :type) AND (:state::text IS NULL OR i.state = :state)',
});

export type ImportRecordRow = NonNullable<(typeof importByUuid)['gives']>;

/** Finds the import that a path names. */
export const findImport = async (db: Db, uuid: string): Promise<ImportRecordRow | undefined> =>
  uuidOf(uuid) === undefined ? undefined : db.row(importByUuid, { uuid });

const PAGE_SIZE = 25;

/** Returns one page of imports, newest first. */
export async function listImports(
  db: Db,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ data: ImportSummaryRecord[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const wanted = { type: query.type ?? null, state: query.state ?? null };
  const before =
    query.cursor === undefined
      ? null
      : Number(decodeCursor(query.cursor, 'imports', ['number'])[0]);
  const found = await db.rows(importPage, {
    ...wanted,
    before,
    size: page.perPage + 1,
    skip: before === null ? page.offset : 0,
  });
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  const total = (await db.row(importCount, wanted))?.total ?? 0;
  return {
    data: rows.map(presentImport),
    meta: pageMeta(page, total, last === undefined ? null : encodeCursor('imports', last.id)),
  };
}

/** Returns an import with a page of its rows, in the order of the file. */
export async function readImport(
  db: Db,
  record: ImportRecordRow,
  query: QueryOf<typeof getImport>,
): Promise<ImportRecord> {
  const page = pageRequest(query, PAGE_SIZE);
  const wanted: Condition[] = [
    sql<boolean>`r.import_id = ${record.id}::bigint`,
    ...(query.status === undefined ? [] : [sql<boolean>`r.status = ${query.status}`]),
  ];
  const after =
    query.cursor === undefined
      ? undefined
      : Number(decodeCursor(query.cursor, 'import-rows', ['number'])[0]);
  const found = await db.q
    .selectFrom('import_rows as r')
    .select([
      'r.row',
      sql<ImportRow['status']>`r.status`.as('status'),
      sql<ImportRow['action']>`r.action`.as('action'),
    ])
    .select([
      sql<string[]>`r.errors`.as('errors'),
      sql<string[]>`r.warnings`.as('warnings'),
      sql<ImportRow['data']>`r.data`.as('data'),
    ])
    .where(
      allOf(after === undefined ? wanted : [...wanted, sql<boolean>`r.row > ${after}::bigint`]),
    )
    .orderBy('r.row')
    .limit(page.perPage + 1)
    .offset(after === undefined ? page.offset : 0)
    .execute();
  const { total } = await db.q
    .selectFrom('import_rows as r')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(allOf(wanted))
    .executeTakeFirstOrThrow();
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    ...presentImport(record),
    warnings: record.warnings,
    rows,
    meta: pageMeta(page, total, last === undefined ? null : encodeCursor('import-rows', last.row)),
  };
}

const wrongRows = statement({
  name: 'import-rows-wrong',
  params: params<{ import_id: number }>(),
  columns: {
    row: col.int,
    cells: col.json<Record<string, string>>(),
    errors: col.json<string[]>(),
  },
  text: "SELECT r.row, r.cells, r.errors FROM import_rows r WHERE r.import_id = :import_id AND r.status = 'error' ORDER BY r.row",
});

/** Lists the rows with an error, as they were typed. */
export const listWrongRows = (db: Db, importId: number) =>
  db.rows(wrongRows, { import_id: importId });
