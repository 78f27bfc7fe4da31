import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { startWhatsappDouble } from '../../../test/whatsapp-double.ts';
import { parseHostPort } from '../../platform/outbound/host-port.ts';

const [right, wrong] = [await startWhatsappDouble(), await startWhatsappDouble()];
const outboundAllow = new Set([right, wrong].map(({ target }) => parseHostPort(target) ?? ''));
const service = await startService({ outboundAllow });
after(async () => {
  await right.close();
  await wrong.close();
});

/**
 * A destination is changed while test messages are being sent: none may carry the old destination's
 * secret to the new one.
 */
it('a secret is not sent to a destination that is set while the secret is being read', async () => {
  const set = async (token: string, values: Record<string, string>): Promise<void> => {
    const { status, body } = await service.call('PUT', '/api/v1/admin/settings', {
      token,
      body: { settings: Object.entries(values).map(([key, value]) => ({ key, value })) },
    });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  let rounds = 0;
  for (; rounds < 30 && wrong.messages.length === 0; rounds += 1) {
    const { token } = await buildAdmin(service, 'master');
    await set(token, {
      'whatsapp.base_url': right.baseUrl,
      'whatsapp.phone_number_id': '109876543210',
      'whatsapp.access_token': 'segredo-do-whatsapp',
    });
    const moving = set(token, { 'whatsapp.base_url': wrong.baseUrl });
    const tests: Promise<unknown>[] = [];
    for (let n = 0; n < 10; n += 1) {
      tests.push(
        service.call('POST', '/api/v1/admin/settings/test-whatsapp', {
          token,
          body: { phone: '65999998888' },
        }),
      );
      await pause(0.5);
    }
    await moving;
    await Promise.all(tests);
  }
  assert.deepEqual(
    wrong.messages.map(({ authorization }) => authorization),
    [],
    `after ${rounds} rounds`,
  );
});
