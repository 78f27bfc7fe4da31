import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startDeliveryWorld } from './deliveries.fixture.ts';

const { service, mail, whatsapp, admin, setMail, setWhatsapp } = await startDeliveryWorld();

it('a test send returns within ten seconds, even when the other side never replies', async () => {
  await setMail();
  await setWhatsapp();
  mail.answers.push('silence');
  whatsapp.answers.push('silence');
  const send = (channel: string, body: object) =>
    service.call('POST', `/api/v1/admin/settings/test-${channel}`, { token: admin.token, body });
  const started = performance.now();
  const answers = await Promise.all([
    send('email', { email: 'ana@fazenda.example' }),
    send('whatsapp', { phone: '(65) 99999-8888' }),
  ]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body['error']]),
    Array.from({ length: 2 }, () => [
      422,
      'O envio de teste falhou. O servidor não respondeu a tempo.',
    ]),
  );
  assert.ok(performance.now() - started < 10_000);
});
