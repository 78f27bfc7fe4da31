import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { hashPassword } from '../../platform/auth/password.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { somePdf, fileForm } from '../../../test/files.ts';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { countDeadlocks } from '../proposals/races.fixture.ts';
import {
  buildPayment,
  buildSubscription,
  paymentsOf,
  stateOf,
} from '../subscriptions/subscriptions.fixture.ts';
import { PASSWORD } from './erasure-people.fixture.ts';

interface Refusal {
  readonly code: string;
  readonly errors?: Record<string, string[]>;
  readonly message: string;
}

const service = await startService();
const { db } = service;
const passwordHash = await hashPassword(PASSWORD);
const good = { password: PASSWORD, confirm: 'APAGAR' };

const erase = (token: string | undefined, body: unknown = good) =>
  service.call<Refusal>('POST', '/api/v1/user/erase', { token, body });
/** Gives the person a password. */
async function withPassword<P extends TestPerson>(person: P): Promise<P> {
  await db.q
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', person.userId)
    .execute();
  return person;
}
const producerWithPassword = async () => withPassword(await buildProducer(service));
const supplierWithPassword = async () => withPassword(await buildSupplier(service));
const rowOf = (userId: number) =>
  db.q.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const countOrders = async (producerId: number) =>
  (await db.q.selectFrom('orders').select('id').where('producer_id', '=', producerId).execute())
    .length;

