import { createHash, randomBytes } from 'node:crypto';
import type { EventData, EventType } from '@lavra/domain/notification/event-types';
import type { Caller, Visitor } from '../auth/caller.ts';
import { withoutSecrets } from './audit-secrets.ts';
import type { Db } from './database.ts';
import { col, params, statement } from './statement.ts';

type Json = Readonly<Record<string, unknown>>;

export const auditActions = ['created', 'updated', 'deleted', 'status_changed'] as const;

export interface AuditEntry {
  readonly action: (typeof auditActions)[number];
  readonly resourceType: string;
  readonly resourceId: number;
  /** Without passwords, tokens or other secrets: a field named like one throws in strict mode, and is dropped otherwise. */
  readonly oldValues?: Json;
  readonly newValues?: Json;
}

/** Ids only, no personal data. */
export type EventEntry = { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType];

export interface OrderEventEntry { readonly orderId: number; readonly event: string; readonly data?: Json }

const insertEvents = statement({
  name: 'records-insert',
  params: params<{ events: string; order_events: string; at: Date; actor_type: string; actor_id: number | null; request_id: string }>(),
  columns: { inserted: col.int },
  text: `
    WITH told AS (
      INSERT INTO events (type, at, data, request_id)
      SELECT e.type, :at::timestamptz, e.data, :request_id
      FROM jsonb_to_recordset(:events::jsonb) AS e(type text, data jsonb)
      RETURNING 1
    ), happened AS (
      INSERT INTO order_events (order_id, at, event, actor_type, actor_id, data)
      SELECT e.order_id, :at::timestamptz, e.event, :actor_type::text, :actor_id::bigint, coalesce(e.data, '{}')
      FROM jsonb_to_recordset(:order_events::jsonb) AS e(order_id bigint, event text, data jsonb)
      RETURNING 1
    )
    SELECT ((SELECT count(*) FROM told) + (SELECT count(*) FROM happened))::int AS inserted`,
});

/** Writes the outbox rows and the timeline lines of a command in one statement. */
export async function insertRecords(
  db: Db,
  { events, orderEvents, actor, now }: { events: readonly EventEntry[]; orderEvents: readonly OrderEventEntry[]; actor: Caller | Visitor; now: Date },
): Promise<void> {
  await db.rows(insertEvents, {
    events: JSON.stringify(events),
    order_events: JSON.stringify(orderEvents.map(({ orderId, event, data }) => ({ order_id: orderId, event, data }))),
    at: now,
    actor_type: actorType(actor),
    actor_id: 'userId' in actor ? actor.userId : null,
    request_id: actor.requestId,
  });
}

const insertAudit = statement({
  name: 'audit-insert',
  params: params<{
    at: Date; actor_type: string; actor_id: number | null; action: string; resource_type: string; resource_id: number;
    ip: string | null; user_agent: string | null; request_id: string; digest: Buffer; salt: Buffer; old_values: string | null; new_values: string | null;
  }>(),
  columns: { audit_id: col.int },
  text: `
    WITH entry AS (
      INSERT INTO audit_log (at, actor_type, actor_id, action, resource_type, resource_id, request_id, values_digest)
      VALUES (:at, :actor_type, :actor_id, :action, :resource_type, :resource_id, :request_id, :digest)
      RETURNING id
    )
    INSERT INTO audit_values (audit_id, salt, old_values, new_values, ip_address, user_agent)
    SELECT id, :salt::bytea, :old_values::jsonb, :new_values::jsonb, :ip::text, :user_agent::text FROM entry
    RETURNING audit_id`,
});

/** Writes one row of the audit log and its values beside it. */
export async function insertAuditEntry(
  db: Db, { entry, actor, now, strict }: { entry: AuditEntry; actor: Caller | Visitor; now: Date; strict: boolean },
): Promise<void> {
  const [oldValues, newValues] = [storedValues(entry.oldValues, strict), storedValues(entry.newValues, strict)];
  const salt = randomBytes(16);
  const [ipAddress, userAgent] = [actor.ip === '' ? null : actor.ip, actor.userAgent];
  await db.rows(insertAudit, {
    at: now, actor_type: actorType(actor), actor_id: 'userId' in actor ? actor.userId : null,
    action: entry.action, resource_type: entry.resourceType, resource_id: entry.resourceId,
    ip: ipAddress, user_agent: userAgent, request_id: actor.requestId,
    digest: digestOf(salt, { oldValues, newValues, ipAddress, userAgent }), salt, old_values: jsonOrNull(oldValues), new_values: jsonOrNull(newValues),
  });
}

/** The values as JSON keeps them, dates as text, so that their digest is the same when they are read back. */
function storedValues(values: Json | undefined, strict: boolean): Json | undefined {
  if (values === undefined) return undefined;
  const stored = JSON.parse(JSON.stringify(values)) as Json; // an object stays one
  return withoutSecrets(stored, { strict });
}

/** What of an entry is somebody's: the values, and where the change came from. All of it can be erased. */
export interface PersonalValues {
  readonly oldValues: Json | undefined;
  readonly newValues: Json | undefined;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** SHA-256 over the salted SHA-256 of both values as they are stored, and the origin. */
export function digestOf(salt: Buffer, { oldValues, newValues, ipAddress, userAgent }: PersonalValues): Buffer {
  const values = createHash('sha256').update(salt).update(canonicalJson(oldValues ?? null)).update('\0').update(canonicalJson(newValues ?? null)).digest();
  return createHash('sha256').update(values).update(`\0${marked(ipAddress)}\0${marked(userAgent)}`).digest();
}

/** Tells an empty text from none. */
const marked = (text: string | null): string => (text === null ? '' : `=${text}`);

/** JSON with sorted keys: the same bytes before and after a round trip through jsonb. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const actorType = (actor: Caller | Visitor): string => ('userType' in actor ? actor.userType : 'system');
const jsonOrNull = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
