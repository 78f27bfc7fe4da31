import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { digestOf, type PersonalValues } from '../../platform/db/records.ts';
import { explainedByErasure } from './audit-erasures.ts';
import { auditRowSql, genesis, sealHash, type AuditHead, type AuditRow } from './audit-chain.ts';

const BATCH = 1_000;

/**
 * What can be wrong with the chain: a row's content or seal changed; a sealed row or a seal gone; seals or rows changed
 * places; values or origin changed beside an intact row, or gone though nobody concerned was erased; the chain ends
 * before the expected head, or passes it with another hash.
 */
export type AuditProblemKind =
  | 'edited'
  | 'missing'
  | 'reordered'
  | 'values_changed'
  | 'values_missing'
  | 'truncated'
  | 'rewritten';

/** The first thing wrong. `auditId` is the row of `audit_log`, null where only the seal's place is known. */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  readonly sequence: number;
  readonly auditId: number | null;
}

export interface AuditReport {
  /** Seals that hold, from the first one on. */
  readonly verified: number;
  /** Of those, rows whose values have been erased. */
  readonly erased: number;
  /** Rows that no seal covers yet; `oldest` is a timestamp in the platform's zone. */
  readonly unsealed: { readonly count: number; readonly oldest: string | null };
  /** Where the verified part ends. */
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
    SELECT s.sequence, s.audit_id AS sealed_id, s.hash, ${auditRowSql}, v.salt, v.old_values, v.new_values, v.ip_address, v.user_agent,
      CASE WHEN a.id IS NOT NULL AND v.audit_id IS NULL THEN ${explainedByErasure} ELSE false END AS explained
    FROM audit_seals s
    LEFT JOIN audit_log a ON a.id = s.audit_id
    LEFT JOIN audit_values v ON v.audit_id = a.id
    WHERE s.sequence > :after::bigint
    ORDER BY s.sequence LIMIT :size::int`,
});

const sealStatement = statement({
  name: 'audit-seal',
  params: params<{ sequence: number }>(),
  columns: { audit_id: col.int, hash: col.bytea },
  text: 'SELECT s.audit_id, s.hash FROM audit_seals s WHERE s.sequence = :sequence::bigint',
});

const unsealedStatement = statement({
  name: 'audit-unsealed-count',
  params: params<Record<string, never>>(),
  columns: { count: col.int, oldest: orNull(col.timestamp) },
  text: `
    SELECT count(*) AS count, min(a.at) AS oldest FROM audit_log a
    WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = a.id)`,
});

/** A seal with what is left of its row and values. */
interface Link {
  readonly sequence: number;
  readonly sealedId: number;
  readonly hash: Buffer;
  readonly row: AuditRow | undefined;
  readonly values: (PersonalValues & { readonly salt: Buffer }) | undefined;
  /** Where there are no values: whether an erasure took them. */
  readonly isErased: boolean;
}

/** What one part of the chain is worth: `head` is where the part that holds ends. */
export interface AuditPart {
  readonly checked: number;
  readonly erased: number;
  readonly head: AuditHead;
  readonly complete: boolean;
  readonly problem: AuditProblem | undefined;
}

/**
 * Recomputes up to `size` seals after a head that an earlier part ended at, or that was kept elsewhere; the work of one part
 * is bounded, and other requests come in between its batches. A seal that is not the one of `after` is `rewritten`.
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
  // A seal before the first place is found as one that stands where none belongs.
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

/** Whether a part may begin there. */
async function startProblem(db: Db, after: AuditHead): Promise<AuditProblem | undefined> {
  if (after.sequence === 0) return undefined;
  const seal = await db.row(sealStatement, { sequence: after.sequence });
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
 * Recomputes the chain from its first seal, a batch in memory at a time, and stops at the first thing wrong. `head`, kept
 * elsewhere, shows whether the chain was cut short or written anew. Rows not sealed yet are told, and no problem.
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
  const told = (kind: AuditProblemKind): AuditProblem => ({
    kind,
    sequence,
    auditId: link.sealedId,
  });
  if (link.row === undefined) return told('missing');
  if (!sealHash(head.hash, sequence, link.row).equals(link.hash))
    return told((await isMisplaced(db, head, link, reach)) ? 'reordered' : 'edited');
  if (sequence === expected.sequence && !link.hash.equals(expected.hash)) return told('rewritten');
  if (link.values === undefined && !link.isErased) return told('values_missing');
  if (
    link.values !== undefined &&
    digestOf(link.values.salt, link.values).toString('hex') !== link.row.values_digest
  )
    return told('values_changed');
  return undefined;
}

/** Whether another row belongs in this place: its content gives this seal's hash, or its own seal's hash was made for here. Looks at so many. */
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
  const row = columns.audit_id === null ? undefined : (columns as AuditRow); // the row is there, and its columns are NOT NULL where AuditRow says so
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
