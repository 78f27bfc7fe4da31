import { createHash, randomBytes } from 'node:crypto';
import type { UserType } from '@lavra/domain/account/user-type';
import type { AuditEvent } from '@lavra/domain/audit/audit-events';
import type { EventData, EventType } from '@lavra/domain/notification/event-types';
import type { Request } from '../auth/request.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { withoutSecrets } from './audit-secrets.ts';
import type { Db } from './database.ts';
import { col, params, statement } from './statement.ts';

type Json = Readonly<Record<string, unknown>>;

export const auditActions = ['created', 'updated', 'deleted', 'status_changed'] as const;

export interface AuditEntry {
  readonly action: (typeof auditActions)[number];
  /**
   * What was done, where the action alone is not specific enough; stored among the new values, as
   * `event`.
   */
  readonly event?: AuditEvent;
  readonly resourceType: string;
  readonly resourceId: number;
  /** The acting user, where the request came without a token, as at login. */
  readonly actor?: { readonly userId: number; readonly userType: UserType };
  /**
   * Must not contain passwords, tokens or other secrets: a field named like one throws in strict
   * mode, and is dropped otherwise.
   */
  readonly oldValues?: Json;
  readonly newValues?: Json;
}

/** Ids only, no personal data. */
export type EventEntry = {
  [T in EventType]: { readonly type: T; readonly data: EventData<T> };
}[EventType];

export interface OrderEventEntry {
  readonly orderId: number;
  readonly event: string;
  readonly data?: Json;
}

// The digest is salted and therefore unique to one row: it joins the values to the audit row
// inserted for them.
const insertAll = statement({
  name: 'records-insert',
  params: params<{
    events: string;
    order_events: string;
    audits: string;
    at: Date;
    actor_type: string;
    actor_id: number | null;
    request_id: string;
    ip: string | null;
    user_agent: string | null;
  }>(),
  columns: { inserted: col.int },
  text: `
    WITH new_events AS (
      INSERT INTO events (type, at, data, request_id)
      SELECT e.type, :at::timestamptz, e.data, :request_id
      FROM jsonb_to_recordset(:events::jsonb) AS e(type text, data jsonb)
      RETURNING 1
    ), new_order_events AS (
      INSERT INTO order_events (order_id, at, event, actor_type, actor_id, data)
      SELECT e.order_id, :at::timestamptz, e.event, :actor_type::text, :actor_id::bigint,
        coalesce(e.data, '{}')
      FROM jsonb_to_recordset(:order_events::jsonb) AS e(order_id bigint, event text, data jsonb)
      RETURNING 1
    ), entries AS MATERIALIZED (
      SELECT e.actor_type, e.actor_id, e.action, e.resource_type, e.resource_id,
        decode(e.digest, 'hex') AS digest, decode(e.salt, 'hex') AS salt, e.old_values, e.new_values
      FROM jsonb_to_recordset(:audits::jsonb) AS e(
        actor_type text, actor_id bigint, action text, resource_type text, resource_id bigint,
        digest text, salt text, old_values jsonb, new_values jsonb)
    ), logged AS (
      INSERT INTO audit_log
        (at, actor_type, actor_id, action, resource_type, resource_id, request_id, values_digest)
      SELECT :at::timestamptz, e.actor_type, e.actor_id, e.action, e.resource_type, e.resource_id,
        :request_id, e.digest
      FROM entries e
      RETURNING id, values_digest
    ), new_values AS (
      INSERT INTO audit_values (audit_id, salt, old_values, new_values, ip_address, user_agent)
      SELECT l.id, e.salt, e.old_values, e.new_values, :ip::text, :user_agent::text
      FROM logged l JOIN entries e ON e.digest = l.values_digest
      RETURNING 1
    )
    SELECT ((SELECT count(*) FROM new_events) + (SELECT count(*) FROM new_order_events) +
      (SELECT count(*) FROM new_values))::int AS inserted`,
});

