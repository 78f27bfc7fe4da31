import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_SENT_A_DAY } from '@lavra/domain/proposal/proposal-limits';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { buildAdmin, buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService({ rateLimit: true });
const { q } = service.db;
const admin = await buildAdmin(service);
const someone = await buildProducer(service);

const set = async (
  values: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }));
  // the moved clock is past the end of any earlier token
  const token = await service.tokenFor(admin.userId);
  const { status, body } = await service.call('PUT', '/api/v1/admin/settings', {
    token,
    body: { settings },
  });
  assert.equal(status, 200, JSON.stringify(body));
};
const mark = (
  { userId }: TestPerson,
  values: { email_verified_at?: Date | null; vouched?: boolean },
) => q.updateTable('users').set(values).where('id', '=', userId).execute();
const tryTo = (method: 'POST' | 'PATCH', url: string, { token }: TestPerson, body: object = {}) =>
  service.call<{ code: string; error: string; status: string }>(method, url, { token, body });

type Producer = TestPerson & { readonly producerId: number };
const draft = ({ producerId }: Producer): Promise<TestOrder> =>
  buildOrder(service, { producerId, status: 'rascunho' });
const publish = async (producer: Producer, order?: TestOrder) =>
  tryTo(
    'POST',
    `/api/v1/producer/orders/${(order ?? (await draft(producer))).uuid}/publish`,
    producer,
  );
const ask = (supplier: TestPerson, { uuid }: TestOrder) =>
  tryTo('POST', `/api/v1/orders/${uuid}/questions`, supplier, { question: 'Qual a embalagem?' });
const submit = async (supplier: TestPerson & { supplierId: number }, order: TestOrder) => {
  const { uuid } = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'draft',
    items: order.items.map((item) => ({ item, price: '10' })),
  });
  return tryTo('POST', `/api/v1/proposals/${uuid}/submit`, supplier);
};
const mailServer = {
  'mail.host': 'smtp.lavra.example',
  'mail.from_address': 'avisos@lavra.example',
};

describe('an unconfirmed e-mail address', () => {
  it('restricts no account without a mail server, since it could not be confirmed', async () => {
    const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
    const order = await buildOrder(service, { producerId: someone.producerId });
    for (const { status, body } of [
      await publish(producer),
      await ask(supplier, order),
      await submit(supplier, order),
    ])
      assert.equal(status, 200, JSON.stringify(body));
  });

  it('prevents publishing, asking and submitting with a mail server, with a sentence that says what to do', async () => {
    await set(mailServer);
    const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
    const act = async () => {
      const order = await buildOrder(service, { producerId: someone.producerId });
      return [
        [producer, await publish(producer)],
        [supplier, await ask(supplier, order)],
        [supplier, await submit(supplier, order)],
      ] as const;
    };
    for (const [person, { status, body }] of await act()) {
      assert.deepEqual([status, body.code], [422, 'email_unverified']);
      assert.ok(body.error.includes(person.email), body.error);
    }
    for (const values of [
      { email_verified_at: new Date() },
      { email_verified_at: null, vouched: true },
    ]) {
      for (const person of [producer, supplier]) await mark(person, values);
      for (const [, { status, body }] of await act())
        assert.equal(status, 200, JSON.stringify(body));
    }
    await set({ 'mail.host': null, 'mail.from_address': null });
  });

  it('restricts according to the setting, whatever the mail server', async () => {
    const producer = await buildProducer(service);
    const shown = async () =>
      (
        await service.call<{ value: boolean; is_set: boolean }>(
          'GET',
          '/api/v1/admin/settings/orders.require_verified_email',
          { token: admin.token },
        )
      ).body;
    assert.deepEqual([(await shown()).value, (await shown()).is_set], [false, false]);
    await set({ 'orders.require_verified_email': true });
    assert.equal((await publish(producer)).status, 422);
    await set({ ...mailServer, 'orders.require_verified_email': false });
    assert.equal((await publish(producer)).status, 200);
    await set({ 'orders.require_verified_email': null });
    assert.deepEqual([(await shown()).value, (await shown()).is_set], [true, false]);
    await set({ 'mail.host': null, 'mail.from_address': null });
  });

  it('does not restrict accounts created by an administrator', async () => {
    const { userId } = await buildSupplier(service);
    assert.equal(
      (await q.selectFrom('users').select('vouched').where('id', '=', userId).executeTakeFirst())
        ?.vouched,
      false,
    );
    const {
      body: { user_id },
    } = await service.call<{ user_id: number }>('POST', '/api/v1/admin/suppliers', {
      token: admin.token,
      body: {
        name: 'Revenda do Cerrado',
        email: 'revenda-do-cerrado@teste.example',
        document: '11222333000181',
        password: 'Colheita2026',
        addresses: [
          {
            kind: 'headquarters',
            name: 'Matriz',
            postal_code: '75901-000',
            street: 'Rua 1',
            number: '1',
            city: 'Rio Verde',
            state: 'GO',
          },
        ],
      },
    });
    assert.equal(
      (await q.selectFrom('users').select('vouched').where('id', '=', user_id).executeTakeFirst())
        ?.vouched,
      true,
    );
  });
});

