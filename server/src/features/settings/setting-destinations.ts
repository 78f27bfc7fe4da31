import type { SettingValue } from '@lavra/contract/admin/settings';
import { FieldErrors } from '../../platform/errors.ts';
import { hostPort } from '../../platform/outbound/host-port.ts';
import { specOf, type SettingKey } from './setting-table.ts';

interface ChangedSettings {
  readonly changed: readonly SettingKey[];
  /** The values in force after the change, of every group it affects. */
  readonly after: ReadonlyMap<SettingKey, SettingValue>;
  readonly outboundAllow: ReadonlySet<string>;
  readonly pathOf: (key: SettingKey) => string;
}

/**
 * Checks that no secret is sent unencrypted, except to the hosts of OUTBOUND_ALLOW: addresses must
 * be https, and a login to the mail server must use TLS. Checks only changed settings, so that a
 * client can send stored values back. Throws 422.
 */
export function validateDestinations({
  changed,
  after,
  outboundAllow,
  pathOf,
}: ChangedSettings): void {
  const errors = new FieldErrors();
  for (const key of changed) {
    const value = after.get(key);
    if (specOf(key).type === 'url' && typeof value === 'string' && isBare(value, outboundAllow))
      errors.add(pathOf(key), 'https_only');
  }
  const mail = changed.find((key) =>
    (['mail.encryption', 'mail.host', 'mail.port', 'mail.username'] as readonly string[]).includes(
      key,
    ),
  );
  const [host, port] = [after.get('mail.host'), after.get('mail.port')];
  const isOpen =
    after.get('mail.encryption') === 'none' && (after.get('mail.username') ?? null) !== null;
  if (
    mail !== undefined &&
    isOpen &&
    typeof host === 'string' &&
    !outboundAllow.has(hostPort(host, Number(port)))
  )
    errors.add(pathOf(mail), 'encrypted_login');
  errors.throwIfAny();
}

function isBare(address: string, outboundAllow: ReadonlySet<string>): boolean {
  const { protocol, hostname, port } = new URL(address);
  return (
    protocol === 'http:' && !outboundAllow.has(hostPort(hostname, port === '' ? 80 : Number(port)))
  );
}
