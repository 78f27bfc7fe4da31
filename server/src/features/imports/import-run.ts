import type { Actor, Request } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { CsvRow } from '../../platform/csv/csv-file.ts';
import { fieldSentence } from '../../platform/texts/field-texts.ts';
import { PASSWORD_USE } from './import-preview.ts';
import {
  countRows,
  finishImport,
  holdImport,
  type listStoredRows,
  type RunningImport,
} from './import-store.ts';
import {
  BATCH,
  type ImportType,
  type ValidatedRow,
  type StoreContext,
  type ImportEntity,
} from './import-type.ts';

export type StoredRows = Awaited<ReturnType<typeof listStoredRows>>;

/** Thrown when rows no longer match what was approved: nothing of the import is stored. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly rows: readonly ValidatedRow[];

  constructor(rows: readonly ValidatedRow[]) {
    super(failureOf(rows));
    this.rows = rows;
  }
}

const MOST_SENTENCES = 5;

/**
 * Returns a sentence such as `Linha 7: E-mail: Este e-mail já está cadastrado.`, with the number of
 * further wrong rows.
 */
function failureOf(rows: readonly ValidatedRow[]): string {
  const sentences = rows
    .slice(0, MOST_SENTENCES)
    .map(({ row, errors }) => `Linha ${row}: ${errors.join(' ')}`);
  return [
    ...sentences,
    ...(rows.length > MOST_SENTENCES ? [`E mais ${rows.length - MOST_SENTENCES}.`] : []),
  ].join(' ');
}

/** Returns the request of an import's writes: its administrator asks, through no network. */
export const requestOf = ({ id, requested_by }: RunningImport): Request<Actor> => ({
  id: `import-${id}`,
  ip: '',
  userAgent: null,
  caller: { userType: 'admin', userId: requested_by },
});

export interface Run {
  readonly running: RunningImport;
  readonly type: ImportType;
  readonly rows: StoredRows;
  readonly context: StoreContext;
  readonly signal: AbortSignal;
  /** Called after each batch with the number of rows processed. */
  readonly progress: (rows: number) => void;
}

/**
 * Validates the approved rows again and stores them, all in the given transaction. Throws
 * `ImportRefused` when rows changed, unless a partial import is allowed.
 */
export async function storeImport(
  uow: UnitOfWork,
  { running, type, rows, context, signal, progress }: Run,
): Promise<void> {
  if (!(await holdImport(uow.db, running.id))) return;
  const read = csvRows(rows);
  await type.hold?.(uow.db, read);
  const validated = await type.validate({ db: uow.db, now: uow.now, zone: context.zone }, read);
  const approved = new Set(rows.flatMap(({ row, action }) => (action === 'create' ? [row] : [])));
  const changed = changesOf(validated.rows, approved, running.allow_partial);
  const entities = validated.entities.filter((entity) =>
    entity.rows.every((row) => approved.has(row)),
  );
  let done = rows.length - entities.reduce((sum, entity) => sum + entity.rows.length, 0);
  let created = 0;
  for (let start = 0; start < entities.length; start += BATCH) {
    if (signal.aborted) throw new Error(`import ${running.id} was stopped`);
    const batch = entities.slice(start, start + BATCH);
    const lost = lostRows(validated.rows, await type.store(uow, batch, context));
    if (lost.length > 0 && !running.allow_partial) throw new ImportRefused(lost);
    changed.push(...lost);
    created += batch.filter((entity) => !isLost(entity, lost)).length;
    done += batch.reduce((sum, entity) => sum + entity.rows.length, 0);
    progress(done);
  }
  const counts = { created, skipped: countRows(validated.rows).skipped };
  await finishImport(uow, running, { outcome: { state: 'completed', ...counts }, changed });
  recordEnd(uow, running, { state: 'completed', ...counts });
}

/** Returns the rows as they were sent, without their passwords. */
const csvRows = (rows: StoredRows): CsvRow[] => rows.map(({ row, cells }) => ({ row, cells }));

/**
 * Returns the rows that were to create something and no longer can. Unless a partial import is
 * allowed, throws `ImportRefused` with these and all wrong rows; in a partial import, rows whose
 * person or record exists by now are skipped.
 */
function changesOf(
  validated: readonly ValidatedRow[],
  approved: ReadonlySet<number>,
  allowPartial: boolean,
): ValidatedRow[] {
  const changed = validated.filter(({ row, action }) => approved.has(row) && action !== 'create');
  if (allowPartial) return changed;
  const wrong = validated.filter(({ status }) => status === 'error');
  const gone = changed.filter(({ status }) => status === 'success').map(refused);
  if (wrong.length + gone.length > 0)
    throw new ImportRefused([...wrong, ...gone].toSorted((a, b) => a.row - b.row));
  return [];
}

const refused = (row: ValidatedRow): ValidatedRow => ({
  ...row,
  status: 'error',
  action: 'skip',
  errors: [fieldSentence('sheet_changed')],
});

function lostRows(validated: readonly ValidatedRow[], numbers: readonly number[]): ValidatedRow[] {
  if (numbers.length === 0) return [];
  const lost = new Set(numbers);
  return validated.filter(({ row }) => lost.has(row)).map(refused);
}

const isLost = (entity: ImportEntity, lost: readonly ValidatedRow[]): boolean =>
  lost.some(({ row }) => entity.rows.includes(row));

/** Writes the import's own audit entry, and the event that notifies administrators. */
export function recordEnd(
  uow: UnitOfWork,
  { id, type }: RunningImport,
  outcome: Readonly<Record<string, unknown>>,
): void {
  uow.audit({
    action: 'created',
    resourceType: 'import',
    resourceId: id,
    newValues: { type, ...outcome },
  });
  uow.event({ type: 'import.finished', data: { import_id: id } });
}

const AT_ONCE = 4;

/**
 * Hashes the rows' passwords, by row, and calls `progress` with their number so far; it is costly,
 * so it must not run inside a transaction.
 */
export async function hashPasswords(
  sealer: Sealer,
  rows: StoredRows,
  { signal, progress }: Pick<Run, 'signal' | 'progress'>,
): Promise<Map<number, string>> {
  const secret = rows.filter(({ action, sealed }) => action === 'create' && sealed !== null);
  const hashes = new Map<number, string>();
  for (let start = 0; start < secret.length; start += AT_ONCE) {
    if (signal.aborted) throw new Error('hashing was stopped');
    await Promise.all(
      secret.slice(start, start + AT_ONCE).map(async ({ row, sealed }) => {
        if (sealed !== null)
          hashes.set(row, await hashPassword(sealer.open(sealed, PASSWORD_USE), 'sheets'));
      }),
    );
    progress(hashes.size);
  }
  return hashes;
}

/** Takes what must not be taken inside the transaction, because all requests share it. */
export const prepareImport = async (db: Db, type: ImportType, rows: StoredRows): Promise<void> =>
  type.prepare?.(db, csvRows(rows));
