import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminWork } from '@lavra/contract/admin/dashboard';
import type {
  AdminCatalogueRequest,
  CatalogueRequest,
  CatalogueRequests,
} from '@lavra/contract/catalogue/requests';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  linkConsultant,
  type TestProducer,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  assertFields,
  assertRefused,
  expectOk,
  type Page,
  type Refusal,
} from '../admin-users/admin-users.fixture.ts';

const service = await startService({ rateLimit: true });
const { q } = service.db;
const admin = await buildAdmin(service);
const product = await buildProduct(service, { name: 'Adubo Foliar Folha Forte' });
const elsewhere = await buildProduct(service);

const draftOf = ({ producerId }: TestProducer): Promise<TestOrder> =>
  buildOrder(service, { producerId, status: 'rascunho' });
const ask = (
  { token }: { token: string },
  { uuid }: TestOrder,
  more: Record<string, unknown> = {},
  side: 'producer' | 'consultant' = 'producer',
) =>
  service.call<CatalogueRequest & Refusal>(
    'POST',
    `/api/v1/${side}/orders/${uuid}/catalogue-requests`,
    { token, body: { name: 'Adubo foliar X', product_type_id: product.typeId, ...more } },
  );
const asked = async (
  { token }: { token: string },
  { uuid }: TestOrder,
): Promise<readonly CatalogueRequest[]> =>
  expectOk(
    await service.call<CatalogueRequests>(
      'GET',
      `/api/v1/producer/orders/${uuid}/catalogue-requests`,
      { token },
    ),
  ).data;
const list = async (query = ''): Promise<Page<AdminCatalogueRequest>> =>
  expectOk(
    await service.call<Page<AdminCatalogueRequest>>(
      'GET',
      `/api/v1/admin/catalogue-requests?${query}`,
      { token: admin.token },
    ),
  );
const newest = async (): Promise<AdminCatalogueRequest> => {
  const [request] = (await list('sort=-created_at')).data;
  assert.ok(request);
  return request;
};
const answer = (id: number, how: 'link' | 'refuse', body: object) =>
  service.call<AdminCatalogueRequest & Refusal>(
    'POST',
    `/api/v1/admin/catalogue-requests/${id}/${how}`,
    { token: admin.token, body },
  );
const noticesOf = async ({ userId }: TestProducer): Promise<Notification[]> => {
  await service.work();
  const { body } = await service.call<{ data: Notification[] }>('GET', '/api/v1/notifications', {
    token: await service.tokenFor(userId),
  });
  return body.data.filter(({ event }) => event === 'catalogue.request_answered');
};
const work = async (): Promise<AdminWork['lines'][number] | undefined> =>
  (
    await service.call<AdminWork>('GET', '/api/v1/admin/dashboard/work', { token: admin.token })
  ).body.lines.find(({ kind }) => kind === 'requested_products');

describe('a product that the catalogue lacks', () => {
  it('is asked for in a draft, and waits in the administrators’ list and on their first screen', async () => {
    const producer = await buildProducer(service, { name: 'Fazenda Que Pede' });
    const draft = await draftOf(producer);
    assert.equal(await work(), undefined);
    const made = expectOk(
      await ask(producer, draft, {
        name: ' Adubo   foliar X ',
        brand: 'Folha Forte',
        active_ingredient: 'Boro',
        unit: 'L',
        notes: 'Balde de 20 L',
      }),
    );
    assert.deepEqual(
      { ...made, created_at: '' },
      {
        name: 'Adubo foliar X',
        type: { id: product.typeId, name: made.type.name },
        brand: 'Folha Forte',
        active_ingredient: 'Boro',
        unit: 'L',
        notes: 'Balde de 20 L',
        status: 'pending',
        product: null,
        reason: null,
        created_at: '',
        answered_at: null,
      },
    );
    assert.deepEqual(await asked(producer, draft), [made]);
    const { data, meta } = await list('status=pending');
    assert.deepEqual(
      [meta.total, data[0]?.producer.name, data[0]?.by_consultant],
      [1, 'Fazenda Que Pede', false],
    );
    assert.deepEqual([(await work())?.count, (await work())?.since], [1, made.created_at]);
  });

  it('is asked for once in the same words, however they are written', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    const replies = await Promise.all([
      ask(producer, draft),
      ask(producer, draft, { name: 'ADUBO  FÓLIAR x' }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await asked(producer, draft)).length, 1);
  });

  it('is found in the list by its words, its producer and its type', async () => {
    const producer = await buildProducer(service, { name: 'Sítio Mandacaru' });
    expectOk(await ask(producer, await draftOf(producer), { name: 'Óleo de nim' }));
    for (const query of ['search=oleo', 'search=mandacaru', 'q=nim'])
      assert.deepEqual(
        (await list(query)).data.map(({ name }) => name),
        ['Óleo de nim'],
        query,
      );
    assert.equal((await list(`product_type_id=${elsewhere.typeId}`)).meta.total, 0);
    assert.equal((await list('status=added')).meta.total, 0);
  });

  it('needs words, a type that exists and a unit that exists', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    assertFields(await ask(producer, draft, { name: '  ' }), 'name');
    assertFields(
      await ask(producer, draft, { product_type_id: 999_999, unit: 'alqueire' }),
      'product_type_id',
      'unit',
    );
  });

  it('is not asked for outside a draft, nor in the draft of another', async () => {
    const producer = await buildProducer(service);
    const published = await buildOrder(service, { producerId: producer.producerId });
    assertRefused(await ask(producer, published), 422, 'order_not_editable');
    const stranger = await buildProducer(service);
    assertRefused(await ask(stranger, await draftOf(producer)), 403, 'not_yours');
  });

  it('is asked for thirty times a day at most', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    expectOk(await ask(producer, draft));
    await q
      .updateTable('outreach_counts')
      .set({ done: 29 })
      .where('user_id', '=', producer.userId)
      .where('act', '=', 'request_product')
      .execute();
    expectOk(await ask(producer, draft, { name: 'Adubo Y' }));
    assertRefused(await ask(producer, draft, { name: 'Adubo Z' }), 422, 'catalogue_requests_limit');
    expectOk(await ask(producer, draft, { name: 'Adubo Y' }));
  });

  it('is asked for by the producer’s consultant too, and answered to the producer', async () => {
    const consultant = await buildConsultant(service);
    const producer = await buildProducer(service);
    await linkConsultant(service, consultant.consultantId, producer.producerId);
    const draft = await draftOf(producer);
    expectOk(await ask(consultant, draft, { name: 'Calda bordalesa' }, 'consultant'));
    const request = await newest();
    assert.deepEqual([request.name, request.by_consultant], ['Calda bordalesa', true]);
    assert.equal((await asked(producer, draft)).length, 1);
    expectOk(await answer(request.id, 'link', { product_id: product.id }));
    assert.equal((await noticesOf(producer)).length, 1);
    const stranger = await buildConsultant(service);
    assertRefused(await ask(stranger, draft, {}, 'consultant'), 403, 'not_yours');
  });
});