describe("erasing one's account", () => {
  it('leaves a record without a name, and ends every session at once', async () => {
    for (const person of [
      await producerWithPassword(),
      await supplierWithPassword(),
      await withPassword(await buildConsultant(service)),
    ]) {
      const second = await service.tokenFor(person.userId);
      const { status, body } = await erase(person.token);
      assert.deepEqual([status, body.message], [200, 'Sua conta e seus dados foram apagados.']);
      for (const token of [person.token, second])
        assert.equal((await service.call('GET', '/api/v1/user/profile', { token })).status, 401);
      const row = await rowOf(person.userId);
      assert.deepEqual(
        [row.uuid, row.name, row.email, row.document_number, row.phone, row.password_hash],
        [
          person.uuid,
          'Conta removida',
          `removida-${person.uuid}@removed.invalid`,
          null,
          null,
          null,
        ],
      );
      assert.ok(row.erased_at !== null && row.deleted_at !== null);
    }
  });

  it('frees e-mail and document, and a login finds no account', async () => {
    const { token, email, document } = await supplierWithPassword();
    await erase(token);
    const login = await service.call<Refusal>('POST', '/api/v1/login', {
      body: { email, password: PASSWORD, user_type: 'fornecedor' },
    });
    assert.deepEqual([login.status, login.body.code], [401, 'login_failed']);
    const again = await service.call('POST', '/api/v1/register', {
      body: {
        user_type: 'fornecedor',
        name: 'De novo',
        email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        document_type: 'cnpj',
        document_number: document,
        phone: '(66) 99999-8888',
        addresses: [
          {
            kind: 'headquarters',
            name: 'Sede',
            postal_code: '78890-000',
            street: 'Rua',
            number: '1',
            city: 'Sorriso',
            state: 'MT',
          },
        ],
      },
    });
    assert.equal(again.status, 200, JSON.stringify(again.body));
  });

  it('deletes drafts, and is refused while a negotiation is open', async () => {
    const running = new Set(['pendente', 'publicada', 'em_analise', 'adjudicada']);
    for (const status of orderStatuses) {
      const { token, producerId } = await producerWithPassword();
      await buildOrder(service, { producerId, status });
      const answer = await erase(token);
      assert.deepEqual(
        [answer.status, answer.body.code],
        running.has(status) ? [422, 'erasure_running'] : [200, undefined],
        status,
      );
      assert.equal(await countOrders(producerId), status === 'rascunho' ? 0 : 1, status);
    }
  });

  it("deletes a supplier's drafts, and is refused while an order depends on the supplier", async () => {
    const running = new Set([
      'submitted publicada',
      'submitted em_analise',
      'accepted publicada',
      'accepted em_analise',
      'accepted adjudicada',
    ]);
    const { producerId } = await buildProducer(service);
    const product = await buildProduct(service);
    for (const orderStatus of [
      'publicada',
      'em_analise',
      'adjudicada',
      'finalizada',
      'cancelada',
    ] as const) {
      for (const status of proposalStatuses.filter(
        (name) => name !== 'accepted' || ['adjudicada', 'finalizada'].includes(orderStatus),
      )) {
        const { token, supplierId } = await supplierWithPassword();
        const order = await buildOrder(service, {
          producerId,
          status: orderStatus,
          items: [{ product }],
        });
        await buildProposal(service, {
          orderId: order.id,
          supplierId,
          status,
          items: order.items.map((item) => ({ item, price: '10' })),
        });
        const answer = await erase(token);
        assert.equal(
          answer.status,
          running.has(`${status} ${orderStatus}`) ? 422 : 200,
          `${status} ${orderStatus}: ${JSON.stringify(answer.body)}`,
        );
        const left = await db.q
          .selectFrom('proposals')
          .select('id')
          .where('supplier_id', '=', supplierId)
          .execute();
        assert.equal(left.length, status === 'draft' ? 0 : 1, `${status} ${orderStatus}`);
      }
    }
  });

  it('requires a valid token, and is not available to administrators', async () => {
    for (const token of [undefined, 'A'.repeat(43)]) assert.equal((await erase(token)).status, 401);
    for (const role of ['master', 'operacional', 'financeiro']) {
      const admin = await withPassword(await buildAdmin(service, role));
      assert.equal((await erase(admin.token)).status, 403);
      assert.equal((await rowOf(admin.userId)).erased_at, null);
    }
  });

  it('requires the password and the confirmation word, and nothing else', async () => {
    const { token, userId } = await producerWithPassword();
    const wrong: readonly [unknown, string[]][] = [
      [{}, ['confirm', 'password']],
      [{ password: PASSWORD }, ['confirm']],
      [{ ...good, confirm: 'apagar' }, ['confirm']],
      [{ ...good, confirm: true }, ['confirm']],
      [{ confirm: 'APAGAR' }, ['password']],
      [{ ...good, password: null }, ['password']],
      [{ ...good, user_id: 1 }, ['user_id']],
      [{ ...good, password: 'Errada2026' }, ['password']],
    ];
    for (const [body, fields] of wrong) {
      const answer = await erase(token, body);
      assert.deepEqual(
        [answer.status, Object.keys(answer.body.errors ?? {}).toSorted()],
        [422, fields],
        JSON.stringify(body),
      );
    }
    assert.equal((await rowOf(userId)).erased_at, null);
  });

  it('counts a wrong password as a failed login, for a signed-in caller too', async () => {
    const limited = await startService({ rateLimit: true });
    const { userId, token } = await buildProducer(limited);
    await limited.db.q
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    const guess = (password: string) =>
      limited.call('POST', '/api/v1/user/erase', { token, body: { ...good, password } });
    for (let n = 0; n < 10; n += 1) assert.equal((await guess('Errada2026')).status, 422);
    const { status, body } = await guess(PASSWORD);
    assert.deepEqual([status, body['code']], [429, 'too_many_attempts']);
  });

  it('ends the subscription, and keeps it with its payments for accounting', async () => {
    const subscription = await buildSubscription(service, { due_date: '2036-12-31' });
    const { token, userId } = await withPassword(subscription.person);
    const [paid, next] = [
      await buildPayment(service, subscription, {
        status: 'confirmed',
        payment_date: '2026-01-10',
        confirmed_at: new Date(),
      }),
      await buildPayment(service, subscription),
    ];
    await db.q
      .updateTable('subscriptions')
      .set({ renewal_payment_id: next })
      .where('id', '=', subscription.id)
      .execute();
    assert.equal((await erase(token)).status, 200);
    const { status, renewal_payment_id } = await stateOf(service, subscription);
    assert.deepEqual([status, renewal_payment_id], ['cancelled', null]);
    assert.deepEqual(
      (await paymentsOf(service, subscription)).map(({ id, status: ended }) => [id, ended]),
      [
        [paid, 'confirmed'],
        [next, 'cancelled'],
      ],
    );
    const { token: finance } = await buildAdmin(service, 'financeiro');
    const { body } = await service.call<{ data: { user: { id: number; name: string } }[] }>(
      'GET',
      `/api/v1/admin/subscriptions?plan_id=${subscription.plan.id}`,
      { token: finance },
    );
    assert.deepEqual(
      body.data.map(({ user }) => [user.id, user.name]),
      [[userId, 'Conta removida']],
    );
  });

  it('is final: no administrator can restore the account', async () => {
    const admin = await buildAdmin(service);
    const { token, producerId } = await producerWithPassword();
    await erase(token);
    const { status, body } = await service.call(
      'POST',
      `/api/v1/admin/producers/${producerId}/restore`,
      { token: admin.token },
    );
    assert.deepEqual([status, body['code']], [422, 'account_erased']);
  });

  it('deletes each stored reply that names the person, and no other, however many there are', async () => {
    const { token, email } = await supplierWithPassword();
    const reader = await buildProducer(service);
    await sql`
      INSERT INTO idempotency_keys (user_id, route, key, body_hash, reply, created_at)
      SELECT ${reader.userId}, 'POST /' || n % 7, 'chave ' || n, '', json_build_object(
        'contact', CASE WHEN n % 100 IN (0, 57) THEN ${email} ELSE 'outra@fazenda.example' END), now()
      FROM generate_series(1, 500) AS n`.execute(db.q);
    assert.equal((await erase(token)).status, 200);
    const left = await db.q
      .selectFrom('idempotency_keys')
      .select('reply')
      .where('user_id', '=', reader.userId)
      .execute();
    assert.equal(left.length, 490);
    assert.ok(!JSON.stringify(left).includes(email));
  });

  it('reads few stored replies in a statement where they are large, however well they are compressed', async () => {
    const reader = await buildProducer(service);
    const erasing = async (): Promise<number> => {
      const { token } = await supplierWithPassword();
      return countStatements(async () => assert.equal((await erase(token)).status, 200));
    };
    const before = await erasing();
    await sql`
      INSERT INTO idempotency_keys (user_id, route, key, body_hash, reply, created_at)
      SELECT ${reader.userId}, 'POST /', 'grande ' || n, '', json_build_object('notes', repeat('a ', 500000)), now()
      FROM generate_series(1, 40) AS n`.execute(db.q);
    const more = (await erasing()) - before;
    assert.ok(more >= 3, `${more} statements read forty megabytes`);
  });

  it('deletes stored replies and traces of the last request', async () => {
    const { token, userId } = await supplierWithPassword();
    const { status } = await service.call('POST', '/api/v1/user/erase', {
      token,
      body: good,
      headers: { 'idempotency-key': 'ultima', 'user-agent': 'navegador-da-despedida' },
    });
    assert.equal(status, 200);
    for (const table of ['idempotency_keys', 'sessions', 'login_attempts'] as const)
      assert.deepEqual(
        await db.q.selectFrom(table).select('user_id').where('user_id', '=', userId).execute(),
        [],
        table,
      );
    const last = await db.q
      .selectFrom('audit_log as a')
      .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
      .select(['a.action', 'v.ip_address', 'v.user_agent'])
      .where('a.resource_id', '=', userId)
      .where('a.resource_type', '=', 'user')
      .execute();
    assert.deepEqual(last, [{ action: 'deleted', ip_address: null, user_agent: null }]);
  });

  it('keeps a file that another person has attached too', async () => {
    const [leaving, staying] = [await producerWithPassword(), await buildProducer(service)];
    const form = fileForm({ content: somePdf('de dois donos') });
    const [left, kept] = [await buildOrder(service, leaving), await buildOrder(service, staying)];
    for (const [{ uuid }, { token }] of [
      [left, leaving],
      [kept, staying],
    ] as const)
      assert.equal(
        (await service.call('POST', `/api/v1/orders/${uuid}/attachments`, { token, ...form }))
          .status,
        200,
      );
    await db.q
      .updateTable('orders')
      .set({ status: 'expirada' })
      .where('id', '=', left.id)
      .execute();
    assert.equal((await erase(leaving.token)).status, 200);
    const attached = await db.q
      .selectFrom('order_attachments')
      .select('order_id')
      .where('order_id', 'in', [left.id, kept.id])
      .execute();
    assert.deepEqual(
      attached.map(({ order_id }) => order_id),
      [kept.id],
    );
    assert.equal((await db.q.selectFrom('stored_files').select('size').execute()).length, 1);
  });
});

