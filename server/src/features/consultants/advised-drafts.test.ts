import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConsultantOrder, ConsultantProducer } from '@lavra/contract/admin/consultants';
import type { ProducerDashboard, ProducerOrder, Timeline } from '@lavra/contract/orders/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  linkConsultant,
  type TestPerson,
} from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { standingCalls } from '../../../test/standing.ts';
import {
  assertFields,
  assertRefused,
  expectOk,
  type Page,
  type Refusal,
} from '../admin-users/admin-users.fixture.ts';

const service = await startService();
const master = await buildAdmin(service);
const product = await buildProduct(service);
const now = (): Date => service.app.platform.clock.now();

type Caller = Pick<TestPerson, 'token'>;
const call =
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
  <B = ConsultantOrder>(
    { token }: Caller,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<B & Refusal>> =>
    service.call(method, `/api/v1${path}`, {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
const [get, post, put, remove] = [call('GET'), call('POST'), call('PUT'), call('DELETE')];

const item = (quantity = 300) => ({ product_id: product.id, quantity, unit: product.unit });
const body = { description: 'Insumos da soja', deadline_date: '2036-12-15' };

/** Builds a consultant with a producer whom they advise, and one whom they do not. */
async function advise() {
  const consultant = await buildConsultant(service, { name: 'Carlos Consultor' });
  const [producer, stranger] = [await buildProducer(service), await buildProducer(service)];
  await linkConsultant(service, consultant.consultantId, producer.producerId);
  return { consultant, producer, stranger };
}
type Advice = Awaited<ReturnType<typeof advise>>;

const write = async (
  { consultant, producer }: Advice,
  more: Record<string, unknown> = {},
): Promise<ConsultantOrder> =>
  expectOk(
    await post(consultant, `/consultant/producers/${producer.producerId}/orders`, {
      ...body,
      ...more,
    }),
  );
const relink = async ({ consultant }: Advice, producer_ids: readonly number[]): Promise<void> => {
  const path = `/admin/consultants/${consultant.consultantId}/producers`;
  expectOk(await put(master, path, { producer_ids }));
};
const auditOf = (orderId: number) =>
  service.db.q
    .selectFrom('audit_log as a')
    .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
    .select(['a.actor_id', 'a.actor_type', 'a.action', 'v.new_values'])
    .where('a.resource_type', '=', 'order')
    .where('a.resource_id', '=', orderId)
    .orderBy('a.id')
    .execute();

describe('a draft that a consultant writes', () => {
  it('is the producer’s, who reads who wrote it, and publishes it', async () => {
    const advice = await advise();
    const { consultant, producer } = advice;
    const draft = await write(advice, { items: [item()] });
    assert.deepEqual(
      [draft.status, draft.written_by, draft.items.length, draft.producer.id],
      ['rascunho', { name: 'Carlos Consultor' }, 1, producer.producerId],
    );
    assert.deepEqual(
      [draft.can_edit, draft.can_delete, draft.can_publish, draft.can_request_publication],
      [true, true, false, true],
    );
    const path = `/producer/orders/${draft.uuid}`;
    const own = expectOk(await get<ProducerOrder>(producer, path));
    assert.deepEqual([own.written_by?.name, own.can_publish], ['Carlos Consultor', true]);
    const listed = expectOk(await get<Page<ProducerOrder>>(producer, '/producer/orders'));
    assert.deepEqual(
      listed.data.map(({ uuid, written_by }) => [uuid, written_by?.name]),
      [[draft.uuid, 'Carlos Consultor']],
    );
    expectOk(await post(producer, `${path}/publish`));
    const published = expectOk(await get(consultant, `/consultant/orders/${draft.uuid}`));
    assert.deepEqual(
      [published.status, published.can_edit, published.can_delete],
      ['publicada', false, false],
    );
    assertRefused(
      await put(consultant, `/consultant/orders/${draft.uuid}`, { notes: 'Depois' }),
      422,
      'order_not_editable',
    );
    assertRefused(
      await remove(consultant, `/consultant/orders/${draft.uuid}`),
      422,
      'order_not_deletable',
    );
  });

  it('is refused with the same messages as the producer’s, and with a time of publication', async () => {
    const { consultant, producer } = await advise();
    const path = `/consultant/producers/${producer.producerId}/orders`;
    assertFields(await post(consultant, path, { ...body, description: ' ' }), 'description');
    assertFields(
      await post(consultant, path, { ...body, items: [{ ...item(), product_id: 999_999 }] }),
      'items.0.product_id',
    );
    assertFields(
      await post(consultant, path, { ...body, publish_at: '2036-12-01 08:00:00' }),
      'publish_at',
    );
  });

  it('is created once, however often a request is repeated under its key', async () => {
    const advice = await advise();
    const path = `/consultant/producers/${advice.producer.producerId}/orders`;
    const send = () => post(advice.consultant, path, body, { 'idempotency-key': 'rascunho' });
    const [first, second] = [expectOk(await send()), expectOk(await send())];
    assert.equal(second.uuid, first.uuid);
    const { meta } = expectOk(await get<Page<object>>(advice.consultant, '/consultant/orders'));
    assert.equal(meta.total, 1);
  });

  it('conflicts where the producer has changed it meanwhile', async () => {
    const advice = await advise();
    const { uuid, version } = await write(advice);
    const stale = { 'if-match': `"${version}"` };
    expectOk(await put(advice.producer, `/producer/orders/${uuid}`, { notes: 'Do produtor' }));
    assertRefused(
      await put(advice.consultant, `/consultant/orders/${uuid}`, { notes: 'Meu' }, stale),
      409,
      'stale_version',
    );
  });

  it('is deleted by who wrote it; a draft of the producer’s is edited, not deleted', async () => {
    const advice = await advise();
    const { consultant, producer } = advice;
    const colleague = await buildConsultant(service);
    await linkConsultant(service, colleague.consultantId, producer.producerId);
    const draft = await write(advice);
    assertRefused(await remove(colleague, `/consultant/orders/${draft.uuid}`), 403, 'not_yours');
    expectOk(await remove<object>(consultant, `/consultant/orders/${draft.uuid}`));
    assertRefused(
      await get(consultant, `/consultant/orders/${draft.uuid}`),
      404,
      'order_not_found',
    );
    const own = await buildOrder(service, { producerId: producer.producerId, status: 'rascunho' });
    const path = `/consultant/orders/${own.uuid}`;
    const changed = expectOk(await put(consultant, path, { items: [item(5), item(7)] }));
    assert.deepEqual(
      [changed.items.length, changed.written_by, changed.can_edit, changed.can_delete],
      [2, null, true, false],
    );
    assertRefused(await remove(consultant, path), 403, 'not_yours');
  });

  it('leaves in the log and in the history who did what, edits once an hour', async () => {
    const advice = await advise();
    const { consultant, producer } = advice;
    const own = await buildOrder(service, { producerId: producer.producerId, status: 'rascunho' });
    const path = `/consultant/orders/${own.uuid}`;
    for (const notes of ['Um', 'Dois', 'Três']) expectOk(await put(consultant, path, { notes }));
    expectOk(await post(consultant, `${path}/publication-request`));
    assert.deepEqual(
      (await auditOf(own.id)).map(({ actor_id, actor_type, new_values }) => [
        actor_id,
        actor_type,
        new_values,
      ]),
      ['order.draft_edited', 'order.publication_requested'].map((event) => [
        consultant.userId,
        'consultor',
        { event },
      ]),
    );
    const timeline = expectOk(
      await get<Timeline>(producer, `/producer/orders/${own.uuid}/timeline`),
    );
    assert.deepEqual(
      timeline.data.map(({ label, actor }) => [label, actor]),
      [
        ['Rascunho alterado', 'Consultor'],
        ['Publicação pedida ao produtor', 'Consultor'],
      ],
    );
    const draft = await write(advice);
    expectOk(await put(consultant, `/consultant/orders/${draft.uuid}`, { notes: 'Logo depois' }));
    expectOk(await remove<object>(consultant, `/consultant/orders/${draft.uuid}`));
    assert.deepEqual(
      (await auditOf(draft.id)).map(({ action }) => action),
      ['created', 'deleted'],
    );
  });
});

describe('asking the producer to publish', () => {
  it('notifies the producer, at most once an hour and draft', async () => {
    const advice = await advise();
    const { consultant, producer } = advice;
    const { uuid, number } = await write(advice, { items: [item()] });
    const ask = () => post(consultant, `/consultant/orders/${uuid}/publication-request`);
    const asked = expectOk(await ask());
    assert.deepEqual([asked.can_request_publication, asked.version], [false, 1]);
    assert.notEqual(asked.publication_requested_at, null);
    assertRefused(await ask(), 422, 'publication_requested');
    await service.work();
    const { data } = expectOk(
      await get<Page<{ event: string; title: string; body: string }>>(producer, '/notifications'),
    );
    assert.deepEqual(
      data.map(({ event, title }) => [event, title]),
      [['order.publication_requested', `A cotação ${number} está pronta para publicar`]],
    );
    const { attention } = expectOk(await get<ProducerDashboard>(producer, '/producer/dashboard'));
    assert.deepEqual(
      attention.map((order) => order.uuid),
      [uuid],
    );
    const then = now();
    service.moveClock(new Date(then.getTime() + 61 * 60_000));
    const again = { token: await service.tokenFor(consultant.userId) };
    const later = await get(again, `/consultant/orders/${uuid}`);
    assert.equal(expectOk(later).can_request_publication, true);
    expectOk(await post(again, `/consultant/orders/${uuid}/publication-request`));
    service.moveClock(then);
  });

  it('is refused for a draft without items, and once it is published', async () => {
    const advice = await advise();
    const { consultant, producer } = advice;
    const empty = await write(advice);
    assert.equal(empty.can_request_publication, false);
    assertRefused(
      await post(consultant, `/consultant/orders/${empty.uuid}/publication-request`),
      422,
      'order_without_items',
    );
    const open = await buildOrder(service, { producerId: producer.producerId });
    assertRefused(
      await post(consultant, `/consultant/orders/${open.uuid}/publication-request`),
      422,
      'order_not_publishable',
    );
  });
});

describe('a consultant’s access to drafts', () => {
  it('ends with the link, and is none to other producers', async () => {
    const advice = await advise();
    const { consultant, producer, stranger } = advice;
    const { uuid } = await write(advice, { items: [item()] });
    const foreign = await buildOrder(service, {
      producerId: stranger.producerId,
      status: 'rascunho',
    });
    const attempts = (producerId: number, order: string) => [
      () => get<ConsultantProducer>(consultant, `/consultant/producers/${producerId}`),
      () => post(consultant, `/consultant/producers/${producerId}/orders`, body),
      () => put(consultant, `/consultant/orders/${order}`, { notes: 'Tarde' }),
      () => post(consultant, `/consultant/orders/${order}/publication-request`),
      () => remove(consultant, `/consultant/orders/${order}`),
    ];
    for (const attempt of attempts(stranger.producerId, foreign.uuid))
      assertRefused(await attempt(), 403, 'not_yours');
    await relink(advice, []);
    for (const attempt of attempts(producer.producerId, uuid))
      assertRefused(await attempt(), 403, 'not_yours');
    const kept = expectOk(await get<ProducerOrder>(producer, `/producer/orders/${uuid}`));
    assert.deepEqual([kept.notes, kept.written_by?.name], [null, 'Carlos Consultor']);
    await relink(advice, [producer.producerId]);
    expectOk(await put(consultant, `/consultant/orders/${uuid}`, { notes: 'De volta' }));
  });

  it('says in the own data that there was a draft, and not what became of it', async () => {
    const advice = await advise();
    const { uuid, number, created_at } = await write(advice, { items: [item()] });
    await relink(advice, []);
    expectOk(await post(advice.producer, `/producer/orders/${uuid}/publish`));
    const { written_orders: written } = expectOk(
      await get<{ written_orders: unknown }>(advice.consultant, '/user/data-export'),
    );
    assert.deepEqual(written, [{ order_uuid: uuid, order_number: number, created_at }]);
  });

  it('ends with a block of the account', async () => {
    const advice = await advise();
    const { uuid } = await write(advice);
    await standingCalls(service, master).block(advice.consultant);
    assertRefused(
      await put(advice.consultant, `/consultant/orders/${uuid}`, { notes: 'Tarde' }),
      401,
      'unauthenticated',
    );
  });

  it('names the producer whom a draft is for', async () => {
    const { consultant, producer } = await advise();
    const { id, city, orders_count } = expectOk(
      await get<ConsultantProducer>(consultant, `/consultant/producers/${producer.producerId}`),
    );
    assert.deepEqual([id, city, orders_count], [producer.producerId, 'Sorriso', 0]);
  });
});
