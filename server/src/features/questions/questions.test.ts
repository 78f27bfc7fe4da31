import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AskedQuestion, OrderQuestion } from '@lavra/contract/questions/schemas';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  buildConsultant,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { assertInvalid, assertRefused } from '../proposals/proposals.fixture.ts';

interface Page {
  data: OrderQuestion[];
  meta: { total: number; last_page: number; next_cursor: string | null };
}

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
// Supplier ids are far from all other ids, so that such a number in a reply means that it was
// leaked.
await sql`ALTER TABLE suppliers ALTER COLUMN id RESTART WITH 7654321098`.execute(service.db.q);
await sql`ALTER TABLE users ALTER COLUMN id RESTART WITH 6543210987`.execute(service.db.q);
const producer = await buildProducer(service);
const stranger = await buildProducer(service);
const asker = await buildSupplier(service, {
  name: 'Canário do Cerrado Insumos Ltda',
  email: 'vendas@canario-insumos.com.br',
  phone: '65987654321',
});
const rival = await buildSupplier(service);

const open = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const at = (order: { uuid: string }): string => `/api/v1/orders/${order.uuid}/questions`;
const ask = (order: { uuid: string }, body: unknown, { token }: { token?: string } = asker) =>
  service.call<AskedQuestion>('POST', at(order), { token, body });
const asked = async (
  order: { uuid: string },
  question: string,
  person: TestPerson = asker,
): Promise<OrderQuestion> => {
  const { status, body } = await ask(order, { question }, person);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const answer = (id: number | string, text: unknown, { token }: { token?: string } = producer) =>
  service.call<OrderQuestion>('POST', `/api/v1/questions/${id}/answer`, {
    token,
    body: { answer: text },
  });
const read = async (order: { uuid: string }, { token }: TestPerson, query = ''): Promise<Page> => {
  const { status, body } = await service.call<Page>('GET', `${at(order)}${query}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const decline = (order: TestOrder, { token }: TestPerson) =>
  service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, { token });

describe('a question', () => {
  it('is read with its answer by the producer and every supplier, and only its author sees the name', async () => {
    const order = await open();
    const [item] = order.items;
    const {
      body: { identity_warnings, ...question },
    } = await ask(order, { question: '  A entrega pode ser dividida?  ', order_item_id: item?.id });
    assert.deepEqual(identity_warnings, []);
    assert.deepEqual(question, {
      id: question.id,
      order_item_id: item?.id,
      question: 'A entrega pode ser dividida?',
      asked_at: question.asked_at,
      answer: null,
      answered_at: null,
      mine: true,
    });
    assert.match(question.asked_at, /^2026-11-20 12:0/);
    const { status, body: answered } = await answer(question.id, 'Pode, em duas vezes.');
    assert.equal(status, 200);
    const { mine: _mine, ...seen } = {
      ...question,
      answer: 'Pode, em duas vezes.',
      answered_at: answered.answered_at,
    };
    assert.deepEqual(answered, seen);
    assert.deepEqual((await read(order, producer)).data, [seen]);
    assert.deepEqual((await read(order, rival)).data, [{ ...seen, mine: false }]);
    assert.deepEqual((await read(order, asker)).data, [{ ...seen, mine: true }]);
  });

  it('emits an event with ids only, and appears in the timeline without a name', async () => {
    const order = await open();
    const question = await asked(order, 'Qual o prazo?');
    await answer(question.id, 'Trinta dias.');
    const events = await service.db.q
      .selectFrom('events')
      .select(['type', 'data'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const data = { order_id: order.id, question_id: question.id };
    assert.deepEqual(events.toReversed(), [
      { type: 'question.asked', data },
      { type: 'question.answered', data },
    ]);
    const { body } = await service.call<{ data: { label: string; actor: string }[] }>(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/timeline`,
      { token: producer.token },
    );
    assert.deepEqual(
      body.data.map(({ label, actor }) => [label, actor]),
      [
        ['Pergunta recebida', 'Fornecedor'],
        ['Pergunta respondida', 'Produtor'],
      ],
    );
  });

  it('is stored once per Idempotency-Key', async () => {
    const order = await open();
    const send = () =>
      service.call<OrderQuestion>('POST', at(order), {
        token: asker.token,
        body: { question: 'De novo?' },
        headers: { 'idempotency-key': 'pergunta-1' },
      });
    assert.deepEqual((await send()).body, (await send()).body);
    assert.equal((await read(order, producer)).meta.total, 1);
  });

  it('is listed page by page, in the order of asking', async () => {
    const order = await open();
    for (let index = 1; index <= 5; index += 1)
      await asked(order, `Pergunta ${index}`, index % 2 === 0 ? rival : asker);
    const texts = ({ data }: Page) => data.map(({ question }) => question);
    const first = await read(order, producer, '?per_page=2');
    assert.deepEqual(
      [texts(first), first.meta.total, first.meta.last_page],
      [['Pergunta 1', 'Pergunta 2'], 5, 3],
    );
    const second = await read(
      order,
      producer,
      `?per_page=2&cursor=${first.meta.next_cursor ?? ''}`,
    );
    assert.deepEqual(texts(second), ['Pergunta 3', 'Pergunta 4']);
    const last = await read(order, producer, '?per_page=2&page=3');
    assert.deepEqual([texts(last), last.meta.next_cursor], [['Pergunta 5'], null]);
    for (const query of ['cursor=x', 'page=0', 'sort=id'])
      assertRefused(
        await service.call('GET', `${at(order)}?${query}`, { token: producer.token }),
        422,
        'validation_failed',
      );
  });
});

