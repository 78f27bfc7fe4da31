import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AdminConsultant, AdminConsultantSummary } from '@lavra/contract/admin/consultants';
import type { Log } from '@lavra/contract/admin/logs';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  linkConsultant,
  someCpf,
} from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { linkCalls, tokenTo } from '../accounts/account-links.fixture.ts';
import {
  assertFields,
  assertRefused,
  expectOk,
  someEmail,
  type Page,
  type Refusal,
} from '../admin-users/admin-users.fixture.ts';

const service = await startService();
const { activate } = linkCalls(service);
const operacional = await buildAdmin(service, 'operacional');
const financeiro = await buildAdmin(service, 'financeiro');

type Reply<B> = Promise<Answer<B & Refusal>>;
const call = <B = AdminConsultant>(
  method: string,
  path: string,
  body?: unknown,
  { token }: { token: string } = operacional,
  headers: Record<string, string> = {},
): Reply<B> =>
  service.call(method, `/api/v1/admin/consultants${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
    headers,
  });
const form = (changes: object = {}) => ({
  name: 'Consultoria da Serra',
  email: someEmail(),
  phone: '(66) 99999-8888',
  document_type: 'cpf',
  document_number: someCpf(),
  ...changes,
});
const create = async (changes: object = {}): Promise<AdminConsultant> =>
  expectOk(await call('POST', '', form(changes)));
const link = (id: number, producer_ids: readonly number[], headers: Record<string, string> = {}) =>
  call('PUT', `/${id}/producers`, { producer_ids }, operacional, headers);

describe('a consultant', () => {
  it('is created without a password, gets a link, and logs in by means of it', async () => {
    const consultant = await create();
    assert.deepEqual(
      [
        consultant.activation,
        consultant.activation_label,
        consultant.status,
        consultant.producers,
        consultant.activation_expires_at,
      ],
      ['pending', 'Link não enviado', 'ativo', [], null],
    );
    const sent = expectOk(await call('POST', `/${consultant.id}/activation`));
    assert.equal(sent.activation, 'sent');
    assert.ok((sent.activation_expires_at ?? '') > sent.updated_at);
    const session = await activate(
      await tokenTo(service, consultant.email, 'consultant_activation'),
    );
    assert.deepEqual(
      [session.status, session.body.permissions],
      [200, ['orders.view', 'orders.create', 'orders.edit', 'orders.delete', 'proposals.view']],
    );
    assert.deepEqual(
      [
        expectOk(await call('GET', `/${consultant.id}`)).activation,
        expectOk(await call('GET', `/${consultant.id}`)).email_verified,
      ],
      ['active', true],
    );
    assertRefused(await call('POST', `/${consultant.id}/activation`), 422, 'consultant_active');
  });

  it('may be sent another link, which invalidates the first', async () => {
    const { id, email } = await create();
    expectOk(await call('POST', `/${id}/activation`));
    const first = await tokenTo(service, email, 'consultant_activation');
    expectOk(await call('POST', `/${id}/activation`));
    assertRefused(await activate(first), 422, 'link_invalid');
    assert.equal(
      (await activate(await tokenTo(service, email, 'consultant_activation'))).status,
      200,
    );
  });

  it('is sent no link while not active, and a link becomes invalid with a new address', async () => {
    const blocked = await create({ status: 'bloqueado' });
    assertRefused(await call('POST', `/${blocked.id}/activation`), 422, 'consultant_not_active');
    const { id, email } = await create();
    expectOk(await call('POST', `/${id}/activation`));
    const token = await tokenTo(service, email, 'consultant_activation');
    assert.equal(
      expectOk(await call('PUT', `/${id}`, { email: someEmail() })).activation,
      'pending',
    );
    assertRefused(await activate(token), 422, 'link_invalid');
  });

  it('is created once for a repeated Idempotency-Key', async () => {
    const [body, headers] = [form(), { 'idempotency-key': 'one-consultant' }];
    assert.deepEqual(
      expectOk(await call('POST', '', body, operacional, headers)),
      expectOk(await call('POST', '', body, operacional, headers)),
    );
  });

  it('is refused with every error at once, unknown fields included', async () => {
    const taken = await create();
    assertFields(
      await call(
        'POST',
        '',
        form({ email: taken.email, document_number: '11111111111', phone: '1' }),
      ),
      'email',
      'document_number',
      'phone',
    );
    assertFields(
      await call('POST', '', { phone: '(66) 99999-8888', password: 'Colheita2026' }),
      'name',
      'email',
      'password',
    );
    assertFields(await call('PUT', `/${taken.id}`, { email: operacional.email }), 'email');
  });

  it('is changed, deleted, and restored with the former links', async () => {
    const producer = await buildProducer(service);
    const { id, email } = await create();
    expectOk(await link(id, [producer.producerId]));
    assert.deepEqual(
      [
        expectOk(await call('PUT', `/${id}`, { name: 'Nova Consultoria', phone: null })).name,
        expectOk(await call('GET', `/${id}`)).phone,
      ],
      ['Nova Consultoria', null],
    );
    expectOk(await call<object>('DELETE', `/${id}`));
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/activation', undefined],
      ['PUT', '/producers', { producer_ids: [] }],
    ] as const) {
      assertRefused(await call(method, `/${id}${path}`, body), 404, 'not_found');
    }
    assert.equal(expectOk(await call('GET', `/${id}?with_deleted=1`)).email, email);
    assert.deepEqual(
      expectOk(await call('POST', `/${id}/restore`)).producers.map((linked) => linked.id),
      [producer.producerId],
    );
    assertRefused(await call('POST', `/${id}/restore`), 422, 'account_not_deleted');
  });

  it('is managed only by administrators with the permission', async () => {
    const { id, uuid } = await create();
    assert.deepEqual(
      expectOk(await call('GET', `/${uuid}`, undefined, financeiro)),
      expectOk(await call('GET', `/${id}`)),
    );
    for (const [method, path, body] of [
      ['POST', '', form()],
      ['PUT', `/${id}`, {}],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/activation`, undefined],
      ['PUT', `/${id}/producers`, { producer_ids: [] }],
      ['POST', `/${id}/restore`, undefined],
    ] as const) {
      assertRefused(await call(method, path, body, financeiro), 403, 'forbidden');
      assertRefused(
        await call(method, path, body, await buildConsultant(service)),
        403,
        'forbidden',
      );
      assertRefused(
        await call(method, path, body, { token: 'x'.repeat(43) }),
        401,
        'unauthenticated',
      );
    }
    for (const name of ['999999', randomUUIDv7(), 'ninguem'])
      assertRefused(await call('GET', `/${name}`), 404, 'not_found');
    assertRefused(await call('GET', `/${(await buildSupplier(service)).uuid}`), 404, 'not_found');
  });
});

