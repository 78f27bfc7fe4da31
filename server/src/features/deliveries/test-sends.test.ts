import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { buildAdmin } from '../../../test/people.ts';
import { startDeliveryWorld } from './deliveries.fixture.ts';

const world = await startDeliveryWorld();
const { service, mail, whatsapp, admin, set, setMail, setWhatsapp } = world;

const EMAIL = '/api/v1/admin/settings/test-email';
const WHATSAPP = '/api/v1/admin/settings/test-whatsapp';
const testEmail = (
  email: unknown = 'ana@fazenda.example',
  { token = admin.token, key }: { token?: string; key?: string } = {},
) =>
  service.call('POST', EMAIL, {
    token,
    body: { email },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const testWhatsapp = (phone: unknown = '(65) 99999-8888') =>
  service.call('POST', WHATSAPP, { token: admin.token, body: { phone } });

beforeEach(async () => {
  await setMail();
  await setWhatsapp();
  await service.db.q.deleteFrom('test_sends').execute();
  mail.received.length = 0;
  mail.answers.length = 0;
  mail.refuseRecipient = null;
  whatsapp.messages.length = 0;
  whatsapp.answers.length = 0;
});

describe('a test send', () => {
  it('reaches the requested address or number, with the current settings', async () => {
    assert.deepEqual(
      [(await testEmail(' Ana@Fazenda.example ')).body, (await testWhatsapp()).body],
      [
        { message: 'E-mail de teste enviado. Confira a caixa de entrada, e a de spam.' },
        { message: 'Mensagem de teste enviada ao WhatsApp.' },
      ],
    );
    assert.deepEqual(
      mail.received.map(({ to, from }) => [from, ...to]),
      [['avisos@lavra.example', 'ana@fazenda.example']],
    );
    assert.deepEqual(
      whatsapp.messages.map(({ to, authorization }) => [to, authorization]),
      [['+5565999998888', 'Bearer segredo-do-whatsapp']],
    );
    await set({
      'mail.from_address': 'outra@lavra.example',
      'whatsapp.access_token': 'outro-segredo',
    });
    await testEmail();
    await testWhatsapp();
    assert.equal(mail.received.at(-1)?.from, 'outra@lavra.example');
    assert.equal(whatsapp.messages.at(-1)?.authorization, 'Bearer outro-segredo');
  });

  it('is audited with its channel, without its recipient', async () => {
    await testEmail();
    await testWhatsapp();
    const rows = await service.db.q
      .selectFrom('audit_log as a')
      .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
      .select(['a.action', 'a.actor_id', 'v.new_values'])
      .where('a.resource_type', '=', 'test_send')
      .orderBy('a.id', 'desc')
      .limit(2)
      .execute();
    assert.deepEqual(rows, [
      { action: 'created', actor_id: admin.userId, new_values: { channel: 'whatsapp' } },
      { action: 'created', actor_id: admin.userId, new_values: { channel: 'email' } },
    ]);
  });

  it('is part of the administrator’s data export', async () => {
    await testEmail();
    const { raw } = await service.call('GET', '/api/v1/user/data-export', { token: admin.token });
    // The form the contract declares.
    const { test_sends } = JSON.parse(raw.toString()) as { test_sends: { channel: string }[] };
    assert.deepEqual(
      test_sends.map(({ channel }) => channel),
      ['email'],
    );
  });

  it('reaches no other recipient, whatever the address contains', async () => {
    const before = mail.connections;
    for (const email of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example,c@d.example',
      'Ana <a@b.example>',
      'a@b',
      '',
      7,
      null,
    ]) {
      const { status, body } = await testEmail(email);
      assert.deepEqual([status, body['code']], [422, 'validation_failed'], String(email));
    }
    for (const phone of [
      '+1 202 555 0100',
      '65 99999',
      '(65) 99999-8888\r\nX: y',
      'x',
      65999998888,
    ])
      assert.equal((await testWhatsapp(phone)).status, 422, String(phone));
    assert.deepEqual([mail.connections, whatsapp.messages.length], [before, 0]);
  });

  it("returns the other side's error in one safe sentence", async () => {
    mail.refuseRecipient = { code: 550, text: '5.7.1 relay denied for ana@fazenda.example' };
    const { status, body } = await testEmail();
    assert.deepEqual(
      [status, body['code'], body['error']],
      [
        422,
        'test_send_failed',
        'O envio de teste falhou. O servidor respondeu: 550 5.7.1 relay denied for …@…',
      ],
    );
    whatsapp.answers.push({
      status: 401,
      body: { error: { message: 'Error validating access token: segredo-do-whatsapp', code: 190 } },
    });
    const {
      status: refused,
      body: { error },
    } = await testWhatsapp();
    assert.equal(refused, 422);
    assert.match(String(error), /^O envio de teste falhou\. O servidor respondeu: 401 /);
    assert.ok(!String(error).includes('segredo'));
  });

  it('names missing settings and addresses outside the internet', async () => {
    const errorOf = async (send: ReturnType<typeof testEmail>) => [
      (await send).status,
      (await send).body['error'],
    ];
    await set({
      'mail.host': '169.254.169.254',
      'mail.port': 25,
      'whatsapp.base_url': 'https://localhost:1',
      'whatsapp.access_token': 'segredo-de-lá',
    });
    for (const send of [testEmail(), testWhatsapp()]) {
      assert.deepEqual(await errorOf(send), [
        422,
        'O envio de teste falhou. O endereço do servidor não é da internet pública nem está em OUTBOUND_ALLOW.',
      ]);
    }
    await set({ 'mail.host': null, 'whatsapp.access_token': null });
    assert.deepEqual(await errorOf(testEmail()), [
      422,
      'O envio de teste falhou. Informe o servidor SMTP e o e-mail do remetente nas configurações.',
    ]);
    assert.deepEqual(await errorOf(testWhatsapp()), [
      422,
      'O envio de teste falhou. Informe o identificador do número e o token de acesso do WhatsApp nas configurações.',
    ]);
  });
});

describe('the test sends of an administrator', () => {
  it('are limited to ten an hour, failed and concurrent ones included, for each administrator', async () => {
    mail.answers.push({ code: 451, text: 'busy' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? testEmail() : testWhatsapp())),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual(
      answers
        .map(({ status }) => status)
        .filter((status) => status !== 429)
        .toSorted((a, b) => a - b),
      [...Array.from({ length: 9 }, () => 200), 422],
    );
    assert.equal(refused.length, 2);
    for (const { body, headers } of refused) {
      assert.equal(body['code'], 'too_many_test_sends');
      assert.ok(Number(headers['retry-after']) > 3_500 && Number(headers['retry-after']) <= 3_600);
    }
    assert.equal(
      (await testEmail(undefined, { token: (await buildAdmin(service, 'master')).token })).status,
      200,
    );
    const { clock } = service.app.platform;
    const usual = clock.now.bind(clock);
    service.moveClock(new Date(usual().getTime() + 3_600_000));
    try {
      assert.equal((await testEmail()).status, 200, 'an hour later');
    } finally {
      clock.now = usual;
    }
  });

  it('have one effect per key, but after a failure the same key sends again', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testEmail(undefined, { key: 'uma-vez' })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    assert.equal(mail.received.length, 1);
    mail.answers.push({ code: 451, text: 'busy' });
    assert.deepEqual(
      [
        (await testEmail(undefined, { key: 'de-novo' })).status,
        (await testEmail(undefined, { key: 'de-novo' })).status,
        mail.received.length,
      ],
      [422, 200, 2],
    );
  });
});
