import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { digestOf, type PersonalValues } from '../../platform/db/records.ts';
import { explainedByErasure } from './audit-erasures.ts';
import { auditRowSql, genesis, sealHash, type AuditHead, type AuditRow } from './audit-chain.ts';

const BATCH = 1_000;

/**
 * The possible problems of the chain: a row's content or seal changed (`edited`); a sealed row or a
 * seal missing (`missing`); seals or rows swapped (`reordered`); values or origin changed beside an
 * intact row (`values_changed`), or missing though no person concerned was erased
 * (`values_missing`); the chain ends before the expected head (`truncated`), or passes it with
 * another hash (`rewritten`).
 */
export type AuditProblemKind =
  | 'edited'
  | 'missing'
  | 'reordered'
  | 'values_changed'
  | 'values_missing'
  | 'truncated'
  | 'rewritten';

/**
 * The first problem found. `auditId` is the row of `audit_log`, null where only the seal's position
 * is known.
 */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  readonly sequence: number;
  readonly auditId: number | null;
}

export interface AuditReport {
  /** The number of valid seals, counted from the first. */
  readonly verified: number;
  /** The number of those whose rows' values have been erased. */
  readonly erased: number;
  /** Rows without a seal; `oldest` is a timestamp in the platform's zone. */
  readonly unsealed: { readonly count: number; readonly oldest: string | null };
  /** The end of the verified part. */
  readonly head: AuditHead;
  readonly problem: AuditProblem | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const sealedStatement = statement({
  name: 'audit-sealed',
  params: params<{ after: number; size: number }>(),
  columns: {
    sequence: col.int,
    sealed_id: col.int,
    hash: col.bytea,
    audit_id: orNull(col.int),
    written_at: orNull(col.text),
    actor_type: orNull(col.text),
    actor_id: orNull(col.int),
    action: orNull(col.text),
    resource_type: orNull(col.text),
    resource_id: orNull(col.int),
    request_id: orNull(col.text),
    values_digest: orNull(col.text),
    salt: orNull(col.bytea),
    old_values: orNull(col.json<Json>()),
    new_values: orNull(col.json<Json>()),
    ip_address: orNull(col.text),
    user_agent: orNull(col.text),
    explained: col.boolean,
  },
  text: `
    SELECT s.sequence, s.audit_id AS sealed_id, s.hash, ${auditRowSql}, v.salt, v.old_values,
      v.new_values, v.ip_address, v.user_agent,
      CASE WHEN a.id IS NOT NULL AND v.audit_id IS NULL THEN ${explainedByErasure} ELSE false END AS explained
    FROM audit_seals s
    LEFT JOIN audit_log a ON a.id = s.audit_id
    LEFT JOIN audit_values v ON v.audit_id = a.id
    WHERE s.sequence > :after::bigint
    ORDER BY s.sequence LIMIT :size::int`,
});

const unsealedStatement = statement({
  name: 'audit-unsealed-count',
  params: params<Record<string, never>>(),
  columns: { count: col.int, oldest: orNull(col.timestamp) },
  text: `
    SELECT count(*) AS count, min(a.at) AS oldest FROM audit_log a
    WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = a.id)`,
});

/** A seal with what remains of its row and values. */
interface Link {
  readonly sequence: number;
  readonly sealedId: number;
  readonly hash: Buffer;
  readonly row: AuditRow | undefined;
  readonly values: (PersonalValues & { readonly salt: Buffer }) | undefined;
  /** Whether an erasure explains missing values. */
  readonly isErased: boolean;
}

/** The result of verifying one part of the chain: `head` is the end of its valid seals. */
export interface AuditPart {
  readonly checked: number;
  readonly erased: number;
  readonly head: AuditHead;
  readonly complete: boolean;
  readonly problem: AuditProblem | undefined;
}

/**
 * Recomputes up to `size` seals after a head at which an earlier part ended, or that was stored
 * elsewhere. The work of one part is bounded, and other requests run between its batches. When the
 * seal at `after` has another hash, the problem is `rewritten`.
 */
export async function verifyAuditPart(
  db: Db,
  {
    after = genesis,
    head: expected = genesis,
    size,
  }: { after?: AuditHead | undefined; head?: AuditHead | undefined; size: number },
): Promise<AuditPart> {
  const part = {
    checked: 0,
    erased: 0,
    head: after,
    complete: false,
    problem: await startProblem(db, after),
  };
  if (part.problem !== undefined) return part;
  // From the lowest number, so that a seal before the first position, where none belongs, is
  // detected.
  for await (const link of linksAfter(
    db,
    after.sequence === 0 ? Number.MIN_SAFE_INTEGER : after.sequence,
  )) {
    if (part.checked === size) return part;
    part.problem = await problemOf(db, part.head, link, expected, BATCH);
    if (part.problem !== undefined) return part;
    part.head = { sequence: link.sequence, hash: link.hash };
    part.checked += 1;
    if (link.values === undefined) part.erased += 1;
  }
  return { ...part, complete: true, problem: endProblem(part.head, expected) };
}

/** Returns the problem of a part's start, if any: `after` is missing or has another hash. */
async function startProblem(db: Db, after: AuditHead): Promise<AuditProblem | undefined> {
  if (after.sequence === 0) return undefined;
  const seal = await db.q
    .selectFrom('audit_seals')
    .select(['audit_id', 'hash'])
    .where('sequence', '=', after.sequence)
    .executeTakeFirst();
  if (seal === undefined) return { kind: 'truncated', sequence: after.sequence, auditId: null };
  return seal.hash.equals(after.hash)
    ? undefined
    : { kind: 'rewritten', sequence: after.sequence, auditId: seal.audit_id };
}

const endProblem = ({ sequence }: AuditHead, expected: AuditHead): AuditProblem | undefined =>
  sequence < expected.sequence
    ? { kind: 'truncated', sequence: sequence + 1, auditId: null }
    : undefined;

/**
 * Recomputes the chain from its first seal, with one batch in memory at a time, and stops at the
 * first problem. `head`, stored elsewhere, reveals whether the chain was truncated or rewritten.
 * Unsealed rows are reported, and are no problem.
 */
export async function verifyAudit(
  db: Db,
  { head: expected = genesis }: { head?: AuditHead } = {},
): Promise<AuditReport> {
  let head = genesis;
  let erased = 0;
  let problem: AuditProblem | undefined;
  for await (const link of linksAfter(db, Number.MIN_SAFE_INTEGER)) {
    problem = await problemOf(db, head, link, expected);
    if (problem !== undefined) break;
    head = { sequence: link.sequence, hash: link.hash };
    if (link.values === undefined) erased += 1;
  }
  problem ??= endProblem(head, expected);
  const unsealed = await db.row(unsealedStatement, {});
  return {
    verified: head.sequence,
    erased,
    head,
    problem,
    unsealed: unsealed ?? { count: 0, oldest: null },
  };
}

async function problemOf(
  db: Db,
  head: AuditHead,
  link: Link,
  expected: AuditHead,
  reach = Number.POSITIVE_INFINITY,
): Promise<AuditProblem | undefined> {
  const sequence = head.sequence + 1;
  if (link.sequence !== sequence) return { kind: 'missing', sequence, auditId: null };
  const problem = (kind: AuditProblemKind): AuditProblem => ({
    kind,
    sequence,
    auditId: link.sealedId,
  });
  if (link.row === undefined) return problem('missing');
  if (!sealHash(head.hash, sequence, link.row).equals(link.hash))
    return problem((await isMisplaced(db, head, link, reach)) ? 'reordered' : 'edited');
  if (sequence === expected.sequence && !link.hash.equals(expected.hash))
    return problem('rewritten');
  if (link.values === undefined && !link.isErased) return problem('values_missing');
  if (
    link.values !== undefined &&
    digestOf(link.values.salt, link.values).toString('hex') !== link.row.values_digest
  )
    return problem('values_changed');
  return undefined;
}

/**
 * Returns whether another row belongs in this position: its content gives this seal's hash, or its
 * own seal's hash was computed for this position. Examines the next `reach` seals.
 */
async function isMisplaced(
  db: Db,
  head: AuditHead,
  { sequence, hash }: Link,
  reach: number,
): Promise<boolean> {
  for await (const other of linksAfter(db, sequence)) {
    if (other.sequence > sequence + reach) return false;
    if (other.row === undefined) continue;
    const here = sealHash(head.hash, sequence, other.row);
    if (here.equals(hash) || here.equals(other.hash)) return true;
  }
  return false;
}

async function* linksAfter(db: Db, sequence: number): AsyncGenerator<Link> {
  for (let after = sequence; ;) {
    const rows = await db.rows(sealedStatement, { after, size: BATCH });
    for (const row of rows) yield linkOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.sequence;
  }
}

type SealedRow = NonNullable<(typeof sealedStatement)['gives']>;

function linkOf({
  sequence,
  sealed_id: sealedId,
  hash,
  salt,
  old_values,
  new_values,
  ip_address: ipAddress,
  user_agent: userAgent,
  explained,
  ...columns
}: SealedRow): Link {
  // The row exists, and its columns are NOT NULL where AuditRow requires it.
  const row = columns.audit_id === null ? undefined : (columns as AuditRow);
  const values =
    salt === null
      ? undefined
      : {
          salt,
          oldValues: old_values ?? undefined,
          newValues: new_values ?? undefined,
          ipAddress,
          userAgent,
        };
  return { sequence, sealedId, hash, row, values, isErased: explained };
}
