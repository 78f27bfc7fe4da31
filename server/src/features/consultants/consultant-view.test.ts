import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type {
  ConsultantOrder,
  ConsultantOrderSummary,
  ConsultantProducer,
} from '@lavra/contract/admin/consultants';
import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import { formatCnpj } from '@lavra/domain/document/cnpj';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  linkConsultant,
  type TestConsultant,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import {
  assertFields,
  assertRefused,
  expectOk,
  type Page,
  type Refusal,
} from '../admin-users/admin-users.fixture.ts';

const service = await startService();
// Suppliers' ids are far from all others: finding such a number in a reply means that it leaked.
await sql`ALTER TABLE suppliers ALTER COLUMN id RESTART WITH 7654321098`.execute(service.db.q);
const master = await buildAdmin(service);

const get = <B>({ token }: { token: string }, path: string): Promise<Answer<B & Refusal>> =>
  service.call('GET', `/api/v1${path}`, { token });

/** Builds a consultant, a producer whom they advise, and one whom they do not. */
async function advise() {
  const [consultant, producer, stranger] = [
    await buildConsultant(service),
    await buildProducer(service, { name: 'Fazenda Boa Vista' }),
    await buildProducer(service),
  ];
  await linkConsultant(service, consultant.consultantId, producer.producerId);
  return { consultant, producer, stranger };
}

const relink = async (
  { consultantId }: TestConsultant,
  producer_ids: readonly number[],
): Promise<void> => {
  expectOk(
    await service.call('PUT', `/api/v1/admin/consultants/${consultantId}/producers`, {
      token: master.token,
      body: { producer_ids },
    }),
  );
};

