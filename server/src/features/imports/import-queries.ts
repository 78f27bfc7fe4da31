import type {
  ImportRecord,
  ImportRow,
  ImportSummaryRecord,
  getImport as getEndpoint,
  listImports as listEndpoint,
} from '@lavra/contract/admin/import';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { sql } from 'kysely';
import { openPage } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { allOf } from '../../platform/db/dynamic.ts';
import { countRows } from '../../platform/db/list-page.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import { uuidOf } from '../../platform/http/refs.ts';
import { cellProblems } from './cell-problems.ts';
import { presentImport } from './import-presenter.ts';
import type { ImportTypes } from './import-types.ts';
import { importColumns, selectImportSql, type ImportRecordRow } from './import-record.ts';

/** The filters of the list. */
const wantedSql = `(:type::text IS NULL OR i.type = :type)
      AND (:state::text IS NULL OR i.state = :state)`;

const importByUuid = statement({
  name: 'import-by-uuid',
  params: params<{ uuid: string }>(),
  columns: importColumns,
  text: `${selectImportSql} WHERE i.uuid = :uuid::uuid`,
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
  columns: importColumns,
  text: `${selectImportSql}
    WHERE ${wantedSql} AND (:before::bigint IS NULL OR i.id < :before)
    ORDER BY i.id DESC LIMIT :size::int OFFSET :skip::int`,
});
const importCount = statement({
  name: 'import-count',
  params: params<{ type: string | null; state: string | null }>(),
  columns: { total: col.int },
  text: `SELECT count(*) AS total FROM imports i WHERE ${wantedSql}`,
});

/** Finds the import that a path names. */
export const findImport = async (db: Db, uuid: string): Promise<ImportRecordRow | undefined> =>
  uuidOf(uuid) === undefined ? undefined : db.row(importByUuid, { uuid });

/** Returns one page of imports, newest first. */
export async function listImports(
  db: Db,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ data: ImportSummaryRecord[]; meta: PageMeta }> {
  const page = openPage(query, {
    name: 'imports',
    types: ['bigint'],
    of: (row: ImportRecordRow) => [row.id],
  });
  const wanted = { type: query.type ?? null, state: query.state ?? null };
  const before = page.after?.[0] ?? null;
  const [found, counted] = await Promise.all([
    db.rows(importPage, { ...wanted, before, size: page.limit, skip: page.offset }),
    db.row(importCount, wanted),
  ]);
  const { rows, meta } = page.of(found, counted?.total ?? 0);
  return { data: rows.map(presentImport), meta };
}

/** Returns an import with a page of its rows, in the order of the file. */
export async function getImport(
  db: Db,
  types: ImportTypes,
  {
    record,
    query,
  }: { readonly record: ImportRecordRow; readonly query: QueryOf<typeof getEndpoint> },
): Promise<ImportRecord> {
  const { columns } = types[record.type];
  const page = openPage(query, {
    name: 'import-rows',
    types: ['bigint'],
    of: ({ row }: ImportRow) => [row],
  });
  const wanted = [
    sql<boolean>`r.import_id = ${record.id}::bigint`,
    query.status !== undefined && sql<boolean>`r.status = ${query.status}`,
  ];
  const after = page.after && sql<boolean>`r.row > ${page.after[0]}::bigint`;
  const [found, total] = await Promise.all([
    db.q
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
        sql<Record<string, string>>`r.cells`.as('cells'),
      ])
      .where(allOf([...wanted, after]))
      .orderBy('r.row')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    countRows(db, { from: sql`import_rows r`, conditions: wanted }),
  ]);
  const { rows, meta } = page.of(found, total);
  return {
    ...presentImport(record),
    warnings: record.warnings,
    columns: Object.entries(columns).map(([name, { heading, secret = false }]) => ({
      name,
      heading,
      secret,
    })),
    rows: rows.map((row) => ({ ...row, problems: cellProblems(columns, row.errors) })),
    meta,
  };
}

/** Lists the rows with an error, as they were typed. */
export const listWrongRows = (db: Db, importId: number) =>
  db.q
    .selectFrom('import_rows')
    .select(['row', 'cells', 'errors'])
    .where('import_id', '=', importId)
    .where('status', '=', 'error')
    .orderBy('row')
    .$narrowType<{ cells: Record<string, string>; errors: string[] }>()
    .execute();
