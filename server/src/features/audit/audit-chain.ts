import { createHash } from 'node:crypto';
import { col, orNull } from '../../platform/db/statement.ts';

/** The end of the chain: the number of sealed rows, and the last seal's hash. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** The head before the first seal. */
export const genesis: AuditHead = { sequence: 0, hash: Buffer.alloc(32) };

/**
 * A row of `audit_log` as a seal covers it: every column. Values, IP address and browser can be
 * erased, so only their digest is covered.
 */
export interface AuditRow {
  readonly audit_id: number;
  /** UTC, with microseconds. */
  readonly written_at: string;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: number;
  readonly request_id: string | null;
  /** Hexadecimal. */
  readonly values_digest: string;
}

/** SQL: the columns of an `AuditRow` from `audit_log a`. */
export const auditRowSql = `
  a.id AS audit_id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS written_at,
  a.actor_type, a.actor_id, a.action,
  a.resource_type, a.resource_id, a.request_id, encode(a.values_digest, 'hex') AS values_digest`;

export const auditRowColumns = {
  audit_id: col.int,
  written_at: col.text,
  actor_type: col.text,
  actor_id: orNull(col.int),
  action: col.text,
  resource_type: col.text,
  resource_id: col.int,
  request_id: orNull(col.text),
  values_digest: col.text,
} as const;

/**
 * Returns the SHA-256 over the previous seal, the sequence and the row. The row is encoded as a
 * JSON array: the order is fixed, and no two different rows have the same encoding.
 */
export function sealHash(previous: Buffer, sequence: number, row: AuditRow): Buffer {
  const columns = [
    sequence,
    row.audit_id,
    row.written_at,
    row.actor_type,
    row.actor_id,
    row.action,
    row.resource_type,
    row.resource_id,
    row.request_id,
    row.values_digest,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(columns)).digest();
}

/** Formats a head for people and backups: `SEQUENCE:HASH`. */
export const formatHead = ({ sequence, hash }: AuditHead): string =>
  `${sequence}:${hash.toString('hex')}`;

/** Parses a formatted head; undefined when the text is not one. */
export function parseHead(text: string): AuditHead | undefined {
  const [, sequence, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(text) ?? [];
  return sequence === undefined || hash === undefined
    ? undefined
    : { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
}