describe('the links of a consultant to producers', () => {
  it('are replaced as a whole, counted and audited', async () => {
    const { id, user_id } = await create();
    const [one, two, three] = [
      await buildProducer(service),
      await buildProducer(service),
      await buildProducer(service),
    ];
    assert.equal(
      expectOk(await link(id, [one.producerId, two.producerId, one.producerId])).producers_count,
      2,
    );
    const after = expectOk(await link(id, [two.producerId, three.producerId]));
    assert.deepEqual(after.producers.map((producer) => producer.uuid).length, 2);
    expectOk(await link(id, [three.producerId, two.producerId]));
    const logs = expectOk(
      await service.call<Page<Log>>('GET', `/api/v1/admin/users/${user_id}/logs`, {
        token: operacional.token,
      }),
    ).data.filter(({ resource_type }) => resource_type === 'consultant');
    assert.deepEqual(
      logs.map(({ old_values, new_values }) => [old_values, new_values]),
      [
        [
          { producer_ids: [one.producerId, two.producerId] },
          { producer_ids: [two.producerId, three.producerId] },
        ],
        [{ producer_ids: [] }, { producer_ids: [one.producerId, two.producerId] }],
      ],
    );
    assert.equal(expectOk(await link(id, [])).producers_count, 0);
  });

  it('accept only producers that are not deleted', async () => {
    const { id } = await create();
    const [living, gone] = [await buildProducer(service), await buildProducer(service)];
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.userId)
      .execute();
    assertFields(
      await link(id, [living.producerId, gone.producerId, 999_999]),
      'producer_ids.1',
      'producer_ids.2',
    );
    assertFields(await call('PUT', `/${id}/producers`, { producer_ids: ['1'] }), 'producer_ids.0');
    assertFields(await call('PUT', `/${id}/producers`, {}), 'producer_ids');
    assert.equal(expectOk(await call('GET', `/${id}`)).producers_count, 0);
  });

  it('set by two requests at once equal one of the two, never a mix', async () => {
    const { id } = await create();
    const [one, two, three, four] = [
      await buildProducer(service),
      await buildProducer(service),
      await buildProducer(service),
      await buildProducer(service),
    ];
    for (let trial = 0; trial < 10; trial += 1) {
      const wishes = [
        [one.producerId, two.producerId],
        [three.producerId, four.producerId],
      ] as const;
      for (const answer of await Promise.all(wishes.map((ids) => link(id, ids)))) expectOk(answer);
      const linked = expectOk(await call('GET', `/${id}`))
        .producers.map((producer) => producer.id)
        .toSorted((a, b) => a - b)
        .join();
      assert.ok(
        wishes.some((ids) => ids.join() === linked),
        linked,
      );
    }
    const { version } = expectOk(await call('GET', `/${id}`));
    expectOk(await link(id, [one.producerId], { 'if-match': `"${version}"` }));
    assertRefused(
      await link(id, [two.producerId], { 'if-match': `"${version}"` }),
      409,
      'stale_version',
    );
  });
});

