import { after } from 'node:test';
import type { SettingValue } from '@lavra/contract/admin/settings';
import { startMailServer } from '../../../test/mail-server.ts';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { startWhatsappDouble } from '../../../test/whatsapp-double.ts';
import { parseHostPort } from '../../platform/outbound/host-port.ts';
import type { JobContext } from '../../platform/queue/job-kind.ts';

/**
 * Starts a service beside a mail server and a WhatsApp double that it may reach, neither of them
 * configured yet.
 */
export async function startDeliveryWorld(overrides: Parameters<typeof startService>[0] = {}) {
  const [mail, whatsapp] = [await startMailServer(), await startWhatsappDouble()];
  const outboundAllow = new Set(
    [mail.target, whatsapp.target].map((target) => parseHostPort(target) ?? ''),
  );
  const service = await startService({
    outboundAllow,
    publicUrl: 'https://lavra.example',
    ...overrides,
  });
  after(async () => {
    await mail.close();
    await whatsapp.close();
  });
  const { token, userId } = await buildAdmin(service, 'master');
  const set = async (values: Readonly<Record<string, SettingValue>>): Promise<void> => {
    const settings = Object.entries(values).map(([key, value]) => ({ key, value }));
    const { status, body } = await service.call('PUT', '/api/v1/admin/settings', {
      token,
      body: { settings },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const [host = '', port] = mail.target.split(':');
  return {
    service,
    mail,
    whatsapp,
    admin: { token, userId },
    set,
    setMail: () =>
      set({
        'mail.host': host,
        'mail.port': Number(port),
        'mail.encryption': 'none',
        'mail.from_address': 'avisos@lavra.example',
      }),
    setWhatsapp: () =>
      set({
        'whatsapp.base_url': whatsapp.baseUrl,
        'whatsapp.phone_number_id': '109876543210',
        'whatsapp.access_token': 'segredo-do-whatsapp',
      }),
  };
}
/** Returns the context that a worker passes to a job. */
export const someAttempt = (over: Partial<JobContext> = {}): JobContext => ({
  signal: new AbortController().signal,
  attempt: 1,
  isLast: false,
  ...over,
});
