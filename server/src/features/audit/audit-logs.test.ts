import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Log } from '@lavra/contract/admin/logs';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { PageMeta } from '../../platform/db/paging.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { listLogs, sealAudit } from './audit-feature.ts';

interface Page {
  data: Log[];
  meta: PageMeta;
  errors: Record<string, string[]>;
  code: string;
}

const service = await startService();
const { platform } = service.app;
const { db, zone } = platform;
const admin = await buildAdmin(service);
const other = await buildAdmin(service, 'operacional');
const PATH = '/api/v1/admin/logs';

const list = async (query = '', token = admin.token): Promise<Page> => {
  const { status, body } = await service.call<Page>('GET', `${PATH}${query}`, { token });
  assert.equal(status, 200, query);
  return body;
};
const ids = async (query: string): Promise<number[]> =>
  (await list(query)).data.map((log) => log.id);
const logOf = async (query: string): Promise<Log> => {
  const [log] = (await list(query)).data;
  assert.ok(log, query);
  return log;
};

/** Inserts a row as if that person had made the change at that instant. */
async function written(
  at: string,
  fields: Partial<{
    userId: number | null;
    action: string;
    resourceType: string;
    resourceId: number;
    ip: string;
  }> = {},
): Promise<number> {
  const {
    userId = admin.userId,
    action = 'updated',
    resourceType = 'page',
    resourceId = 7,
    ip = '198.51.100.1',
  } = fields;
  const { id } = await db.q
    .insertInto('audit_log')
    .values({
      at,
      actor_type: 'admin',
      actor_id: userId,
      action,
      resource_type: resourceType,
      resource_id: resourceId,
      values_digest: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.q
    .insertInto('audit_values')
    .values({ audit_id: id, salt: Buffer.alloc(16), ip_address: ip })
    .execute();
  return id;
}

describe('the audit log', () => {
  it('shows who changed what, when and from where', async () => {
    const { subtypeId } = await buildProduct(service);
    const created = await service.call<{ id: number }>('POST', '/api/v1/products', {
      token: admin.token,
      body: { name: 'Ureia', product_subtype_id: subtypeId, unit: 'KG' },
      headers: { 'user-agent': 'Navegador' },
    });
    await service.call('PUT', `/api/v1/products/${created.body.id}`, {
      token: other.token,
      body: { name: 'Ureia 46%' },
    });
    const [updated, first] = (await list(`?resource_type=product&resource_id=${created.body.id}`))
      .data;
    assert.ok(updated && first);
    assert.deepEqual(
      { ...updated, id: 0, created_at: '', request_id: '', user_agent: '' },
      {
        id: 0,
        user_id: other.userId,
        user: { id: other.userId, name: other.name, email: other.email, user_type: 'admin' },
        actor_type: 'admin',
        action: 'updated',
        action_label: 'Alteração',
        event: null,
        event_label: null,
        resource_type: 'product',
        resource_id: created.body.id,
        old_values: { name: 'Ureia' },
        new_values: { name: 'Ureia 46%' },
        ip_address: '127.0.0.1',
        user_agent: '',
        request_id: '',
        sealed: false,
        created_at: '',
        names: { resource_id: { [created.body.id]: 'Ureia 46%' } },
      },
    );
    assert.deepEqual(
      [first.action_label, first.user_agent, first.old_values],
      ['Criação', 'Navegador', null],
    );
    assert.equal(updated.created_at.slice(0, 10), localDate(platform.clock.now(), zone));
    assert.equal(
      updated.request_id?.length,
      String((await service.call('GET', PATH, { token: admin.token })).headers['x-request-id'])
        .length,
    );
    const one = await service.call<Log>('GET', `${PATH}/${updated.id}`, { token: admin.token });
    assert.deepEqual(one.body, updated);
  });

  it('shows of each row whether it is sealed, and hides erased values', async () => {
    const { id } = await logOf('?action=created');
    await sealAudit(platform);
    await db.q.deleteFrom('audit_values').where('audit_id', '=', id).execute();
    const { body } = await service.call<Log>('GET', `${PATH}/${id}`, { token: admin.token });
    assert.deepEqual(
      [
        body.sealed,
        body.user_id,
        body.old_values,
        body.new_values,
        body.ip_address,
        body.user_agent,
      ],
      [true, admin.userId, null, null, null, null],
    );
  });

  it('keeps rows of deleted people and rows without a caller', async () => {
    const [gone, noActor] = [
      await written('2019-01-01T12:00:00Z', { userId: 999_999 }),
      await written('2019-01-01T12:00:00Z', { userId: null }),
    ];
    const people = await Promise.all(
      [gone, noActor].map(
        async (id) =>
          (await service.call<Log>('GET', `${PATH}/${id}`, { token: admin.token })).body,
      ),
    );
    assert.deepEqual(
      people.map(({ user_id, user }) => [user_id, user]),
      [
        [999_999, null],
        [null, null],
      ],
    );
  });

  it('is visible only to admins with the permission', async () => {
    const { id } = await logOf('');
    const [consultant, producer, supplier] = [
      await buildConsultant(service),
      await buildProducer(service),
      await buildSupplier(service),
    ];
    for (const path of [PATH, `${PATH}/${id}`]) {
      assert.equal((await service.call('GET', path)).status, 401);
      for (const { token } of [consultant, producer, supplier])
        assert.equal((await service.call('GET', path, { token })).status, 403);
      assert.equal(
        (
          await service.call('GET', path, {
            token: (await buildAdmin(service, 'financeiro')).token,
          })
        ).status,
        200,
      );
    }
  });

  it('returns 404 for unknown rows', async () => {
    for (const id of ['999999999', '0', 'x', '999999999999999']) {
      const { status, body } = await service.call<Page>('GET', `${PATH}/${id}`, {
        token: admin.token,
      });
      assert.deepEqual([status, body.code], [404, 'not_found'], id);
    }
  });

  it('refuses invalid values field by field, and ignores unknown names', async () => {
    const forged = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = {
      user_id: ['0', 'x', '1.5'],
      action: ['viewed'],
      resource_id: ['-1'],
      start_date: ['2026-02-30', '20/11/2026'],
      end_date: ['x'],
      per_page: ['0', '101'],
      page: ['0'],
      sort: ['name', 'at'],
      q: ['%00'],
      ip: ['%00'],
      cursor: [
        'x',
        forged(['log', '2026-11-20 12:00:00-03', 1]),
        forged(['-log', 'ontem', 1]),
        forged(['-log', '2026-11-20 12:00:00-03', 1.5]),
      ],
    };
    for (const [field, texts] of Object.entries(wrong)) {
      for (const text of texts) {
        const { status, body } = await service.call<Page>('GET', `${PATH}?${field}=${text}`, {
          token: admin.token,
        });
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], `${field}=${text}`);
      }
    }
    await list('?cor=azul');
  });
});