interface Records {
  readonly events: readonly EventEntry[];
  readonly orderEvents: readonly OrderEventEntry[];
  readonly audits: readonly AuditEntry[];
}
interface Writing {
  readonly request: Request;
  readonly now: Date;
  readonly strict: boolean;
}

/** Audit entries per statement; an import of people writes thousands. */
const AUDITS = 500;

/**
 * Writes a command's outbox rows, timeline entries and audit rows in one statement; the audit rows'
 * values go to a table of their own. Audit rows beyond the first 500 take further statements.
 */
export async function insertRecords(
  db: Db,
  { events, orderEvents, audits }: Records,
  writing: Writing,
): Promise<void> {
  const { request, now } = writing;
  const shared = {
    at: now,
    actor_type: actorType(request),
    actor_id: actorId(request),
    request_id: request.id,
    ip: ipOf(request),
    user_agent: request.userAgent,
  };
  const insert = (some: Records): Promise<unknown> =>
    db.rows(insertAll, {
      ...shared,
      events: JSON.stringify(some.events),
      order_events: JSON.stringify(
        some.orderEvents.map(({ orderId, event, data }) => ({ order_id: orderId, event, data })),
      ),
      audits: JSON.stringify(some.audits.map((entry) => auditRow(entry, writing))),
    });
  await insert({ events, orderEvents, audits: audits.slice(0, AUDITS) });
  for (let from = AUDITS; from < audits.length; from += AUDITS)
    await insert({ events: [], orderEvents: [], audits: audits.slice(from, from + AUDITS) });
}

/**
 * Returns an entry as the statement takes it: the values that can be erased, and their salted
 * digest.
 */
function auditRow(
  { action, event, resourceType, resourceId, actor: by, oldValues, newValues }: AuditEntry,
  { request, strict }: Writing,
): Json {
  const values = {
    oldValues: storedValues(oldValues, strict),
    newValues: storedValues(event === undefined ? newValues : { event, ...newValues }, strict),
    ipAddress: ipOf(request),
    userAgent: request.userAgent,
  };
  const salt = randomBytes(16);
  return {
    actor_type: by?.userType ?? actorType(request),
    actor_id: by?.userId ?? actorId(request),
    action,
    resource_type: resourceType,
    resource_id: resourceId,
    digest: digestOf(salt, values).toString('hex'),
    salt: salt.toString('hex'),
    old_values: values.oldValues,
    new_values: values.newValues,
  };
}

/**
 * Returns the values as JSON stores them, with dates as text, so that their digest is the same when
 * they are read back.
 */
function storedValues(values: Json | undefined, strict: boolean): Json | undefined {
  if (values === undefined) return undefined;
  const stored = JSON.parse(JSON.stringify(values)) as Json; // an object stays one
  return withoutSecrets(stored, { strict });
}

/**
 * The personal part of an entry: the values, and where the change came from. All of it can be
 * erased.
 */
export interface PersonalValues {
  readonly oldValues: Json | undefined;
  readonly newValues: Json | undefined;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * Returns the SHA-256 over the salted SHA-256 of both values as they are stored, and the origin.
 */
export function digestOf(
  salt: Buffer,
  { oldValues, newValues, ipAddress, userAgent }: PersonalValues,
): Buffer {
  const values = createHash('sha256')
    .update(salt)
    .update(canonicalJson(oldValues ?? null))
    .update('\0')
    .update(canonicalJson(newValues ?? null))
    .digest();
  return createHash('sha256')
    .update(values)
    .update(`\0${marked(ipAddress)}\0${marked(userAgent)}`)
    .digest();
}

/** Distinguishes an empty text from null. */
const marked = (text: string | null): string => (text === null ? '' : `=${text}`);

const ipOf = ({ ip }: Request): string | null => (ip === '' ? null : ip);
const actorId = ({ caller }: Request): number | null => caller?.userId ?? null;
const actorType = ({ caller }: Request): string => caller?.userType ?? 'system';