describe('the answer to a request', () => {
  it('is a product of the catalogue, by its name and with a way to the draft', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    expectOk(await ask(producer, draft));
    const { id } = await newest();
    const answered = expectOk(await answer(id, 'link', { product_id: product.id }));
    assert.deepEqual([answered.status, answered.product?.name], ['added', product.name]);
    const [notice] = await noticesOf(producer);
    assert.equal(notice?.title, 'O produto que você pediu está no catálogo');
    assert.equal(
      notice.body,
      'Você pediu “Adubo foliar X”: ele está no catálogo como “Adubo Foliar Folha Forte”. ' +
        'Se ele está no seu rascunho como item livre, troque pelo produto do catálogo.',
    );
    assert.equal(notice.path, `/produtor/cotacoes/${draft.uuid}/editar`);
    assert.deepEqual(
      (await asked(producer, draft)).map(({ status, product: found }) => [status, found?.id]),
      [['added', product.id]],
    );
  });

  it('is a reason, which the producer reads', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    expectOk(await ask(producer, draft));
    const { id } = await newest();
    await q.updateTable('orders').set({ status: 'publicada' }).where('id', '=', draft.id).execute();
    expectOk(await answer(id, 'refuse', { reason: ' O registro venceu ' }));
    const [notice] = await noticesOf(producer);
    assert.match(notice?.body ?? '', /não entrou no catálogo\. Motivo: “O registro venceu”\./);
    assert.equal(notice?.path, '/produtor/cotacoes');
    assert.equal((await asked(producer, draft))[0]?.reason, 'O registro venceu');
  });

  it('is given once, with a product that can be ordered or with words', async () => {
    const producer = await buildProducer(service);
    expectOk(await ask(producer, await draftOf(producer)));
    const { id } = await newest();
    const inactive = await buildProduct(service, { active: false });
    assertFields(await answer(id, 'link', { product_id: inactive.id }), 'product_id');
    assertFields(await answer(id, 'link', { product_id: 999_999 }), 'product_id');
    assertFields(await answer(id, 'refuse', { reason: '  ' }), 'reason');
    const both = await Promise.all([
      answer(id, 'link', { product_id: product.id }),
      answer(id, 'refuse', { reason: 'Repetido' }),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    );
    assertRefused(await answer(id, 'refuse', { reason: 'Repetido' }), 422, 'request_answered');
  });

  it('is in the audit log without the words of either', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    expectOk(await ask(producer, draft, { name: 'Segredo' }));
    const { id } = await newest();
    expectOk(await answer(id, 'refuse', { reason: 'Segredo' }));
    const logged = await q
      .selectFrom('audit_log as a')
      .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
      .select(['a.actor_id', 'a.action', 'v.old_values', 'v.new_values'])
      .where('a.resource_type', '=', 'catalogue_request')
      .where('a.resource_id', '=', id)
      .orderBy('a.id')
      .execute();
    assert.deepEqual(logged, [
      {
        actor_id: producer.userId,
        action: 'created',
        old_values: null,
        new_values: { event: 'product.requested', order_id: draft.id },
      },
      {
        actor_id: admin.userId,
        action: 'updated',
        old_values: { status: 'pending' },
        new_values: { status: 'refused' },
      },
    ]);
  });

  it('lets the same words be asked for again', async () => {
    const producer = await buildProducer(service);
    const draft = await draftOf(producer);
    expectOk(await ask(producer, draft));
    expectOk(await answer((await newest()).id, 'refuse', { reason: 'Sem registro' }));
    expectOk(await ask(producer, draft));
    assert.deepEqual(
      (await asked(producer, draft)).map(({ status }) => status),
      ['pending', 'refused'],
    );
  });
});