describe('an erasure during other requests of the same person', () => {
  it('leaves no data of any of them behind', async () => {
    const product = await buildProduct(service);
    const { producerId: buyer } = await buildProducer(service);
    for (let trial = 0; trial < 15; trial += 1) {
      const [producer, supplier] = [await producerWithPassword(), await supplierWithPassword()];
      const order = await buildOrder(service, { producerId: buyer, items: [{ product }] });
      const draft = {
        description: 'Ainda escrevendo',
        deadline_date: '2036-12-15',
        items: [{ product_id: product.id, quantity: 1, unit: 'L' }],
      };
      const answers = await Promise.all([
        ...[1, 2, 3].map((n) =>
          service.call('POST', '/api/v1/producer/orders', {
            token: producer.token,
            body: draft,
            headers: { 'idempotency-key': `corrida-${n}` },
          }),
        ),
        erase(producer.token),
        ...[1, 2].map(() =>
          service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
            token: supplier.token,
            body: { items: [], notes: 'Ainda escrevendo' },
          }),
        ),
        service.call('POST', `/api/v1/orders/${order.uuid}/questions`, {
          token: supplier.token,
          body: { question: 'Ainda perguntando?' },
        }),
        erase(supplier.token),
        service.call('POST', `/api/v1/supplier/orders/${order.uuid}/favorite`, {
          token: supplier.token,
        }),
        service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
          token: supplier.token,
        }),
      ]);
      const statuses = answers.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => [200, 401, 404, 422].includes(status)),
        statuses.join(),
      );
      assert.deepEqual([statuses[3], statuses[7]], [200, 200]);
      assert.equal(await countOrders(producer.producerId), 0);
      for (const table of ['proposals', 'favorite_orders', 'supplier_order_declines'] as const) {
        assert.deepEqual(
          await db.q
            .selectFrom(table)
            .select('order_id')
            .where('supplier_id', '=', supplier.supplierId)
            .execute(),
          [],
          table,
        );
      }
    }
  });

  it('happens once when it is requested twice at the same time', async () => {
    const { token } = await producerWithPassword();
    const statuses = (await Promise.all([erase(token), erase(token)])).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 401],
    );
  });

  it('does not deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
