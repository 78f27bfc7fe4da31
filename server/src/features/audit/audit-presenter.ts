import type { Log, LogAction } from '@lavra/contract/admin/logs';
import { auditActionLabels } from '../../platform/texts/audit-texts.ts';
import { wireTime } from '../../platform/text/wire.ts';

/** A row of the log as it is read, with who did it and the values that are still there. */
export type LogRow = Omit<Log, 'user' | 'action_label' | 'created_at'> & {
  readonly at: string;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly user_type: NonNullable<Log['user']>['user_type'] | null;
};

const userOf = ({ user_id: id, user_name: name, user_email: email, user_type }: LogRow): Log['user'] =>
  (id === null || name === null || email === null || user_type === null ? null : { id, name, email, user_type });

export const presentLog = (row: LogRow): Log => ({
  id: row.id, user_id: row.user_id, user: userOf(row), actor_type: row.actor_type,
  action: row.action, action_label: actionLabel(row.action), resource_type: row.resource_type, resource_id: row.resource_id,
  old_values: row.old_values, new_values: row.new_values, ip_address: row.ip_address, user_agent: row.user_agent, request_id: row.request_id,
  sealed: row.sealed, created_at: wireTime(row.at),
});

const actionLabel = (action: LogAction): string => auditActionLabels[action];
