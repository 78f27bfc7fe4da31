import { parseHostPort } from '@lavra/server/platform/outbound/host-port';
import { startMailServer } from '../mail-server.ts';
import { startWhatsappDouble } from '../whatsapp-double.ts';
import type { GoodRequest } from './good-request.ts';
import type { World } from './world.ts';

// They serve every test file of the process, and end with it.
const [mail, whatsapp] = [await startMailServer(), await startWhatsappDouble()];

/** For the service's configuration: the targets of test sends. */
export const outboundAllow: ReadonlySet<string> = new Set(
  [mail.target, whatsapp.target].map((target) => parseHostPort(target) ?? ''),
);

const settings = [
  { key: 'mail.host', value: '127.0.0.1' },
  { key: 'mail.port', value: mail.port },
  { key: 'mail.encryption', value: 'none' },
  { key: 'mail.from_address', value: 'avisos@lavra.example' },
  { key: 'mail.username', value: null },
  // Otherwise on by default once mail is configured.
  { key: 'orders.require_verified_email', value: false },
  { key: 'whatsapp.base_url', value: whatsapp.baseUrl },
  { key: 'whatsapp.phone_number_id', value: '200300400500' },
  { key: 'whatsapp.access_token', value: 'segredo' },
];

/** Configures working channels, and resets the counts of test sends. */
const sending =
  (body: NonNullable<GoodRequest['body']>) =>
  async ({ service, people }: World): Promise<GoodRequest> => {
    const { status } = await service.call('PUT', '/api/v1/admin/settings', {
      token: people.master.token,
      body: { settings },
    });
    if (status !== 200) throw new Error(`the settings were refused with ${status}`);
    await service.db.q.deleteFrom('test_sends').execute();
    return { body };
  };

/** Valid requests of test sends. */
export const channelRequests = {
  sendTestEmail: sending({ email: 'ana@fazenda.example' }),
  sendTestWhatsapp: sending({ phone: '(65) 99999-8888' }),
} as const;