describe('the author of a question', () => {
  const signature = [
    'Canário do Cerrado Insumos Ltda',
    'CANARIO DO CERRADO INSUMOS',
    'vendas@canario-insumos.com.br',
    'www.canario-insumos.com.br',
    '(65) 98765-4321',
    asker.document ?? '',
    '@canario_insumos',
  ];
  const canaries = [
    'canario',
    'canário',
    '98765',
    asker.document ?? '',
    asker.uuid,
    String(asker.supplierId),
    String(asker.userId),
    'supplier',
    '"mine":true',
  ];

  it('is named in nothing that the producer or another supplier reads, whatever the text', async () => {
    const order = await open();
    const { uuid } = await service.db.q
      .selectFrom('suppliers')
      .select('uuid')
      .where('id', '=', asker.supplierId)
      .executeTakeFirstOrThrow();
    const question = await asked(order, `Entregam em janeiro? ${signature.join('; ')}.`);
    assert.match(question.question, /Canário do Cerrado/, 'the asker reads what it wrote');
    const replies = [
      await read(order, producer),
      await read(order, rival),
      (await answer(question.id, 'Sim.')).body,
      await read(order, producer),
      (
        await service.call('GET', `/api/v1/producer/orders/${order.uuid}/timeline`, {
          token: producer.token,
        })
      ).body,
    ];
    for (const reply of replies) {
      const text = JSON.stringify(reply).toLowerCase();
      for (const canary of [...canaries, uuid])
        assert.ok(!text.includes(canary.toLowerCase()), `${canary} in ${text}`);
    }
    assert.match(JSON.stringify(replies[0]), /Entregam em janeiro\? \[contato oculto\]/);
  });

  it('cannot be found out by writing names into the answer', async () => {
    const order = await open();
    const question = await asked(order, 'Entregam em janeiro?');
    const { body } = await answer(
      question.id,
      'Foi a Canário do Cerrado Insumos ou a Conta de teste? Ligue (66) 99999-8888.',
    );
    assert.equal(
      body.answer,
      'Foi a Canário do Cerrado Insumos ou a Conta de teste? Ligue [contato oculto].',
    );
    for (const person of [rival, asker])
      assert.equal((await read(order, person)).data[0]?.answer, body.answer);
  });

  it('may write a text whose masked form exceeds the limit', async () => {
    const order = await open();
    const question = await asked(order, 'a@b.co '.repeat(280).trim());
    assert.ok(((await read(order, producer)).data[0]?.question ?? '').length > 2000);
    assert.equal((await answer(question.id, 'a@b.co '.repeat(570).trim())).status, 200);
    assert.ok(((await read(order, rival)).data[0]?.answer ?? '').length > 4000);
  });
});

