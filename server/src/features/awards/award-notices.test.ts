import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markNames } from '@lavra/domain/proposal/mark-names';
import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Timeline } from '@lavra/contract/orders/schemas';
import { buildAdmin, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { openAwards } from './awards.fixture.ts';
import { remindOfUnbought } from './unbought-reminders.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const HOUR = 60 * 60_000;
const service = await startService({ now: NOW });
const { producer, ordered, offered, award } = await openAwards(service);

/** What a person was notified of, oldest first. */
async function noticesOf({ token }: TestPerson): Promise<Notification[]> {
  await service.work();
  const { body } = await service.call<{ data: Notification[] }>(
    'GET',
    '/api/v1/notifications?per_page=100',
    { token },
  );
  return body.data.toReversed();
}
const eventsOf = async (person: TestPerson): Promise<string[]> =>
  (await noticesOf(person)).map(({ event }) => event);

describe('an award by item', async () => {
  const order = await ordered(5);
  const many = await offered(order, ['10', '20', '30', null, null], {
    freight: '1000',
    freightRule: 'full',
  });
  const other = await offered(order, [null, null, '31', '40', null]);
  const again = await offered(order, [null, null, null, null, '9'], { supplier: other.supplier });
  const loser = await offered(order, ['11', null, null, null, null]);
  await award(order, [
    [0, many],
    [1, many],
    [3, other],
  ]);

  it('says to each winner what was bought of its own proposal', async () => {
    const [notice, ...rest] = await noticesOf(many.supplier);
    assert.deepEqual(rest, []);
    const { number } = order;
    assert.deepEqual(
      [notice?.title, notice?.body.replace(/\(“.*”\)/, '()')],
      [
        `O produtor comprou 2 itens da sua proposta na cotação ${number}`,
        `Parabéns! O produtor comprou 2 itens da sua proposta para a cotação ${number} (): ` +
          'R$\u00a03.000,00, mais frete de R$\u00a01.000,00. O contato do produtor está na página da venda.',
      ],
    );
    const [one, ...none] = await noticesOf(other.supplier);
    assert.match(one?.title ?? '', /comprou 1 item da sua proposta/);
    assert.deepEqual(none, [], 'who sold an item is not notified of what it lost');
  });

  it('notifies the others, of whom nothing was bought, without names and numbers of winners', async () => {
    const [notice, ...rest] = await noticesOf(loser.supplier);
    assert.deepEqual([notice?.event, rest], ['order.awarded_to_other', []]);
    const whole = JSON.stringify(notice).toLowerCase();
    for (const { supplier } of [many, other])
      for (const word of [supplier.name, supplier.email, supplier.uuid])
        assert.ok(!whole.includes(word.toLowerCase()), word);
    assert.match(notice?.body ?? '', /nada foi comprado da sua proposta/);
    assert.doesNotMatch(notice?.body ?? '', /\d itens|duas|três|propostas/);
  });

  it('notifies a winner of each later round, and the others of none', async () => {
    service.moveClock(new Date(NOW.getTime() + HOUR));
    await award(order, [
      [2, many],
      [4, again],
    ]);
    const notices = await noticesOf(many.supplier);
    assert.equal(notices.length, 2);
    assert.match(notices[1]?.title ?? '', /comprou mais 1 item da sua proposta/);
    assert.match(
      notices[1]?.body ?? '',
      /R\$\u00a03\.000,00\. O contato/,
      'the freight is paid once',
    );
    assert.match((await noticesOf(other.supplier)).at(-1)?.title ?? '', /foi aceita$/);
    assert.deepEqual(await eventsOf(loser.supplier), ['order.awarded_to_other']);
  });

  it('stands in the timeline by marks, for each round', async () => {
    const { body } = await service.call<Timeline>(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/timeline`,
      { token: producer.token },
    );
    const tree = new RegExp(`Proposta (${markNames.join('|')})`, 'u');
    assert.deepEqual(
      body.data
        .filter(({ event }) => event === 'proposal.accepted')
        .map(({ label }) => label.replace(tree, 'Proposta Árvore'))
        .toSorted(),
      [
        '1 item comprado da Proposta Árvore',
        '1 item comprado da Proposta Árvore, na rodada 2',
        '2 itens comprados da Proposta Árvore',
        'Proposta Árvore escolhida, na rodada 2',
      ],
    );
  });

  it('opens the producer’s contact to each winner, and to no other supplier', async () => {
    const contactFor = async ({ token }: TestPerson) => {
      const { body } = await service.call<{ producer_contact: { email: string } | null }>(
        'GET',
        `/api/v1/supplier/orders/${order.uuid}`,
        { token },
      );
      return body.producer_contact?.email ?? null;
    };
    assert.deepEqual(
      [
        await contactFor(many.supplier),
        await contactFor(other.supplier),
        await contactFor(loser.supplier),
      ],
      [producer.email, producer.email, null],
    );
  });
});

describe('an awarded order that an administrator revokes', () => {
  it('reaches those who sold and those who did not', async () => {
    service.moveClock(NOW);
    const admin = await buildAdmin(service);
    const order = await ordered(3);
    const [one, two, lost] = [
      await offered(order, ['10', '20', null]),
      await offered(order, [null, null, '30']),
      await offered(order, ['11', '21', '31']),
    ];
    await award(order, [
      [0, one],
      [1, one],
      [2, two],
    ]);
    await service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
      token: two.supplier.token,
      body: {},
    });
    const revoked = await service.call('POST', `/api/v1/admin/orders/${order.id}/revoke`, {
      token: admin.token,
      body: { reason: 'Engano' },
    });
    assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
    const heard = async (person: TestPerson): Promise<string[]> =>
      (await eventsOf(person)).filter((event) => event === 'order.revoked');
    assert.deepEqual(await Promise.all([one, two, lost].map(({ supplier }) => heard(supplier))), [
      ['order.revoked'],
      ['order.revoked'],
      ['order.revoked'],
    ]);
  });
});

describe('items that an award left unbought', () => {
  const remindAfter = async (hours: number): Promise<void> => {
    service.moveClock(new Date(NOW.getTime() + hours * HOUR));
    await remindOfUnbought(service.app.platform, neverAborted);
  };
  const reminders = async (uuid: string): Promise<string[]> =>
    (await noticesOf({ ...producer, token: await service.tokenFor(producer.userId) }))
      .filter(({ event, data }) => event === 'items.unbought' && data.order_uuid === uuid)
      .map(({ title }) => title);
  const awarded = async () => {
    service.moveClock(NOW);
    const order = await ordered(3);
    await award(order, [[0, await offered(order, ['10', '20', null])]]);
    return order;
  };

  it('are reminded of after one day and after five, once each', async () => {
    const order = await awarded();
    await remindAfter(23.9);
    assert.deepEqual(await reminders(order.uuid), []);
    for (const hours of [24, 25, 119]) await remindAfter(hours);
    const title = `Falta comprar 2 itens na cotação ${order.number}`;
    assert.deepEqual(await reminders(order.uuid), [title]);
    for (const hours of [120, 121, 500]) await remindAfter(hours);
    assert.deepEqual(await reminders(order.uuid), [title, title]);
  });

  it('are not where all was bought, or asked for again in another order, or finalized', async () => {
    const [whole, requoted, finished, cancelledCopy] = [
      await awarded(),
      await awarded(),
      await awarded(),
      await awarded(),
    ];
    const rest = await offered(whole, ['1', '2', '3'], { supplier: await buildSupplier(service) });
    await award(whole, [
      [1, rest],
      [2, rest],
    ]);
    const { q } = service.db;
    for (const [source, status] of [
      [requoted, 'publicada'],
      [cancelledCopy, 'cancelada'],
    ] as const) {
      const copy = await ordered(2, { status });
      await q
        .insertInto('requoted_items')
        .values(source.items.slice(1).map(({ id }) => ({ order_item_id: id, order_id: copy.id })))
        .execute();
    }
    await q
      .updateTable('orders')
      .set({ status: 'finalizada' })
      .where('id', '=', finished.id)
      .execute();
    await remindAfter(30);
    const counts = [];
    for (const { uuid } of [whole, requoted, finished, cancelledCopy])
      counts.push((await reminders(uuid)).length);
    assert.deepEqual(counts, [0, 0, 0, 1]);
  });
});
