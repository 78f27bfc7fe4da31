import { randomUUIDv7 } from 'node:crypto';
import type { ImportState, ImportTypeName } from '@lavra/contract/admin/import';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { ValidatedRow } from './import-type.ts';

/** A stored row: validated, with its cells as typed and its password sealed. */
export interface StoredRow extends ValidatedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly sealed: Buffer | null;
}

export interface NewImport {
  readonly type: ImportTypeName;
  readonly filename: string;
  readonly sha256: Buffer;
  readonly warnings: readonly string[];
  readonly requestedBy: number;
  readonly rows: readonly StoredRow[];
}

/** Counts validated rows as their import states them; `skipped` are those whose record exists already. */
export function countRows(rows: readonly ValidatedRow[]) {
  const right = rows.filter(({ status }) => status === 'success');
  return {
    total: rows.length,
    valid: right.length,
    invalid: rows.length - right.length,
    skipped: right.filter(({ action }) => action === 'skip').length,
  };
}

const insertRows = statement({
  name: 'import-rows-insert',
  params: params<{ import_id: number; rows: string }>(),
  columns: { row: col.int },
  text: `
    INSERT INTO import_rows (import_id, row, status, action, cells, sealed, data, errors, warnings)
    SELECT :import_id, r.row, r.status, r.action, r.cells, decode(r.sealed, 'hex'), r.data,
      r.errors, r.warnings
    FROM jsonb_to_recordset(:rows::jsonb) AS r(row integer, status text, action text, cells jsonb,
      sealed text, data jsonb, errors jsonb, warnings jsonb)
    RETURNING row`,
});

const SLICE = 1000;