describe('the orders that a consultant sees', () => {
  it('come with the list of their producers and the activity of each', async () => {
    const { consultant, producer } = await advise();
    const other = await buildProducer(service, { name: 'Agro Álamo' });
    await linkConsultant(service, consultant.consultantId, other.producerId);
    await buildOrder(service, { producerId: producer.producerId });
    await buildOrder(service, { producerId: producer.producerId, status: 'finalizada' });
    const { data, meta } = expectOk(
      await get<Page<ConsultantProducer>>(consultant, '/consultant/producers'),
    );
    assert.deepEqual([meta.total, meta.per_page], [2, 15]);
    assert.deepEqual(
      data.map(({ id, name, city, state, orders_count, open_orders_count }) => [
        id,
        name,
        city,
        state,
        orders_count,
        open_orders_count,
      ]),
      [
        [other.producerId, 'Agro Álamo', 'Sorriso', 'MT', 0, 0],
        [producer.producerId, 'Fazenda Boa Vista', 'Sorriso', 'MT', 2, 1],
      ],
    );
    assert.deepEqual(
      expectOk(await get<Page<ConsultantProducer>>(consultant, '/consultant/producers?q=alamo'))
        .data,
      [data[0]],
    );
    const first = expectOk(
      await get<Page<ConsultantProducer>>(consultant, '/consultant/producers?per_page=1'),
    );
    assert.deepEqual(
      expectOk(
        await get<Page<ConsultantProducer>>(
          consultant,
          `/consultant/producers?per_page=1&cursor=${first.meta.next_cursor ?? ''}`,
        ),
      ).data,
      [data[1]],
    );
  });

  it('are those of their producers, drafts included, and of no other producer', async () => {
    const { consultant, producer, stranger } = await advise();
    const other = await buildProducer(service);
    await linkConsultant(service, consultant.consultantId, other.producerId);
    const draft = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'rascunho',
      description: 'Sementes de soja',
    });
    const open = await buildOrder(service, {
      producerId: producer.producerId,
      deadline: '2036-01-01',
      items: [{ product: await buildProduct(service, { name: 'Nitrato de cálcio' }) }],
    });
    const suspended = await buildOrder(service, { producerId: other.producerId, suspended: true });
    await buildOrder(service, { producerId: stranger.producerId });
    const ids = async (query = '') => {
      const { data, meta } = expectOk(
        await get<Page<ConsultantOrderSummary>>(consultant, `/consultant/orders?${query}`),
      );
      assert.deepEqual([meta.total, meta.per_page], [data.length, 15]);
      return data.map(({ id }) => id);
    };
    assert.deepEqual(await ids(), [suspended.id, open.id, draft.id]);
    assert.deepEqual(await ids('sort=deadline_date'), [open.id, draft.id, suspended.id]);
    assert.deepEqual(await ids('status=rascunho'), [draft.id]);
    assert.deepEqual(await ids('status=suspensa'), [suspended.id]);
    assert.deepEqual(await ids('q=SEMENTES'), [draft.id]);
    assert.deepEqual(await ids('q=calcio'), [open.id]);
    assert.deepEqual(await ids(`producer_id=${producer.producerId}`), [open.id, draft.id]);
    assert.deepEqual(await ids(`producer_id=${stranger.producerId}`), []);
    for (const query of ['status=nova', 'sort=number', 'producer_id=x', 'state=MT', 'cursor=abc'])
      assert.equal((await get(consultant, `/consultant/orders?${query}`)).status, 422, query);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta }: Page<ConsultantOrderSummary> = expectOk(
        await get<Page<ConsultantOrderSummary>>(
          consultant,
          `/consultant/orders?per_page=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        ),
      );
      seen.push(...data.map(({ id }) => id));
      cursor = meta.next_cursor;
    }
    assert.deepEqual(seen, [suspended.id, open.id, draft.id]);
  });

  it('are shown as the producer sees them, once published without any action', async () => {
    const { consultant, producer, stranger } = await advise();
    const order = await buildOrder(service, { producerId: producer.producerId });
    const own = expectOk(
      await get<Omit<ConsultantOrder, 'producer'>>(producer, `/producer/orders/${order.uuid}`),
    );
    const answer = await get<ConsultantOrder>(consultant, `/consultant/orders/${order.id}`);
    const { producer: shown, ...seen } = expectOk(answer);
    const flags = {
      can_edit: false,
      can_publish: false,
      can_close: false,
      can_cancel: false,
      can_finalize: false,
      can_delete: false,
      can_request_publication: false,
    };
    assert.deepEqual(
      [seen, shown.name, answer.headers.etag],
      [{ ...own, ...flags }, 'Fazenda Boa Vista', '"1"'],
    );
    assertRefused(
      await get(
        consultant,
        `/consultant/orders/${(await buildOrder(service, { producerId: stranger.producerId })).uuid}`,
      ),
      403,
      'not_yours',
    );
    for (const name of [randomUUIDv7(), '999999', 'nothing'])
      assertRefused(await get(consultant, `/consultant/orders/${name}`), 404, 'order_not_found');
  });

  it('are visible only to consultants', async () => {
    const { producer } = await advise();
    const order = await buildOrder(service, { producerId: producer.producerId });
    for (const path of [
      '/consultant/producers',
      '/consultant/orders',
      `/consultant/orders/${order.uuid}`,
    ]) {
      for (const person of [producer, master, await buildSupplier(service)])
        assertRefused(await get(person, path), 403, 'forbidden');
      assertRefused(await get({ token: 'x'.repeat(43) }, path), 401, 'unauthenticated');
    }
  });
});

describe('a consultant’s access', () => {
  it('ends with the link at the next request, and returns with it', async () => {
    const { consultant, producer } = await advise();
    const order = await buildOrder(service, { producerId: producer.producerId });
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: (await buildSupplier(service)).supplierId,
      items: order.items.map((item) => ({ item, price: '10' })),
    });
    const paths = [
      `/consultant/orders/${order.uuid}`,
      `/orders/${order.uuid}/proposals/received`,
      `/proposals/${proposal.uuid}`,
    ];
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await get(consultant, path)).status));
    const counts = async () => [
      expectOk(await get<Page<object>>(consultant, '/consultant/producers')).meta.total,
      expectOk(await get<Page<object>>(consultant, '/consultant/orders')).meta.total,
    ];
    assert.deepEqual(
      [await statuses(), await counts()],
      [
        [200, 200, 200],
        [1, 1],
      ],
    );
    await relink(consultant, []);
    assert.deepEqual(
      [await statuses(), await counts()],
      [
        [403, 403, 403],
        [0, 0],
      ],
    );
    await relink(consultant, [producer.producerId]);
    assert.deepEqual(
      [await statuses(), await counts()],
      [
        [200, 200, 200],
        [1, 1],
      ],
    );
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', producer.userId)
      .execute();
    assert.deepEqual(
      [await statuses(), await counts()],
      [
        [403, 403, 403],
        [0, 0],
      ],
      'a deleted producer is out of reach',
    );
  });
});

describe('the proposals that a consultant sees', () => {
  it('name no supplier in any view', async () => {
    const { consultant, producer } = await advise();
    const name = 'Canário do Cerrado Insumos Ltda';
    const supplier = await buildSupplier(service, {
      name,
      email: 'vendas@canario-insumos.com.br',
      phone: '65987654321',
    });
    const { uuid } = await service.db.q
      .selectFrom('suppliers')
      .select('uuid')
      .where('id', '=', supplier.supplierId)
      .executeTakeFirstOrThrow();
    const cnpj = supplier.document ?? '';
    const signature = `Fale conosco: ${name}, ${supplier.email}, (65) 98765-4321, ${formatCnpj(cnpj)}`;
    const order = await buildOrder(service, { producerId: producer.producerId });
    const fields = {
      orderId: order.id,
      supplierId: supplier.supplierId,
      notes: signature,
      paymentTerms: signature,
    };
    const items = order.items.map((item) => ({
      item,
      price: '10',
      notes: signature,
      similar: { name: `Linha ${name}`, description: signature },
    }));
    const proposal = await buildProposal(service, { ...fields, items });
    await buildProposal(service, { ...fields, items, status: 'draft' });
    const canaries = [
      name,
      'canario',
      supplier.email,
      cnpj,
      formatCnpj(cnpj),
      '98765',
      uuid,
      supplier.uuid,
      String(supplier.supplierId),
    ];
    for (const view of ['', '?view=full', '?view=anonymous']) {
      const list = expectOk(
        await get<AnonymousProposal[]>(
          consultant,
          `/orders/${order.uuid}/proposals/received${view}`,
        ),
      );
      const single = expectOk(
        await get<AnonymousProposal>(consultant, `/proposals/${proposal.uuid}${view}`),
      );
      assert.deepEqual(
        [list.length, list[0]?.label, single.label, single.items.length],
        [1, 'Proposta A', 'Proposta A', 1],
        'a draft is not there',
      );
      for (const body of [list, single]) {
        const text = JSON.stringify(body).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
        for (const canary of canaries)
          assert.ok(
            !text.includes(canary.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()),
            `${canary} in ${view}`,
          );
        assert.doesNotMatch(text, /"supplier|"fornecedor|"identity/);
        assert.match(text, /\[contato oculto\]/, 'the free text is there, masked');
      }
    }
  });

  it('keep their letters within a session, which differ from the producer’s', async () => {
    const { consultant, producer } = await advise();
    const order = await buildOrder(service, { producerId: producer.producerId });
    for (let index = 0; index < 5; index += 1) {
      await buildProposal(service, {
        orderId: order.id,
        supplierId: (await buildSupplier(service)).supplierId,
        items: order.items.map((item) => ({ item, price: '10' })),
      });
    }
    const letters = async (person: { token: string }) =>
      expectOk(
        await get<AnonymousProposal[]>(
          person,
          `/orders/${order.uuid}/proposals/received?view=anonymous`,
        ),
      ).map(({ uuid, label }) => `${label} ${uuid}`);
    assert.deepEqual(await letters(consultant), await letters(consultant));
    const rows = await service.db.q
      .selectFrom('proposal_letters')
      .select('session_id')
      .distinct()
      .where('order_id', '=', order.id)
      .execute();
    await letters(producer);
    assert.deepEqual(
      [
        rows.length,
        (
          await service.db.q
            .selectFrom('proposal_letters')
            .select('session_id')
            .distinct()
            .where('order_id', '=', order.id)
            .execute()
        ).length,
      ],
      [1, 2],
    );
  });

  it('are refused for orders of other producers, and drafts return 404', async () => {
    const { consultant, producer, stranger } = await advise();
    const { supplierId } = await buildSupplier(service);
    const on = async (producerId: number, status: 'draft' | 'submitted') => {
      const order = await buildOrder(service, { producerId });
      return {
        order,
        ...(await buildProposal(service, {
          orderId: order.id,
          supplierId,
          status,
          items: order.items.map((item) => ({ item, price: '10' })),
        })),
      };
    };
    const foreign = await on(stranger.producerId, 'submitted');
    assertRefused(await get(consultant, `/proposals/${foreign.uuid}`), 403, 'not_yours');
    assertRefused(
      await get(consultant, `/orders/${foreign.order.uuid}/proposals/received`),
      403,
      'not_yours',
    );
    for (const { uuid } of [
      await on(producer.producerId, 'draft'),
      await on(stranger.producerId, 'draft'),
    ])
      assertRefused(await get(consultant, `/proposals/${uuid}`), 404, 'proposal_not_found');
    assertRefused(
      await get(consultant, `/orders/${randomUUIDv7()}/proposals/received`),
      404,
      'order_not_found',
    );
    const own = await on(producer.producerId, 'submitted');
    assertFields(await get(consultant, `/proposals/${own.uuid}?view=naked`), 'view');
    for (const path of [`/proposals/${own.uuid}/accept`, `/proposals/${own.uuid}/reject`]) {
      assertRefused(
        await service.call<Refusal>('POST', `/api/v1${path}`, { token: consultant.token }),
        403,
        'forbidden',
      );
    }
    assertRefused(await get(consultant, `/producer/orders/${own.order.uuid}`), 403, 'forbidden');
  });
});
