import type { Log, LogAction } from '@lavra/contract/admin/logs';
import { auditEventLabels, auditEvents, type AuditEvent } from '@lavra/domain/audit/audit-events';
import { auditActionLabels } from './audit-texts.ts';
import { wireTime } from '../../platform/text/wire.ts';

/** A row of the log as read from the database, with its actor and the values not erased. */
export type LogRow = Omit<Log, 'user' | 'action_label' | 'event' | 'event_label' | 'created_at'> & {
  readonly at: string;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly user_type: NonNullable<Log['user']>['user_type'] | null;
};

const userOf = ({
  user_id: id,
  user_name: name,
  user_email: email,
  user_type,
}: LogRow): Log['user'] =>
  id === null || name === null || email === null || user_type === null
    ? null
    : { id, name, email, user_type };

export const presentLog = (row: LogRow): Log => ({
  ...presentEvent(row.new_values?.['event']),
  id: row.id,
  user_id: row.user_id,
  user: userOf(row),
  actor_type: row.actor_type,
  action: row.action,
  action_label: actionLabel(row.action),
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  old_values: row.old_values,
  new_values: row.new_values,
  ip_address: row.ip_address,
  user_agent: row.user_agent,
  request_id: row.request_id,
  sealed: row.sealed,
  created_at: wireTime(row.at),
});

/** Presents the event, where the values that name it have not been erased. */
function presentEvent(event: unknown): Pick<Log, 'event' | 'event_label'> {
  return isEvent(event)
    ? { event, event_label: auditEventLabels[event] }
    : { event: null, event_label: null };
}

const known: ReadonlySet<unknown> = new Set(auditEvents);
const isEvent = (event: unknown): event is AuditEvent => known.has(event);
const actionLabel = (action: LogAction): string => auditActionLabels[action];