describe('a daily limit', () => {
  it("covers publications, concurrent ones too, until the day ends in the platform's zone", async () => {
    // 22:00 of the first in Cuiabá, 23:00 in Brasília
    service.moveClock(new Date('2027-03-02T02:00:00Z'));
    await set({ 'orders.publications_per_day': 3 });
    const producer = await buildProducer(service);
    const drafts: TestOrder[] = [];
    for (let n = 0; n < 8; n += 1) drafts.push(await draft(producer));
    const answers = await Promise.all(drafts.map((order) => publish(producer, order)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual([refused?.status, refused?.body.code], [422, 'publications_limit']);
    assert.match(refused?.body.error ?? '', /Publicações de hoje: 3, o máximo por dia/);
    assert.equal(
      (await publish(await buildProducer(service))).status,
      200,
      'others have their own',
    );
    service.moveClock(new Date('2027-03-02T12:00:00Z'));
    const again = await service.tokenFor(producer.userId);
    assert.equal((await publish({ ...producer, token: again })).status, 200);
  });

  it('covers questions and extended deadlines', async () => {
    await set({ 'orders.questions_per_day': 2, 'orders.extensions_per_day': 2 });
    const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      deadline: '2027-05-01',
    });
    const asked = [
      await ask(supplier, order),
      await ask(supplier, order),
      await ask(supplier, order),
    ];
    assert.deepEqual(
      asked.map(({ status, body }) => [status, body.code]),
      [
        [200, undefined],
        [200, undefined],
        [422, 'questions_limit'],
      ],
    );
    const moved = [];
    for (const day of ['02', '03', '04'])
      moved.push(
        await tryTo('POST', `/api/v1/producer/orders/${order.uuid}/extend-deadline`, producer, {
          deadline_date: `2027-05-${day}`,
        }),
      );
    assert.deepEqual(
      moved.map(({ status, body }) => [status, body.code]),
      [
        [200, undefined],
        [200, undefined],
        [422, 'extensions_limit'],
      ],
    );
  });

  it('covers proposals, for one order and in all', async () => {
    const built = await buildSupplier(service);
    const supplier = { ...built, token: built.token };
    const [order, other] = [
      await buildOrder(service, { producerId: someone.producerId, deadline: '2027-05-01' }),
      await buildOrder(service, { producerId: someone.producerId, deadline: '2027-05-01' }),
    ];
    const sendAndWithdraw = async (to: TestOrder) => {
      const { status, body } = await submit(supplier, to);
      await q
        .updateTable('proposals')
        .set({ status: 'cancelled', cancelled_at: new Date() })
        .where('order_id', '=', to.id)
        .where('status', '=', 'submitted')
        .execute();
      await q.deleteFrom('proposals').where('status', '=', 'draft').execute();
      return [status, body.code];
    };
    for (let n = 0; n < MAX_SENT_A_DAY; n += 1)
      assert.deepEqual(await sendAndWithdraw(order), [200, undefined]);
    assert.deepEqual(await sendAndWithdraw(order), [422, 'order_submissions_limit']);
    assert.deepEqual(await sendAndWithdraw(other), [200, undefined], 'another order has its own');
    await q
      .updateTable('outreach_counts')
      .set({ done: 200 })
      .where('user_id', '=', supplier.userId)
      .where('act', '=', 'submit')
      .execute();
    assert.deepEqual(await sendAndWithdraw(other), [422, 'submissions_limit']);
    const tomorrow = service.app.platform.clock.now().getTime() + 24 * 60 * 60_000;
    service.moveClock(new Date(tomorrow));
    supplier.token = await service.tokenFor(supplier.userId);
    assert.deepEqual(await sendAndWithdraw(order), [200, undefined]);
  });

  it('is not used up by refused requests', async () => {
    await set({ 'orders.publications_per_day': 1 });
    const producer = await buildProducer(service);
    const stale = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'rascunho',
      deadline: '2027-01-01',
    });
    assert.equal(
      (await tryTo('POST', `/api/v1/producer/orders/${stale.uuid}/publish`, producer)).status,
      422,
    );
    assert.equal((await publish(producer)).status, 200);
  });
});