describe('asking a question', () => {
  it('is refused to all but suppliers who see the order: 401, 403, 404', async () => {
    const order = await open();
    const body = { question: 'Posso?' };
    assertRefused(await ask(order, body, {}), 401, 'unauthenticated');
    for (const person of [producer, await buildConsultant(service)])
      assertRefused(await ask(order, body, person), 403, 'forbidden');
    for (const status of ['rascunho', 'pendente', 'em_analise'] as const)
      assertRefused(await ask(await open({ status }), body), 404, 'order_not_found');
    assertRefused(await ask({ uuid: 'x' }, {}), 404, 'order_not_found');
    assertRefused(await service.call('GET', at(order)), 401, 'unauthenticated');
    assertRefused(
      await service.call('GET', at(order), { token: stranger.token }),
      403,
      'not_yours',
    );
    assertRefused(
      await service.call('GET', at(await open({ status: 'rascunho' })), { token: asker.token }),
      404,
      'order_not_found',
    );
  });

  it('is refused with each invalid field named', async () => {
    const [order, other] = [await open(), await open()];
    assertInvalid(await ask(order, {}), { question: 'Preencha este campo.' });
    assertInvalid(await ask(order, { question: ' \u200b ' }), { question: 'Preencha este campo.' });
    assertInvalid(await ask(order, { question: 'a'.repeat(2001) }), {
      question: 'Use no máximo 2000 caracteres.',
    });
    assertInvalid(await ask(order, { question: 'a', supplier_id: 1 }), {
      supplier_id: 'Este campo não é conhecido.',
    });
    assertInvalid(await ask(order, { question: 'a', order_item_id: other.items[0]?.id }), {
      order_item_id: 'Este item não pertence à cotação.',
    });
    assert.equal((await read(order, producer)).meta.total, 0);
  });

  it('is refused where no proposal is accepted, and to suppliers who declined', async () => {
    const body = { question: 'Posso?' };
    assertRefused(await ask(await open({ suspended: true }), body), 422, 'order_suspended');
    assertRefused(await ask(await open({ deadline: '2026-11-19' }), body), 422, 'order_closed');
    assert.equal((await ask(await open({ deadline: '2026-11-20' }), body)).status, 200);
    const order = await open();
    await decline(order, asker);
    assertRefused(await ask(order, body), 422, 'order_declined');
    const closed = await open();
    await service.call('POST', `/api/v1/supplier/orders/${closed.uuid}/favorite`, {
      token: asker.token,
    });
    await service.db.q
      .updateTable('orders')
      .set({ status: 'em_analise' })
      .where('id', '=', closed.id)
      .execute();
    assertRefused(await ask(closed, body), 422, 'order_closed');
  });
});

describe('an answer', () => {
  it('is accepted once, also when two are sent at the same time', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const order = await open();
      const question = await asked(order, 'E agora?');
      const texts = ['Primeira', 'Segunda'];
      const answers = await Promise.all(texts.map((text) => answer(question.id, text)));
      const won = answers.findIndex(({ status }) => status === 200);
      assertRefused(answers[1 - won] ?? assert.fail(), 422, 'question_answered');
      assert.equal((await read(order, rival)).data[0]?.answer, texts[won]);
    }
  });

  it("is accepted only from the order's producer: 401, 403 by profile and owner, 404, 422", async () => {
    const order = await open();
    const { id } = await asked(order, 'E agora?');
    assertRefused(await answer(id, 'Sim', {}), 401, 'unauthenticated');
    assertRefused(await answer(id, 'Sim', asker), 403, 'forbidden');
    assertRefused(await answer(id, 'Sim', stranger), 403, 'not_yours');
    for (const unknown of [999_999, 'x', order.uuid])
      assertRefused(await answer(unknown, 'Sim'), 404, 'question_not_found');
    assertInvalid(await answer(id, '   '), { answer: 'Preencha este campo.' });
    assertInvalid(await answer(id, 'a'.repeat(4001)), { answer: 'Use no máximo 4000 caracteres.' });
    assert.equal((await read(order, producer)).data[0]?.answer, null);
  });

  it('is accepted while the order is published and not suspended', async () => {
    for (const status of orderStatuses) {
      const order = await open();
      const { id } = await asked(order, 'E agora?');
      await service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
      const given = await answer(id, 'Sim');
      if (status === 'publicada') assert.equal(given.status, 200);
      else assertRefused(given, 422, 'question_order_closed');
    }
    const suspended = await open();
    const { id } = await asked(suspended, 'E agora?');
    await service.db.q
      .updateTable('orders')
      .set({ suspended_at: new Date() })
      .where('id', '=', suspended.id)
      .execute();
    assertRefused(await answer(id, 'Sim'), 422, 'question_order_suspended');
  });
});