describe('filtering the audit log', () => {
  let rows: number[] = [];
  before(async () => {
    rows = [
      await written('2020-03-01T02:59:59Z', {
        resourceType: 'plan',
        resourceId: 3,
        ip: '203.0.113.7',
      }), // still February in São Paulo
      await written('2020-03-01T03:00:00Z', {
        resourceType: 'plan',
        resourceId: 3,
        action: 'created',
      }),
      await written('2020-03-02T02:59:59.999Z', {
        resourceType: 'plan',
        resourceId: 4,
        userId: other.userId,
      }),
      await written('2020-03-02T03:00:00Z', {
        resourceType: 'plan',
        resourceId: 4,
        userId: other.userId,
      }),
    ];
  });
  const at = (...places: number[]): number[] => places.map((place) => rows[place] ?? 0);

  it('selects by object, person, action and address', async () => {
    assert.deepEqual(await ids('?resource_type=plan'), at(3, 2, 1, 0));
    assert.deepEqual(await ids('?resource_type=plan&sort=created_at'), at(0, 1, 2, 3));
    assert.deepEqual(await ids('?resource_type=plan&resource_id=4'), at(3, 2));
    assert.deepEqual(await ids(`?resource_type=plan&user_id=${admin.userId}`), at(1, 0));
    assert.deepEqual(await ids('?resource_type=plan&action=created'), at(1));
    assert.deepEqual(await ids('?ip=203.0.113.7'), at(0));
    assert.deepEqual(await ids('?resource_type=nothing'), []);
  });

  it('counts days in the zone of the platform, both ends included', async () => {
    assert.deepEqual(
      await ids('?resource_type=plan&start_date=2020-03-01&end_date=2020-03-01'),
      at(2, 1),
    );
    assert.deepEqual(await ids('?resource_type=plan&end_date=2020-02-29'), at(0));
    assert.deepEqual(
      await ids('?resource_type=plan&start_date=2020-03-02&end_date=2020-03-31'),
      at(3),
    );
    assert.deepEqual(
      await ids('?resource_type=plan&start_date=2020-03-02&end_date=2020-03-01'),
      [],
    );
  });

  it('finds people by name and e-mail, ignoring accents and case', async () => {
    await db.q
      .updateTable('users')
      .set({ name: 'Antônia Prado' })
      .where('id', '=', other.userId)
      .execute();
    assert.deepEqual(await ids('?resource_type=plan&q=ANTONIA'), at(3, 2));
    assert.deepEqual(await ids(`?resource_type=plan&search=${other.email}`), at(3, 2));
    assert.deepEqual(await ids('?resource_type=plan&q=100%25'), []);
    const withoutActor = await written('2018-01-01T12:00:00Z', { userId: null });
    for (const wordless of ['%20', '%CC%81', '%20%CC%81'])
      assert.deepEqual(await ids(`?end_date=2018-12-31&q=${wordless}`), [withoutActor], wordless);
  });

  it('returns 25 a page with the exact total, and pages by cursor across rows of one instant', async () => {
    for (let n = 0; n < 30; n += 1)
      await written('2021-01-01T12:00:00Z', { resourceType: 'walk', resourceId: n + 1 });
    const first = await list('?resource_type=walk');
    assert.deepEqual(
      [first.data.length, first.meta.total, first.meta.last_page, first.meta.per_page],
      [25, 30, 2, 25],
    );
    const second = await list('?resource_type=walk&page=2');
    assert.deepEqual(
      (await list(`?resource_type=walk&cursor=${first.meta.next_cursor}`)).data,
      second.data,
    );
    assert.equal(second.meta.next_cursor, null);
    for (const sort of ['created_at', '-created_at']) {
      const met: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await list(
          `?resource_type=walk&per_page=7&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        met.push(...page.data.map((log) => log.id));
        cursor = page.meta.next_cursor;
      }
      assert.equal(new Set(met).size, 30);
      assert.deepEqual(
        met,
        met.toSorted((a, b) => (sort === 'created_at' ? a - b : b - a)),
      );
    }
  });
});

describe('the excerpt of the log for other pages', () => {
  it('contains what happened to one object', async () => {
    const { data, meta } = await listLogs(
      db,
      { resourceType: 'plan', resourceId: 4 },
      { query: { per_page: 25 }, zone },
    );
    assert.deepEqual([data.map((log) => log.resource_id), meta.total], [[4, 4], 2]);
  });

  it('contains what a person did and what was done to their account', async () => {
    const producer = await buildProducer(service);
    const of = async (userId: number) =>
      (
        await listLogs(
          db,
          { aboutUserId: userId },
          { query: { per_page: 25, sort: 'created_at' }, zone },
        )
      ).data.map((log) => log.id);
    const wanted = [
      await written('2022-01-01T12:00:00Z', { resourceType: 'user', resourceId: producer.userId }),
      await written('2022-01-02T12:00:00Z', {
        resourceType: 'producer',
        resourceId: producer.producerId,
      }),
      await written('2022-01-03T12:00:00Z', { userId: producer.userId, resourceId: 9 }),
    ];
    await written('2022-01-04T12:00:00Z', {
      resourceType: 'supplier',
      resourceId: producer.producerId,
    });
    await written('2022-01-05T12:00:00Z', { resourceType: 'order', resourceId: producer.userId });
    assert.deepEqual(await of(producer.userId), wanted);
  });
});

describe('the names beside ids', () => {
  it('are those of the records that the values and the entry identify; an unknown id has none', async () => {
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const order = await buildOrder(service, { producerId: producer.producerId });
    await platform.command(systemActor, async (uow) => {
      uow.audit({
        action: 'updated',
        resourceType: 'order',
        resourceId: order.id,
        oldValues: { producer_ids: [producer.producerId], amount: 7 },
        newValues: {
          producer_ids: [producer.producerId, 999_999],
          supplier_id: supplier.supplierId,
        },
      });
    });
    const { names } = await logOf(`?resource_type=order&resource_id=${order.id}`);
    const nameOf = async (id: number) =>
      (await db.q.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst())?.name;
    assert.deepEqual(names, {
      resource_id: { [order.id]: order.number },
      producer_ids: { [producer.producerId]: await nameOf(producer.userId) },
      supplier_id: { [supplier.supplierId]: await nameOf(supplier.userId) },
    });
    const plain = await logOf(`?resource_type=page`);
    assert.ok(!('names' in plain), 'where no id is known there are no names');
  });

  it('are in words for settings, and by name for what the registries hold', async () => {
    const setting = await db.q
      .insertInto('settings')
      .values({ key: 'mail.host', value: '"smtp.lavra.example"', updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const brand = await db.q
      .insertInto('brands')
      .values({ name: 'Raiz Forte', created_at: new Date(), updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const channel = await db.q
      .insertInto('notification_channels')
      .values({
        profile: 'producer',
        event: 'proposal.received',
        channel: 'email',
        enabled: true,
        updated_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.command(systemActor, async (uow) => {
      const entry = { action: 'updated', newValues: {} } as const;
      uow.audit({ ...entry, resourceType: 'notification_channel', resourceId: channel.id });
      uow.audit({ ...entry, resourceType: 'setting', resourceId: setting.id });
      uow.audit({ ...entry, resourceType: 'brand', resourceId: brand.id });
    });
    for (const [kind, id, name] of [
      ['setting', setting.id, 'Servidor SMTP'],
      ['brand', brand.id, 'Raiz Forte'],
      ['notification_channel', channel.id, 'Nova proposta recebida, por e-mail'],
    ] as const) {
      const { names } = await logOf(`?resource_type=${kind}&resource_id=${id}`);
      assert.deepEqual(names, { resource_id: { [id]: name } }, kind);
    }
  });
});
