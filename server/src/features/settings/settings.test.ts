import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Setting, SettingList } from '@lavra/contract/admin/settings';
import type { RegisterReply } from '@lavra/contract/accounts/schemas';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { createSealer } from '../../platform/auth/sealer.ts';
import { RuleError } from '../../platform/errors.ts';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  someCnpj,
} from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { getSetting, readSecret } from './settings-feature.ts';

interface Body extends SettingList, Setting {
  code: string;
  error: string;
  errors: Record<string, string[]>;
}
type Pair = readonly [key: string, value: unknown];

const service = await startService({ outboundAllow: new Set(['127.0.0.1 9999']) });
const { db } = service;
const master = await buildAdmin(service);
const finance = await buildAdmin(service, 'financeiro');
const operations = await buildAdmin(service, 'operacional');
/** The key of the tests' installation. */
const APP_KEY = 'key of the tests, and of nothing else';
const MASK = '••••';
const CANARY = 'Segredo-que-ninguem-ve-83641';

const call = (
  method: string,
  path: string,
  body?: unknown,
  token = master.token,
): Promise<Answer<Body>> => service.call(method, `/api/v1/admin/settings${path}`, { token, body });
async function ok(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(method, path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
const batch = (...pairs: readonly Pair[]) => ({
  settings: pairs.map(([key, value]) => ({ key, value })),
});
const save = (...pairs: readonly Pair[]): Promise<Body> => ok('PUT', '', batch(...pairs));
async function fieldsOf(answer: Promise<Answer<Body>>): Promise<string[]> {
  const { status, body } = await answer;
  assert.deepEqual([status, body.code], [422, 'validation_failed'], JSON.stringify(body));
  return Object.keys(body.errors).toSorted();
}
const valueOf = async (key: string): Promise<unknown> => (await ok('GET', `/${key}`)).value;
const logs = async (key: string) => {
  const rows = await db.q
    .selectFrom('audit_log as l')
    .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
    .innerJoin('settings as s', 's.id', 'l.resource_id')
    .select(['v.old_values', 'v.new_values', 'l.actor_id'])
    .where('l.resource_type', '=', 'setting')
    .where('s.key', '=', key)
    .orderBy('l.id')
    .execute();
  return rows.map(({ old_values: before, new_values: after, actor_id: actor }) => [
    actor,
    before,
    after,
  ]);
};

describe('the settings', () => {
  it('are listed by group with their labels, and with the defaults of a new installation', async () => {
    const { data } = await ok('GET', '');
    assert.deepEqual(Object.keys(data), [
      'mail',
      'whatsapp',
      'payment_gateway',
      'orders',
      'suppliers',
      'subscriptions',
    ]);
    const all = Object.values(data).flat();
    assert.deepEqual(Object.fromEntries(all.map(({ key, value }) => [key, value])), {
      'mail.host': null,
      'mail.port': 587,
      'mail.encryption': 'starttls',
      'mail.username': null,
      'mail.password': null,
      'mail.from_address': null,
      'mail.from_name': 'Lavra',
      'whatsapp.base_url': 'https://graph.facebook.com/v23.0',
      'whatsapp.phone_number_id': null,
      'whatsapp.access_token': null,
      'payment_gateway.provider': 'none',
      'payment_gateway.base_url': 'https://api.mercadopago.com',
      'payment_gateway.access_token': null,
      'payment_gateway.public_key': null,
      'payment_gateway.webhook_secret': null,
      'orders.require_approval': false,
      'orders.require_verified_email': false,
      'orders.publications_per_day': 50,
      'orders.extensions_per_day': 100,
      'orders.questions_per_day': 200,
      'orders.digest_minutes': 5,
      'orders.attachments_mb': 1000,
      'suppliers.require_approval': false,
      'subscriptions.enforce': false,
    });
    assert.ok(all.every(({ is_set: isSet }) => !isSet));
    assert.deepEqual(
      all.filter(({ is_secret: isSecret }) => isSecret).map(({ key }) => key),
      [
        'mail.password',
        'whatsapp.access_token',
        'payment_gateway.access_token',
        'payment_gateway.webhook_secret',
      ],
    );
    assert.deepEqual(data.mail[1], {
      key: 'mail.port',
      value: 587,
      group: 'mail',
      type: 'integer',
      label: 'Porta',
      is_secret: false,
      is_set: false,
    });
  });

  it('are changed together or one by one, are normalized, and return to the default with null', async () => {
    const { data } = await save(
      ['mail.host', ' smtp.lavra.example '],
      ['mail.port', 465],
      ['mail.from_address', ' Avisos@Lavra.Example '],
      ['whatsapp.base_url', 'HTTP://127.0.0.1:9999/v1/'],
    );
    const [host, port] = data.mail;
    assert.deepEqual([host?.value, host?.is_set, port?.value], ['smtp.lavra.example', true, 465]);
    assert.deepEqual(
      [await valueOf('mail.from_address'), await valueOf('whatsapp.base_url')],
      ['avisos@lavra.example', 'http://127.0.0.1:9999/v1'],
    );
    assert.equal(await getSetting(db, 'mail.port'), 465);
    assert.deepEqual(await ok('PUT', '/mail.port', { value: null, unknown: 1 }), {
      key: 'mail.port',
      value: 587,
      group: 'mail',
      type: 'integer',
      label: 'Porta',
      is_secret: false,
      is_set: false,
    });
    assert.deepEqual(
      [await getSetting(db, 'mail.port'), await getSetting(db, 'mail.username')],
      [587, null],
    );
    assert.deepEqual(await logs('mail.port'), [
      [master.userId, { 'mail.port': null }, { 'mail.port': 465 }],
      [master.userId, { 'mail.port': 465 }, { 'mail.port': null }],
    ]);
  });

  it('are audited only when they change', async () => {
    await ok('PUT', '/mail.from_name', { value: 'Cooperativa' });
    await save(['mail.from_name', 'Cooperativa'], ['mail.username', null]);
    assert.deepEqual(
      [(await logs('mail.from_name')).length, (await logs('mail.username')).length],
      [1, 0],
    );
  });

  it('ignore unknown fields, since older clients send whole settings back', async () => {
    const { data } = await ok('GET', '');
    assert.deepEqual(
      (await ok('PUT', '', { settings: Object.values(data).flat(), page: 1 })).data.orders[0]
        ?.value,
      false,
    );
  });

  it("do not show or change the service's own rows", async () => {
    await db.q
      .insertInto('settings')
      .values({ key: 'demo.loaded', value: '7', updated_at: new Date() })
      .onConflict((row) => row.column('key').doNothing())
      .execute();
    for (const key of [
      'demo.loaded',
      'reference_data.digest',
      'mail.unknown',
      'mail',
      'constructor',
      '__proto__.x',
    ]) {
      for (const [method, body] of [['GET'], ['PUT', { value: 7 }], ['PUT', {}]] as const)
        assert.equal((await call(method, `/${key}`, body)).status, 404, `${method} ${key}`);
      assert.deepEqual(await fieldsOf(call('PUT', '', batch([key, 'x']))), ['settings.0.key']);
    }
    assert.ok(!JSON.stringify(await ok('GET', '')).includes('demo'));
  });
});

describe('a change of settings with errors', () => {
  it('changes nothing at all, and names each invalid setting', async () => {
    await save(['mail.host', 'before.example']);
    const fields = await fieldsOf(
      call(
        'PUT',
        '',
        batch(
          ['mail.host', 'after.example'],
          ['mail.password', CANARY],
          ['mail.port', '25'],
          ['mail.nothing', 1],
          ['orders.require_approval', 'sim'],
          ['mail.host', 'twice.example'],
        ),
      ),
    );
    assert.deepEqual(fields, [
      'settings.2.value',
      'settings.3.key',
      'settings.4.value',
      'settings.5.key',
    ]);
    assert.deepEqual(
      [await valueOf('mail.host'), await valueOf('mail.password')],
      ['before.example', null],
    );
  });

  it('is refused for a value of another type or out of bounds', async () => {
    const wrong: readonly Pair[] = [
      ['mail.port', '25'],
      ['mail.port', 0],
      ['mail.port', 65_536],
      ['mail.port', 25.5],
      ['mail.port', true],
      ['mail.port', {}],
      ['mail.port', []],
      ['mail.host', ''],
      ['mail.host', ' '],
      ['mail.host', 5],
      ['mail.host', 'a b'],
      ['mail.host', 'http://x'],
      ['mail.host', 'x'.repeat(254)],
      ['mail.encryption', 'ssl'],
      ['mail.encryption', false],
      ['mail.from_address', 'ninguem'],
      ['mail.from_name', 'Lavra\r\nBcc: x@y.example'],
      ['mail.from_name', 'x'.repeat(101)],
      ['mail.password', ''],
      ['mail.password', 5],
      ['mail.password', 'x'.repeat(4001)],
      ['mail.password', 'a\nb'],
      ['mail.username', 'a\0b'],
      ['mail.username', 'x'.repeat(255)],
      ['whatsapp.base_url', 'graph.facebook.com'],
      ['whatsapp.base_url', 'file:///etc/passwd'],
      ['whatsapp.base_url', 'https://a:b@x.example'],
      ['whatsapp.base_url', 'https://x.example?a=1'],
      ['whatsapp.phone_number_id', '+55'],
      ['payment_gateway.provider', 'paypal'],
      ['payment_gateway.provider', 'stripe'],
      ['orders.require_approval', 1],
      ['orders.require_approval', 'true'],
    ];
    for (const [key, value] of wrong) {
      assert.deepEqual(
        (await fieldsOf(call('PUT', '', batch([key, value]))))[0]?.startsWith('settings.0.value'),
        true,
        `${key} ${JSON.stringify(value)}`,
      );
      assert.deepEqual(await fieldsOf(call('PUT', `/${key}`, { value })), ['value'], key);
    }
  });

  it('is refused without its required fields', async () => {
    assert.deepEqual(await fieldsOf(call('PUT', '', {})), ['settings']);
    assert.deepEqual(await fieldsOf(call('PUT', '', { settings: [] })), ['settings']);
    assert.deepEqual(await fieldsOf(call('PUT', '', { settings: [{}] })), [
      'settings.0.key',
      'settings.0.value',
    ]);
    assert.deepEqual(await fieldsOf(call('PUT', '/mail.host', {})), ['value']);
  });
});

describe('a secret setting', () => {
  it('is written and never returned, and stays the same when its mask is sent back', async () => {
    const key = 'mail.password';
    const saved = await call('PUT', `/${key}`, { value: CANARY });
    assert.deepEqual(
      [saved.body.value, saved.body.is_secret, saved.body.is_set],
      [MASK, true, true],
    );
    const listed = await call('GET', '');
    const whole = await call('PUT', '', { settings: Object.values(listed.body.data).flat() });
    for (const { raw } of [saved, listed, whole, await call('GET', `/${key}`)])
      assert.ok(!raw.includes(CANARY));
    await ok('PUT', `/${key}`, { value: MASK });
    assert.equal(await readSecret(db, createSealer(APP_KEY), key), CANARY);
    assert.deepEqual(await logs(key), [[master.userId, { [key]: null }, { [key]: MASK }]]);
    await save([key, null]);
    assert.deepEqual(
      [await valueOf(key), await readSecret(db, createSealer(APP_KEY), key)],
      [null, null],
    );
    await save([key, MASK]);
    assert.equal((await ok('GET', `/${key}`)).is_set, false, 'a mask is no secret');
    assert.deepEqual((await logs(key)).slice(1), [
      [master.userId, { [key]: MASK }, { [key]: null }],
    ]);
  });

  it('is in no table as clear text', async () => {
    await save(
      ['whatsapp.access_token', CANARY],
      ['payment_gateway.access_token', CANARY],
      ['payment_gateway.webhook_secret', CANARY],
    );
    await fieldsOf(call('PUT', '', batch(['mail.password', CANARY], ['mail.port', 0])));
    const tables = await sql<{
      name: string;
    }>`
      SELECT tablename::text AS name
      FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('cities', 'states')`.execute(
      db.q,
    );
    assert.ok(tables.rows.length > 30);
    const hex = Buffer.from(CANARY).toString('hex');
    for (const { name } of tables.rows) {
      const found = await sql`
          SELECT 1
          FROM ${sql.table(name)} t
          WHERE position(${CANARY} in t::text) > 0 OR position(${hex} in t::text) > 0`.execute(
        db.q,
      );
      assert.equal(found.rows.length, 0, name);
    }
  });

  it('reports that another APP_KEY sealed it, and can be set anew', async () => {
    await save(['mail.password', CANARY]);
    const elsewhere = createSealer('the key of another installation');
    await assert.rejects(
      readSecret(db, elsewhere, 'mail.password'),
      (error) =>
        error instanceof RuleError &&
        error.code === 'secret_unreadable' &&
        error.message.includes('APP_KEY') &&
        error.message.includes('Senha'),
    );
    const { sealed } = await db.q
      .selectFrom('settings')
      .select('sealed')
      .where('key', '=', 'mail.password')
      .executeTakeFirstOrThrow();
    await save(['whatsapp.access_token', 'x']);
    await db.q
      .updateTable('settings')
      .set({ sealed })
      .where('key', '=', 'whatsapp.access_token')
      .execute();
    await assert.rejects(
      readSecret(db, createSealer(APP_KEY), 'whatsapp.access_token'),
      RuleError,
      'sealed for another setting',
    );
    await save(['whatsapp.access_token', CANARY]);
    assert.equal(await readSecret(db, createSealer(APP_KEY), 'whatsapp.access_token'), CANARY);
  });
});

describe('a changed destination of a secret', () => {
  const isSet = async (key: string): Promise<boolean> => (await ok('GET', `/${key}`)).is_set;
  const rows: readonly (readonly [
    secret: string,
    destination: string,
    from: unknown,
    to: unknown,
  ])[] = [
    ['mail.password', 'mail.host', 'smtp.lavra.example', 'smtp.outro.example'],
    ['mail.password', 'mail.port', 587, 2525],
    ['mail.password', 'mail.encryption', 'tls', 'none'],
    ['mail.password', 'mail.host', 'smtp.lavra.example', null],
    ['whatsapp.access_token', 'whatsapp.base_url', null, 'https://outro.example/v23.0'],
    [
      'payment_gateway.access_token',
      'payment_gateway.base_url',
      'https://api.mercadopago.com',
      'https://outro.example',
    ],
  ];
  for (const [secret, destination, from, to] of rows) {
    it(`${destination}, ${String(from)} → ${String(to)}: clears ${secret}, unless it is sent again`, async () => {
      await save(['mail.username', null], [destination, from], [secret, CANARY]);
      const { cleared_secrets: cleared } = await save([destination, to], [secret, MASK]);
      assert.deepEqual([cleared, await isSet(secret)], [[secret], false]);
      assert.deepEqual((await logs(secret)).at(-1), [
        master.userId,
        { [secret]: MASK },
        { [secret]: null },
      ]);
      await save([destination, from], [secret, CANARY]);
      assert.deepEqual(
        [(await ok('PUT', `/${destination}`, { value: to })).cleared_secrets, await isSet(secret)],
        [[secret], false],
      );
      await save([destination, from], [secret, CANARY]);
      assert.deepEqual(
        [
          (await save([destination, to], [secret, `${CANARY} novo`])).cleared_secrets,
          await isSet(secret),
        ],
        [undefined, true],
      );
      assert.deepEqual(
        [(await save([destination, to], [secret, MASK])).cleared_secrets, await isSet(secret)],
        [undefined, true],
      );
    });
  }

  it('keeps the secrets of other destinations and those that are not sent anywhere', async () => {
    await save(
      ['whatsapp.access_token', CANARY],
      ['payment_gateway.webhook_secret', CANARY],
      ['mail.password', CANARY],
    );
    await save(
      ['payment_gateway.base_url', 'https://terceiro.example'],
      ['mail.from_name', 'Outro nome'],
    );
    assert.deepEqual(
      [
        await isSet('whatsapp.access_token'),
        await isSet('payment_gateway.webhook_secret'),
        await isSet('mail.password'),
      ],
      [true, true, true],
    );
  });

  it('must be https, and a login must use TLS, except for hosts in OUTBOUND_ALLOW', async () => {
    for (const key of ['whatsapp.base_url', 'payment_gateway.base_url']) {
      for (const url of ['http://outro.example', 'http://127.0.0.1:9998', 'http://127.0.0.1'])
        assert.deepEqual(
          await fieldsOf(call('PUT', '', batch([key, url]))),
          ['settings.0.value'],
          url,
        );
      await save([key, 'http://127.0.0.1:9999/v1']);
      await save([key, null]);
    }
    await save(
      ['mail.host', 'smtp.lavra.example'],
      ['mail.port', 587],
      ['mail.encryption', 'starttls'],
      ['mail.username', 'lavra'],
    );
    assert.deepEqual(await fieldsOf(call('PUT', '/mail.encryption', { value: 'none' })), ['value']);
    await save(['mail.encryption', 'none'], ['mail.host', '127.0.0.1'], ['mail.port', 9999]);
    assert.deepEqual(
      await fieldsOf(
        call('PUT', '', batch(['mail.from_name', 'Lavra'], ['mail.host', 'smtp.lavra.example'])),
      ),
      ['settings.1.value'],
    );
    await save(
      ['mail.encryption', null],
      ['mail.username', null],
      ['mail.host', null],
      ['mail.port', null],
    );
  });
});

describe('settings that are saved back as they were read', () => {
  it('stay the same: unset ones stay unset, whatever the defaults are meanwhile', async () => {
    await db.q
      .deleteFrom('settings')
      .where('key', 'not in', ['demo.loaded', 'reference_data.digest'])
      .execute();
    await save(
      ['mail.host', 'smtp.lavra.example'],
      ['mail.password', CANARY],
      ['orders.require_approval', true],
    );
    await db.q
      .updateTable('settings')
      .set({ value: JSON.stringify('http://antigo.example') })
      .where('key', '=', 'whatsapp.base_url')
      .execute();
    const audited = async () =>
      (
        await db.q
          .selectFrom('audit_log')
          .select('id')
          .where('resource_type', '=', 'setting')
          .execute()
      ).length;
    const stored = () =>
      db.q
        .selectFrom('settings')
        .select(['key', 'value', 'sealed'])
        .where((eb) => eb.or([eb('value', 'is not', null), eb('sealed', 'is not', null)]))
        .orderBy('key')
        .execute();
    const [read, rows, count] = [await ok('GET', ''), await stored(), await audited()];
    const all = Object.values(read.data).flat();
    assert.deepEqual((await ok('PUT', '', { settings: all })).data, read.data);
    for (const { key, value } of all) await ok('PUT', `/${key}`, { value });
    assert.deepEqual(
      [(await ok('GET', '')).data, await stored(), await audited()],
      [read.data, rows, count],
    );
    await save(['orders.require_approval', null]);
  });
});

describe('two administrators who save at once', () => {
  it('leave one batch or the other as a whole, in whatever order they name the settings', async () => {
    await db.q.deleteFrom('settings').where('key', 'like', 'mail.%').execute();
    for (let round = 0; round < 15; round += 1) {
      const a: readonly Pair[] = [
        ['mail.host', `a${round}.example`],
        ['mail.username', `a${round}`],
        ['mail.from_name', `a${round}`],
      ];
      const b: readonly Pair[] = [
        ['mail.from_name', `b${round}`],
        ['mail.username', `b${round}`],
        ['mail.host', `b${round}.example`],
      ];
      if (round % 3 === 0)
        await db.q
          .deleteFrom('settings')
          .where('key', 'in', ['mail.username', 'mail.host'])
          .execute();
      const answers = await Promise.all([
        call('PUT', '', batch(...a)),
        call('PUT', '', batch(...b)),
        call('PUT', '/mail.username', { value: `a${round}` }),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.equal(
        String(await valueOf('mail.host')).slice(0, 1),
        String(await valueOf('mail.from_name')).slice(0, 1),
        `round ${round}`,
      );
    }
    const { rows } = await sql<{
      deadlocks: number;
    }>`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(db.q);
    assert.equal(rows[0]?.deadlocks, 0);
  });
});

describe('access to settings', () => {
  const routes = [
    ['GET', ''],
    ['PUT', ''],
    ['GET', '/mail.host'],
    ['PUT', '/mail.host'],
  ] as const;

  it('is given to administrators with the permission: not to operations, and for reading to finance', async () => {
    for (const [method, path] of routes) {
      assert.equal((await service.call(method, `/api/v1/admin/settings${path}`)).status, 401);
      assert.equal((await call(method, path, {}, operations.token)).body.code, 'forbidden');
      assert.equal(
        (await call(method, path, method === 'GET' ? undefined : {}, finance.token)).status,
        method === 'GET' ? 200 : 403,
      );
      for (const { token } of [
        await buildProducer(service),
        await buildSupplier(service),
        await buildConsultant(service),
      ])
        assert.equal((await call(method, path, {}, token)).status, 403);
    }
  });
});

describe('a setting that a rule uses', () => {
  it('takes effect at once for the approval of orders', async () => {
    const producer = await buildProducer(service);
    await service.db.q
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', producer.userId)
      .execute(); // a mail server has been configured by now
    const publish = async (): Promise<string> => {
      const { uuid } = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'rascunho',
      });
      return (
        await service.call<ProducerOrder>('POST', `/api/v1/producer/orders/${uuid}/publish`, {
          token: producer.token,
        })
      ).body.status;
    };
    const seen = [await publish()];
    for (const value of [true, false, true, null]) {
      await ok('PUT', '/orders.require_approval', { value });
      seen.push(await publish());
    }
    assert.deepEqual(seen, ['publicada', 'pendente', 'publicada', 'pendente', 'publicada']);
  });

  it('takes effect at once for the login of new suppliers', async () => {
    const register = async (): Promise<string> => {
      const document_number = someCnpj();
      const { body } = await service.call<RegisterReply>('POST', '/api/v1/register', {
        body: {
          user_type: 'fornecedor',
          name: 'Revenda do Cerrado',
          email: `revenda-${document_number}@teste.example`,
          password: 'Colheita2026',
          password_confirmation: 'Colheita2026',
          document_type: 'cnpj',
          document_number,
          phone: '(64) 99999-8888',
          addresses: [
            {
              kind: 'headquarters',
              name: 'Matriz',
              postal_code: '75901-000',
              street: 'Avenida Central',
              number: '10',
              city: 'Rio Verde',
              state: 'GO',
            },
          ],
        },
      });
      return body.user.status;
    };
    await save(['suppliers.require_approval', true]);
    assert.equal(await register(), 'inativo');
    await save(['suppliers.require_approval', false]);
    assert.equal(await register(), 'ativo');
  });
});