describe('the list of consultants', () => {
  it('shows whom they advise and how far their activation is', async () => {
    const mark = `Consultor${Date.now()}`;
    const [pending, sent] = [
      await create({ name: `${mark} A` }),
      await create({ name: `${mark} B` }),
    ];
    const active = await buildConsultant(service, { name: `${mark} C` });
    await service.db.q
      .updateTable('users')
      .set({ password_hash: 'a hash' })
      .where('id', '=', active.userId)
      .execute();
    await linkConsultant(service, active.consultantId, (await buildProducer(service)).producerId);
    expectOk(await call('POST', `/${sent.id}/activation`));
    const list = async (query: string) =>
      expectOk(
        await call<Page<AdminConsultantSummary>>(
          'GET',
          `?q=${mark}&${query}`,
          undefined,
          financeiro,
        ),
      );
    const { data, meta } = await list('');
    assert.deepEqual([meta.total, meta.per_page], [3, 25]);
    assert.deepEqual(
      data.map(({ id, activation, producers_count }) => [id, activation, producers_count]),
      [
        [pending.id, 'pending', 0],
        [sent.id, 'sent', 0],
        [active.consultantId, 'active', 1],
      ],
    );
    for (const [index, activation] of ['pending', 'sent', 'active'].entries())
      assert.deepEqual((await list(`activation=${activation}`)).data, [data[index]]);
    assert.deepEqual((await list('sort=-name&per_page=1')).data, [data[2]]);
    const {
      meta: { next_cursor },
    } = await list('sort=-name&per_page=1');
    assert.deepEqual((await list(`sort=-name&per_page=2&cursor=${next_cursor ?? ''}`)).data, [
      data[1],
      data[0],
    ]);
    expectOk(await call<object>('DELETE', `/${pending.id}`));
    assert.deepEqual(
      [(await list('')).meta.total, (await list('with_deleted=1')).meta.total],
      [2, 3],
    );
    for (const query of ['activation=never', 'sort=producers_count', 'nothing=1'])
      assert.equal((await call('GET', `?${query}`)).status, 422, query);
  });

  it('shows a link as expired that was not used in time', async () => {
    const { id, user_id } = await create();
    expectOk(await call('POST', `/${id}/activation`));
    await service.db.q
      .updateTable('account_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user_id)
      .execute();
    assert.equal(expectOk(await call('GET', `/${id}`)).activation, 'pending');
  });
});
