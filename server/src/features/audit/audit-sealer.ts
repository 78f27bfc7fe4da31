import { systemActor } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  auditRowColumns,
  auditRowSql,
  genesis,
  sealHash,
  type AuditHead,
  type AuditRow,
} from './audit-chain.ts';

const BATCH = 1_000;
/** Ids of a part of the log: a statement that reads one stays short, however long the log is. */
const PART = 200_000;
/** Longer than any command takes from writing an audit row to committing it. */
const LATEST_COMMIT_MS = 120_000;

const tryLock = statement({
  name: 'audit-seal-lock',
  params: params<Record<string, never>>(),
  columns: { held: col.boolean },
  text: `SELECT pg_try_advisory_xact_lock(hashtextextended('lavra audit seals', 0)) AS held`,
});

// Both tables are limited to the same ids, so that the plan reads only those of a long log.
const unsealedStatement = statement({
  name: 'audit-unsealed',
  params: params<{ floor: number; ceiling: number; size: number }>(),
  columns: auditRowColumns,
  text: `
    SELECT ${auditRowSql} FROM audit_log a
    WHERE a.id > :floor::bigint AND a.id <= :ceiling::bigint
      AND NOT EXISTS (SELECT FROM audit_seals s
        WHERE s.audit_id = a.id AND s.audit_id > :floor::bigint AND s.audit_id <= :ceiling::bigint)
    ORDER BY a.id LIMIT :size::int`,
});

const insertSeals = statement({
  name: 'audit-seals-insert',
  params: params<{ seals: string; at: Date }>(),
  columns: {},
  text: `
    INSERT INTO audit_seals (sequence, audit_id, hash, sealed_at)
    SELECT s.sequence, s.audit_id, decode(s.hash, 'hex'), :at::timestamptz
    FROM jsonb_to_recordset(:seals::jsonb) AS s(sequence bigint, audit_id bigint, hash text)`,
});

const waitingStatement = statement({
  name: 'audit-waiting',
  params: params<{ floor: number }>(),
  columns: { count: col.int },
  text: `
    SELECT count(*) AS count FROM audit_log a
    WHERE a.id > :floor::bigint AND NOT EXISTS (SELECT FROM audit_seals s
      WHERE s.audit_id = a.id AND s.audit_id > :floor::bigint)`,
});

/**
 * Returns the state of the chain: its last seal, and how many of the rows in the sealer's range
 * have no seal yet.
 */
export async function readChain(platform: Platform) {
  const [end, waiting] = await Promise.all([
    lastSeal(platform.db).select('sealed_at').executeTakeFirst(),
    settledId(platform).then((floor) => platform.db.row(waitingStatement, { floor })),
  ]);
  return { end, unsealed: waiting?.count ?? 0 };
}

/** Returns the end of the chain; sequence 0 when nothing is sealed yet. */
export const auditHead = async (db: Db): Promise<AuditHead> =>
  (await lastSeal(db).executeTakeFirst()) ?? genesis;

const lastSeal = (db: Db) =>
  db.q.selectFrom('audit_seals').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(1);

export interface Sealed {
  readonly count: number;
  readonly head: AuditHead;
}

/**
 * Seals the unsealed rows that are recent, by id, a thousand rows per transaction. One process at a
 * time: a concurrent call returns at once with nothing done. A row that commits after one with a
 * higher id is sealed after it; one that commits later than two minutes is left for `sealPart`.
 */
export async function sealAudit(platform: Platform): Promise<Sealed> {
  const { count } = await sealBetween(platform, await settledId(platform), Number.MAX_SAFE_INTEGER);
  return { count, head: await auditHead(platform.db) };
}

/**
 * Seals the unsealed rows of one part of the log, which begins after id `from` and ends where rows
 * are recent at the latest. `next` is where the next part begins, undefined after the last; the same
 * part again where another process was sealing.
 */
export async function sealPart(
  platform: Platform,
  from: number,
): Promise<{ readonly count: number; readonly next: number | undefined }> {
  const settled = await settledId(platform);
  if (from >= settled) return { count: 0, next: undefined };
  const end = Math.min(from + PART, settled);
  const { count, turnedAway } = await sealBetween(platform, from, end);
  return { count, next: turnedAway ? from : end };
}

/** Seals the rows after id `from`, up to `ceiling`. */
async function sealBetween(platform: Platform, from: number, ceiling: number) {
  let floor = from;
  for (let count = 0; ;) {
    const { rows, lastId, turnedAway } = await sealBatch(platform, { floor, ceiling });
    count += rows;
    floor = lastId;
    if (rows < BATCH) return { count, turnedAway };
  }
}

/** Returns the id up to which no row can still be uncommitted. */
async function settledId({ db, clock }: Platform): Promise<number> {
  const settled = await db.q
    .selectFrom('audit_seals')
    .select('audit_id')
    .where('sealed_at', '<=', new Date(clock.now().getTime() - LATEST_COMMIT_MS).toISOString())
    // By sequence a late row, which is sealed last, would take the range back to its own id.
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return settled?.audit_id ?? 0;
}

interface Batch {
  readonly rows: number;
  readonly lastId: number;
  /** Whether another process was sealing. */
  readonly turnedAway: boolean;
}

const sealBatch = (
  { command }: Platform,
  { floor, ceiling }: { floor: number; ceiling: number },
): Promise<Batch> =>
  command(systemActor, async ({ db, now }) => {
    const turnedAway = (await db.row(tryLock, {}))?.held !== true;
    const nothing: Batch = { rows: 0, lastId: floor, turnedAway };
    if (turnedAway) return nothing;
    const rows = await db.rows(unsealedStatement, { floor, ceiling, size: BATCH });
    const last = rows.at(-1);
    if (last === undefined) return nothing;
    const seals = sealsAfter(await auditHead(db), rows);
    await db.rows(insertSeals, { seals: JSON.stringify(seals), at: now });
    return { rows: rows.length, lastId: last.audit_id, turnedAway };
  });

function sealsAfter(start: AuditHead, rows: readonly AuditRow[]) {
  let head = start;
  return rows.map((row) => {
    const sequence = head.sequence + 1;
    head = { sequence, hash: sealHash(head.hash, sequence, row) };
    return { sequence, audit_id: row.audit_id, hash: head.hash.toString('hex') };
  });
}
