import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SmtpSettings } from '../../platform/mail/smtp-sender.ts';
import type { WhatsappSettings } from '../../platform/whatsapp/whatsapp-client.ts';
import { readConnection } from '../settings/settings-feature.ts';

const mailKeys = [
  'mail.host',
  'mail.port',
  'mail.encryption',
  'mail.username',
  'mail.from_address',
  'mail.from_name',
] as const;

/**
 * Returns the current mail server settings; undefined where no server or no sender is set. Throws
 * `secret_unreadable`.
 */
export async function readMailSettings(db: Db, sealer: Sealer): Promise<SmtpSettings | undefined> {
  const { value, secret } = await readConnection(db, sealer, {
    secret: 'mail.password',
    plain: mailKeys,
  });
  const [host, address, username] = [
    value('mail.host'),
    value('mail.from_address'),
    value('mail.username'),
  ];
  if (host === null || address === null) return undefined;
  return {
    host,
    port: value('mail.port'),
    encryption: value('mail.encryption'),
    login: username === null ? undefined : { username, password: secret() ?? '' },
    from: { name: value('mail.from_name'), address },
  };
}

/**
 * Returns the current WhatsApp account settings; undefined where none is set. Throws
 * `secret_unreadable`.
 */
export async function readWhatsappSettings(
  db: Db,
  sealer: Sealer,
): Promise<WhatsappSettings | undefined> {
  const { value, secret } = await readConnection(db, sealer, {
    secret: 'whatsapp.access_token',
    plain: ['whatsapp.base_url', 'whatsapp.phone_number_id'],
  });
  const [phoneNumberId, accessToken] = [value('whatsapp.phone_number_id'), secret()];
  return phoneNumberId === null || accessToken === null
    ? undefined
    : { baseUrl: value('whatsapp.base_url'), phoneNumberId, accessToken };
}
