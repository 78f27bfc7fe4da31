import { randomUUIDv7 } from 'node:crypto';
import { importStates, importTypes, type ImportTypeName } from '@lavra/contract/admin/import';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { ValidatedRow } from './import-type.ts';

/** A stored row: validated, with its cells as typed and its password sealed. */
export interface KeptRow extends ValidatedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly sealed: Buffer | null;
}

export interface NewImport {
  readonly type: ImportTypeName;
  readonly filename: string;
  readonly sha256: Buffer;
  readonly warnings: readonly string[];
  readonly requestedBy: number;
  readonly total: number;
  readonly valid: number;
  readonly rows: readonly KeptRow[];
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
  { requestedBy, rows, warnings, total, valid, ...head }: NewImport,
): Promise<string> {
  const uuid = randomUUIDv7();
  const { id } = await db.q
    .insertInto('imports')
    .values({
      ...head,
      uuid,
      state: 'previewed',
      total,
      valid,
      invalid: total - valid,
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

const lockByUuid = statement({
  name: 'import-lock',
  params: params<{ uuid: string }>(),
  columns: { id: col.int, state: col.oneOf(importStates), valid: col.int, invalid: col.int },
  text: `
    SELECT i.id, i.state, i.valid, i.invalid FROM imports i
    WHERE i.uuid = :uuid::uuid FOR NO KEY UPDATE`,
});

/** Locks an import, so that it is requested only once. */
export const lockImport = (db: Db, uuid: string) => db.row(lockByUuid, { uuid });

const start = statement({
  name: 'import-start',
  params: params<{ id: number; now: Date }>(),
  columns: {
    id: col.int,
    type: col.oneOf(importTypes),
    allow_partial: col.boolean,
    total: col.int,
    requested_by: col.int,
  },
  text: `
    UPDATE imports SET started_at = coalesce(started_at, :now), processed = 0
    WHERE id = :id AND state = 'processing'
    RETURNING id, type, allow_partial, total, requested_by`,
});

/** An import that is to be stored. */
export type RunningImport = NonNullable<(typeof start)['gives']>;

/**
 * Starts an import; undefined when it is not, or no longer, to be stored. A second run counts from
 * zero: nothing of the first one was stored.
 */
export const startImport = (db: Db, id: number, now: Date): Promise<RunningImport | undefined> =>
  db.row(start, { id, now });

// An advisory lock, because the progress updates the row meanwhile. Held by the transaction, so
// that it ends with it.
const holdRun = statement({
  name: 'import-hold',
  params: params<{ id: number }>(),
  columns: { held: col.text },
  text: "SELECT pg_advisory_xact_lock(hashtext('imports'), :id::int)::text AS held",
});
const stateOf = statement({
  name: 'import-state',
  params: params<{ id: number }>(),
  columns: { state: col.oneOf(importStates) },
  text: 'SELECT i.state FROM imports i WHERE i.id = :id',
});

/**
 * Lets only one run of an import proceed at a time; returns false when an earlier one has finished
 * it.
 */
export async function holdImport(db: Db, id: number): Promise<boolean> {
  await db.rows(holdRun, { id });
  return (await db.row(stateOf, { id }))?.state === 'processing';
}

const keptRows = statement({
  name: 'import-rows-kept',
  params: params<{ import_id: number }>(),
  columns: {
    row: col.int,
    action: col.oneOf(['create', 'skip']),
    cells: col.json<Record<string, string>>(),
    sealed: orNull(col.bytea),
  },
  text: `
    SELECT r.row, r.action, r.cells, r.sealed FROM import_rows r
    WHERE r.import_id = :import_id ORDER BY r.row`,
});

/** Lists the rows of an import as they were approved. */
export const listKeptRows = (db: Db, importId: number) =>
  db.rows(keptRows, { import_id: importId });

const noteProgress = statement({
  name: 'import-progress',
  params: params<{ id: number; processed: number }>(),
  columns: { id: col.int },
  text: `
    UPDATE imports SET processed = least(:processed::int, total)
    WHERE id = :id AND state = 'processing' AND processed < :processed::int RETURNING id`,
});

/** Stores the number of rows processed so far, for requests that follow the progress. */
export const saveProgress = (db: Db, id: number, processed: number) =>
  db.rows(noteProgress, { id, processed });

const revalidate = statement({
  name: 'import-rows-revalidate',
  params: params<{ import_id: number; rows: string }>(),
  columns: { row: col.int },
  text: `
    UPDATE import_rows r SET status = n.status, action = n.action, errors = n.errors
    FROM jsonb_to_recordset(:rows::jsonb) AS n(row integer, status text, action text, errors jsonb)
    WHERE r.import_id = :import_id AND r.row = n.row RETURNING r.row`,
});

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
