import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markNames } from '@lavra/domain/proposal/mark-names';
import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import type { RegisterReply } from '@lavra/contract/accounts/schemas';
import type { Notification } from '@lavra/contract/notifications/schemas';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  someCnpj,
  type TestPerson,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { runInSlot } from '../scheduling/scheduling-feature.ts';

const service = await startService({ now: new Date('2027-03-01T10:00:00-03:00') });
const { q } = service.db;
const going = new AbortController().signal;
const admin = await buildAdmin(service);
const producer = await buildProducer(service, { name: 'Fazenda Jacarandá' });
const rival = await buildSupplier(service, { name: 'Revenda Rival' });
const product = await buildProduct(service);
const canary = {
  name: 'Canarionome Insumos Ltda',
  email: 'canariomail@canario.example',
  phone: '(66) 98765-4321',
  document: someCnpj(),
  website: 'https://canariosite.example',
};

async function call<B extends object = Record<string, unknown>>(
  person: TestPerson,
  method: 'POST' | 'PUT' | 'GET',
  path: string,
  body?: unknown,
): Promise<B> {
  const answer = await service.call<B>(method, `/api/v1/${path}`, { token: person.token, body });
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Moves the clock to an hour in São Paulo, runs every scheduled task, and dispatches all events.
 */
async function at(local: string): Promise<void> {
  service.moveClock(new Date(`2027-${local}-03:00`));
  for (const task of service.app.tasks) await runInSlot(service.app.platform, task, going);
  await service.work();
}
const draftOrder = (
  deadline: string,
  { of = product, publishAt }: { of?: TestProduct; publishAt?: string } = {},
) =>
  call<ProducerOrder>(producer, 'POST', 'producer/orders', {
    description: 'Defensivos para a soja',
    deadline_date: deadline,
    delivery_address: { city: 'Sorriso', state: 'MT' },
    items: [{ product_id: of.id, quantity: 10, unit: of.unit }],
    ...(publishAt === undefined ? {} : { publish_at: publishAt }),
  });
/** An order is scheduled, and its product leaves the catalogue before publication. */
async function scheduledInVain(): Promise<void> {
  const gone = await buildProduct(service);
  const { uuid } = await draftOrder('2027-03-30', { of: gone, publishAt: '2027-03-21 09:00:00' });
  await call(producer, 'POST', `producer/orders/${uuid}/publish`);
  await q.updateTable('products').set({ active: false }).where('id', '=', gone.id).execute();
}
async function published(deadline: string): Promise<ProducerOrder> {
  const { uuid } = await draftOrder(deadline);
  return call<ProducerOrder>(producer, 'POST', `producer/orders/${uuid}/publish`);
}
const offer = (supplier: TestPerson, { uuid, items }: ProducerOrder) =>
  call<{ uuid: string }>(supplier, 'POST', `orders/${uuid}/proposals`, {
    notes: `Fale com ${canary.name}`,
    supplier_reference: canary.name,
    items: items.map((item) => ({
      order_item_id: item.id,
      product_id: product.id,
      unit_price: 10,
      quantity: 10,
      notes: canary.email,
    })),
  });
async function submitted(supplier: TestPerson, order: ProducerOrder): Promise<{ uuid: string }> {
  const draft = await offer(supplier, order);
  return call(supplier, 'POST', `proposals/${draft.uuid}/submit`);
}

/** Registers a supplier who waits for approval, every field recognisable. */
async function register(): Promise<TestPerson> {
  await call(admin, 'PUT', 'admin/settings/suppliers.require_approval', { value: true });
  const { body } = await service.call<RegisterReply>('POST', '/api/v1/register', {
    body: {
      user_type: 'fornecedor',
      name: canary.name,
      email: canary.email,
      password: 'Colheita2026',
      password_confirmation: 'Colheita2026',
      document_type: 'cnpj',
      document_number: canary.document,
      phone: canary.phone,
      mobile: canary.phone,
      website: canary.website,
      addresses: [
        {
          kind: 'headquarters',
          name: 'Canariosede',
          postal_code: '75901-000',
          street: 'Canariorua',
          number: '10',
          city: 'Rio Verde',
          state: 'GO',
        },
      ],
    },
  });
  await service.work();
  await service.call('PATCH', `/api/v1/admin/users/${body.user.id}/status`, {
    token: admin.token,
    body: { status: 'ativo' },
  });
  return {
    userId: body.user.id,
    uuid: body.user.uuid,
    name: canary.name,
    email: canary.email,
    document: canary.document,
    token: await service.tokenFor(body.user.id),
  };
}

/** Causes every event of orders, questions and proposals, through the API. */
async function live(): Promise<TestPerson> {
  const supplier = await register();
  await call(admin, 'PUT', 'admin/settings/orders.require_approval', { value: true });
  const first = await draftOrder('2027-03-20');
  await call(producer, 'POST', `producer/orders/${first.uuid}/publish`);
  await call(admin, 'POST', `admin/orders/${first.id}/return`, { comment: 'Falta a marca' });
  await call(producer, 'POST', `producer/orders/${first.uuid}/publish`);
  await call(admin, 'POST', `admin/orders/${first.id}/approve`);
  await call(admin, 'PUT', 'admin/settings/orders.require_approval', { value: false });
  await at('03-01T10:05:00');
  await call(supplier, 'POST', `supplier/orders/${first.uuid}/favorite`);
  const question = await call<{ id: number }>(supplier, 'POST', `orders/${first.uuid}/questions`, {
    question: `Aqui é da ${canary.name}, ${canary.phone}`,
  });
  await call(producer, 'POST', `questions/${question.id}/answer`, { answer: 'Pode.' });
  await call(producer, 'POST', `producer/orders/${first.uuid}/extend-deadline`, {
    deadline_date: '2027-03-25',
  });
  const withdrawn = await submitted(supplier, first);
  await call(supplier, 'POST', `proposals/${withdrawn.uuid}/cancel`, {
    reason: `${canary.name} desistiu`,
  });
  const losing = await submitted(rival, first);
  await submitted(rival, first);
  const winning = await submitted(supplier, first);
  await call(admin, 'POST', `admin/orders/${first.id}/suspend`, {
    reason: `Denúncia contra ${canary.name}`,
  });
  await call(admin, 'POST', `admin/orders/${first.id}/resume`);
  await call(producer, 'POST', `proposals/${losing.uuid}/reject`, { reason: 'Prazo longo' });
  await call(producer, 'POST', `proposals/${winning.uuid}/accept`, { reason: 'Entrega melhor' });
  const [cancelled, revoked, closed, late] = [
    await published('2027-03-20'),
    await published('2027-03-20'),
    await published('2027-03-20'),
    await published('2027-03-10'),
  ];
  for (const order of [cancelled, revoked, closed]) await submitted(supplier, order);
  await call(supplier, 'POST', `supplier/orders/${late.uuid}/favorite`);
  await call(producer, 'POST', `producer/orders/${cancelled.uuid}/cancel`, {
    reason: `Comprei da ${canary.name}`,
  });
  await call(admin, 'POST', `admin/orders/${revoked.id}/revoke`, {
    reason: `Fraude de ${canary.name}`,
  });
  await call(producer, 'POST', `producer/orders/${closed.uuid}/close`);
  await scheduledInVain();
  for (const hour of [
    '03-01T12:00:00',
    '03-03T12:01:00',
    '03-08T07:59:00',
    '03-08T08:00:00',
    '03-08T12:01:00',
    '03-11T00:01:00',
    '03-20T08:00:00',
    '03-21T09:01:00',
    '03-21T09:02:00',
  ])
    await at(hour);
  return supplier;
}

/** Returns all of a person's notifications, oldest first. */
async function notificationsOf({ userId }: TestPerson): Promise<Notification[]> {
  const { body } = await service.call<{ data: Notification[]; meta: { total: number } }>(
    'GET',
    '/api/v1/notifications?per_page=100',
    { token: await service.tokenFor(userId) },
  );
  assert.equal(body.data.length, body.meta.total);
  assert.equal(body.data.length, body.meta.total);
  return body.data.toReversed();
}

describe('a year of a producer and a supplier', async () => {
  const supplier = await live();
  const events = await q
    .selectFrom('events')
    .select(['type', 'facts', 'dispatched_at', 'failure'])
    .orderBy('id')
    .execute();

  it('emits every event of orders, questions, proposals and registrations, and the worker dispatches all', () => {
    const made = new Set(events.map(({ type }) => type));
    const others = new Set([
      'award.contact_missed',
      'items.unbought',
      'order.publication_requested',
      'catalogue.request_answered',
      'subscription.expiring',
      'payment.confirmed',
      'payment.refunded',
      'import.finished',
      'job.failed',
    ]); // other features write these
    assert.deepEqual(
      notificationEvents.filter((event) => !made.has(event) && !others.has(event)),
      [],
    );
    assert.deepEqual(
      events.filter(({ dispatched_at, failure }) => dispatched_at === null || failure !== null),
      [],
    );
  });

  it('notifies the producer of each event, in order, proposals for one order as one', async () => {
    assert.deepEqual(
      (await notificationsOf(producer)).map(({ event }) => event),
      [
        'order.returned',
        'order.approved',
        'question.asked',
        'proposal.cancelled',
        'proposal.received',
        'order.suspended',
        'proposal.received',
        'proposal.received',
        'proposal.received',
        'order.revoked',
        'order.closed',
        'award.pending',
        'award.pending',
        'order.expired',
        'order.not_published',
      ],
    );
  });

  it('notifies the supplier of their own events, and the rival only of theirs', async () => {
    assert.deepEqual(
      (await notificationsOf(supplier)).map(({ event }) => event),
      [
        'order.published',
        'question.answered',
        'order.deadline_extended',
        'order.suspended',
        'proposal.accepted',
        'order.published',
        'order.published',
        'order.published',
        'order.published',
        'order.cancelled',
        'order.revoked',
        'order.deadline_near',
      ],
    );
    const received = (await notificationsOf(rival)).map(({ event }) => event);
    assert.deepEqual(
      ['proposal.rejected', 'order.awarded_to_other', 'proposal.accepted', 'order.cancelled'].map(
        (event) => received.filter((one) => one === event).length,
      ),
      [1, 1, 0, 0],
    );
  });

  it('never reveals to the producer who bids, in no text, no data and no stored event', async () => {
    const whole = JSON.stringify([
      await notificationsOf(producer),
      events.map(({ facts }) => facts),
    ]).toLowerCase();
    const marks = [
      'canario',
      canary.document,
      canary.document.slice(0, 8),
      canary.phone,
      '98765',
      'Revenda Rival',
      rival.email,
      rival.document ?? 'none',
      supplier.uuid,
      rival.uuid,
    ];
    assert.deepEqual(
      marks.filter((mark) => whole.includes(mark.toLowerCase())),
      [],
    );
    const keys = new Set(
      (await notificationsOf(producer)).flatMap(({ data }) => Object.keys(data)),
    );
    assert.deepEqual([...keys].toSorted(), [
      'order_id',
      'order_number',
      'order_uuid',
      'proposal_uuid',
      'question_id',
    ]);
  });

  it('calls a proposal by its mark to the producer, and never to a supplier', async () => {
    const trees = new RegExp(`Proposta (${markNames.join('|')})`, 'u');
    for (const { event, body } of await notificationsOf(producer))
      if (event === 'proposal.received' || event === 'proposal.cancelled')
        assert.match(body, trees);
    const whole = JSON.stringify([await notificationsOf(supplier), await notificationsOf(rival)]);
    assert.doesNotMatch(whole, new RegExp(`"(?:[^"]* )?(${markNames.join('|')})\\b|mark`, 'u'));
    const marked = events.filter(({ facts }) => JSON.stringify(facts).includes('proposal_mark'));
    assert.deepEqual(
      new Set(marked.map(({ type }) => type)),
      new Set(['proposal.received', 'proposal.cancelled']),
    );
  });

  it('never reveals to suppliers which producer buys', async () => {
    const whole = JSON.stringify([await notificationsOf(supplier), await notificationsOf(rival)]);
    assert.deepEqual(
      [producer.name, producer.email, producer.document ?? 'none', producer.uuid].filter((mark) =>
        whole.includes(mark),
      ),
      [],
    );
  });

  it('notifies the administrators of people who wait for approval', async () => {
    const received = await notificationsOf(admin);
    assert.deepEqual(
      received.map(({ event, title }) => [event, title.replace(/COT-[\d-]+/, 'COT')]).slice(0, 3),
      [
        ['user.registered', 'Novo fornecedor cadastrado: aguarda aprovação'],
        ['order.pending_approval', 'Cotação COT aguarda aprovação'],
        ['order.pending_approval', 'Cotação COT aguarda aprovação'],
      ],
    );
    assert.ok(!JSON.stringify(received).toLowerCase().includes('canario'));
  });
});
