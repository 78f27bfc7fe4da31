import { activationStates, type ActivationState } from '@lavra/contract/admin/people';
import { col, orNull } from '../../platform/db/statement.ts';
import { wireTimeOrNull } from '../../platform/text/wire.ts';

/**
 * SQL: the expiry of the valid link last sent to user `u`; `now` is the query's expression for its
 * instant.
 */
const linkExpirySql = (now: string): string => `
  (SELECT max(t.expires_at) FROM account_tokens t
    WHERE t.user_id = u.id AND t.purpose = 'consultant_activation' AND t.used_at IS NULL
      AND t.expires_at > ${now})`;

/** SQL: the state of user `u`'s activation: whether a password was chosen, or a link was sent. */
export const activationStateSql = (now: string): string =>
  `
    CASE WHEN u.password_hash IS NOT NULL THEN 'active'
      WHEN ${linkExpirySql(now)} IS NOT NULL THEN 'sent' ELSE 'pending' END`;

/** SQL: the state of user `u`'s activation, and until when the link is valid. */
export const activationSql = (now: string): string =>
  `${activationStateSql(now)} AS activation, ${linkExpirySql(now)} AS link_expires_at`;

export const activationColumns = {
  activation: col.oneOf(activationStates),
  link_expires_at: orNull(col.timestamp),
} as const;

export const activationLabels: Readonly<Record<ActivationState, string>> = {
  pending: 'Link não enviado',
  sent: 'Link enviado',
  active: 'Ativado',
};

/** Presents the row of `activationSql`. */
export const presentActivation = ({
  activation,
  link_expires_at,
}: {
  readonly activation: ActivationState;
  readonly link_expires_at: string | null;
}) => ({
  activation,
  activation_label: activationLabels[activation],
  activation_expires_at: activation === 'sent' ? wireTimeOrNull(link_expires_at) : null,
});