/** Inserts a preview and returns its UUID. */
export async function insertImport(
  { db, now }: UnitOfWork,
  { requestedBy, rows, warnings, ...head }: NewImport,
): Promise<string> {
  const uuid = randomUUIDv7();
  const { id } = await db.q
    .insertInto('imports')
    .values({
      ...head,
      uuid,
      state: 'previewed',
      ...countRows(rows),
      warnings: JSON.stringify(warnings),
      requested_by: requestedBy,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let start = 0; start < rows.length; start += SLICE) {
    const slice = rows
      .slice(start, start + SLICE)
      .map((row) => ({ ...row, sealed: row.sealed?.toString('hex') ?? null }));
    await db.rows(insertRows, { import_id: id, rows: JSON.stringify(slice) });
  }
  return uuid;
}

/** Locks an import, so that it is requested only once. */
export const lockImport = (db: Db, uuid: string) =>
  db.q
    .selectFrom('imports')
    .select(['id', 'state', 'valid', 'invalid'])
    .where('uuid', '=', uuid)
    .forNoKeyUpdate()
    .$narrowType<{ state: ImportState }>()
    .executeTakeFirst();

/** An import that is to be stored. */
export interface RunningImport {
  readonly id: number;
  readonly type: ImportTypeName;
  readonly allow_partial: boolean;
  readonly total: number;
  readonly requested_by: number;
}

/**
 * Starts an import; undefined when it is not, or no longer, to be stored. A second run counts from
 * zero: nothing of the first one was stored.
 */
export const startImport = (db: Db, id: number, now: Date): Promise<RunningImport | undefined> =>
  db.q
    .updateTable('imports')
    .set((eb) => ({ started_at: eb.fn.coalesce('started_at', eb.val(now)), processed: 0 }))
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .returning(['id', 'type', 'allow_partial', 'total', 'requested_by'])
    .$narrowType<{ type: ImportTypeName }>()
    .executeTakeFirst();

// An advisory lock, because the progress updates the row meanwhile. Held by the transaction, so
// that it ends with it.
const holdRun = statement({
  name: 'import-hold',
  params: params<{ id: number }>(),
  columns: { held: col.text },
  text: "SELECT pg_advisory_xact_lock(hashtext('imports'), :id::int)::text AS held",
});

/**
 * Lets only one run of an import proceed at a time; returns false when an earlier one has finished
 * it.
 */
export async function holdImport(db: Db, id: number): Promise<boolean> {
  await db.rows(holdRun, { id });
  const found = await db.q
    .selectFrom('imports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.state === 'processing';
}

/** Lists the rows of an import as they were approved. */
export const listStoredRows = (db: Db, importId: number) =>
  db.q
    .selectFrom('import_rows')
    .select(['row', 'action', 'cells', 'sealed'])
    .where('import_id', '=', importId)
    .orderBy('row')
    .$narrowType<{ action: 'create' | 'skip'; cells: Record<string, string> }>()
    .execute();

/** Stores the number of rows processed so far, for requests that follow the progress. */
export async function saveProgress(db: Db, id: number, processed: number): Promise<void> {
  await db.q
    .updateTable('imports')
    .set((eb) => ({ processed: eb.fn<number>('least', [eb.val(processed), 'total']) }))
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('processed', '<', processed)
    .execute();
}

const revalidate = statement({
  name: 'import-rows-revalidate',
  params: params<{ import_id: number; rows: string }>(),
  columns: { row: col.int },
  text: `
    UPDATE import_rows r SET status = n.status, action = n.action, errors = n.errors
    FROM jsonb_to_recordset(:rows::jsonb) AS n(row integer, status text, action text, errors jsonb)
    WHERE r.import_id = :import_id AND r.row = n.row RETURNING r.row`,
});

const correctRows = statement({
  name: 'import-rows-correct',
  params: params<{ import_id: number; rows: string }>(),
  columns: { row: col.int },
  text: `
    UPDATE import_rows r SET status = n.status, action = n.action, errors = n.errors,
      warnings = n.warnings, data = n.data, cells = coalesce(n.cells, r.cells),
      sealed = CASE WHEN n.cells IS NULL THEN r.sealed ELSE decode(n.sealed, 'hex') END
    FROM jsonb_to_recordset(:rows::jsonb) AS n(row integer, status text, action text, cells jsonb,
      sealed text, data jsonb, errors jsonb, warnings jsonb)
    WHERE r.import_id = :import_id AND r.row = n.row RETURNING r.row`,
});

interface Corrections {
  /** All rows, as they were validated again. */
  readonly rows: readonly ValidatedRow[];
  /** The changed ones, as typed. */
  readonly kept: ReadonlyMap<number, Pick<StoredRow, 'cells' | 'sealed'>>;
}

/** Stores a preview's rows after a correction; returns false where it is no preview any more. */
export async function storeCorrections(
  db: Db,
  importId: number,
  { rows, kept }: Corrections,
): Promise<boolean> {
  const updated = await db.q
    .updateTable('imports')
    .set(countRows(rows))
    .where('id', '=', importId)
    .where('state', '=', 'previewed')
    .returning('id')
    .executeTakeFirst();
  if (updated === undefined) return false;
  for (let start = 0; start < rows.length; start += SLICE) {
    const slice = rows.slice(start, start + SLICE).map((row) => {
      const { cells = null, sealed = null } = kept.get(row.row) ?? {};
      return { ...row, cells, sealed: sealed?.toString('hex') ?? null };
    });
    await db.rows(correctRows, { import_id: importId, rows: JSON.stringify(slice) });
  }
  return true;
}

export type Outcome =
  | { readonly state: 'completed'; readonly created: number; readonly skipped: number }
  | { readonly state: 'failed'; readonly failure: string };

/**
 * Stores the result of an import and the rows whose result differs from the approved one; removes
 * its passwords, which are no longer needed.
 */
export async function finishImport(
  { db, now }: UnitOfWork,
  { id, total }: RunningImport,
  {
    outcome,
    changed,
  }: {
    outcome: Outcome;
    changed: readonly Pick<ValidatedRow, 'row' | 'status' | 'action' | 'errors'>[];
  },
): Promise<void> {
  await db.rows(revalidate, { import_id: id, rows: JSON.stringify(changed) });
  await db.q
    .updateTable('import_rows')
    .set({ sealed: null })
    .where('import_id', '=', id)
    .where('sealed', 'is not', null)
    .execute();
  const newlyWrong = changed.filter(({ status }) => status === 'error').length;
  await db.q
    .updateTable('imports')
    .set((eb) => ({
      ...outcome,
      finished_at: now,
      processed: outcome.state === 'completed' ? total : 0,
      ...(newlyWrong === 0
        ? {}
        : {
            valid: eb.fn<number>('greatest', [eb('valid', '-', newlyWrong), eb.lit(0)]),
            invalid: eb('invalid', '+', newlyWrong),
          }),
    }))
    .where('id', '=', id)
    .execute();
}
