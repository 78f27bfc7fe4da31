import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SmtpSettings } from '../../platform/mail/smtp-sender.ts';
import type { WhatsappSettings } from '../../platform/whatsapp/whatsapp-client.ts';
import { getSetting, readSecret } from '../settings/settings-feature.ts';

/** The mail server as it is set now; undefined where no server or no sender is. Throws `secret_unreadable`. */
export async function readMailSettings(db: Db, sealer: Sealer): Promise<SmtpSettings | undefined> {
  const [host, address, username] = [await getSetting(db, 'mail.host'), await getSetting(db, 'mail.from_address'), await getSetting(db, 'mail.username')];
  if (host === null || address === null) return undefined;
  return {
    host, port: await getSetting(db, 'mail.port'), encryption: await getSetting(db, 'mail.encryption'),
    login: username === null ? undefined : { username, password: await readSecret(db, sealer, 'mail.password') ?? '' },
    from: { name: await getSetting(db, 'mail.from_name'), address },
  };
}

/** The WhatsApp account as it is set now; undefined where there is none. Throws `secret_unreadable`. */
export async function readWhatsappSettings(db: Db, sealer: Sealer): Promise<WhatsappSettings | undefined> {
  const phoneNumberId = await getSetting(db, 'whatsapp.phone_number_id');
  const accessToken = await readSecret(db, sealer, 'whatsapp.access_token');
  if (phoneNumberId === null || accessToken === null) return undefined;
  return { baseUrl: await getSetting(db, 'whatsapp.base_url'), phoneNumberId, accessToken };
}
