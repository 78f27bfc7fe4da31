import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Log } from '@lavra/contract/admin/logs';
import { orderTransitionEvents, proposalTransitionEvents } from '@lavra/domain/audit/audit-events';
import {
  orderTransitions,
  orderTransitionNames,
  type OrderTransition,
} from '@lavra/domain/order/order-machine';
import {
  proposalTransitions,
  proposalTransitionNames,
  type ProposalTransition,
} from '@lavra/domain/proposal/proposal-machine';
import { statementChannel } from '../../platform/db/database.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { proposalCalls } from '../proposals/proposals.fixture.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { closePublished, settlePending } from '../orders/scheduled/due-orders.ts';
import { reportVerification } from '../../entry/audit.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';
import { sealAudit, verifyAudit } from './audit-feature.ts';

const service = await startService();
const { platform } = service.app;
service.moveClock(new Date('2026-11-20T15:00:00Z'));
const [producer, supplier, rival, admin] = [
  await buildProducer(service),
  await buildSupplier(service),
  await buildSupplier(service),
  await buildAdmin(service),
];
const { accept, submit, submitNew, saveDraft } = proposalCalls(service);

const build = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const offer = (order: TestOrder, status: 'draft' | 'submitted' = 'submitted') =>
  buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status,
    items: order.items.map((item) => ({ item, price: '10' })),
  });

/** Returns the entries that the administration reads, oldest first. */
async function logsOf(of: 'orders' | 'proposals', { id }: { id: number }): Promise<Log[]> {
  const { status, body } = await service.call<{ data: Log[] }>(
    'GET',
    `/api/v1/admin/${of}/${id}/logs?sort=created_at&per_page=100`,
    { token: admin.token },
  );
  assert.equal(status, 200);
  return body.data;
}
const eventsOf = (logs: readonly Log[]) => logs.map(({ event }) => event);
const post = async (
  url: string,
  token: string,
  body?: unknown,
  method: 'POST' | 'DELETE' | 'PATCH' = 'POST',
): Promise<string> => {
  const answer = await service.call(method, `/api/v1/${url}`, { token, body });
  assert.equal(answer.status, 200, answer.raw.toString());
  return String(answer.headers['x-request-id']);
};
const approvals = (value: boolean) =>
  service.db.q
    .insertInto('settings')
    .values({
      key: 'orders.require_approval',
      value: JSON.stringify(value),
      updated_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

/** The actor of a transition: a person with a request, or the clock. */
interface Made {
  readonly id: number;
  readonly by: { readonly userId: number } | null;
  readonly requestId: string;
}
type Person = { readonly userId: number; readonly token: string };

const moved =
  (
    person: Person,
    path: (order: TestOrder) => string,
    {
      fields = {},
      body,
      before,
    }: {
      fields?: Partial<OrderFields>;
      body?: unknown;
      before?: (order: TestOrder) => Promise<unknown>;
    } = {},
  ) =>
  async (): Promise<Made> => {
    const order = await build(fields);
    await before?.(order);
    return { id: order.id, by: person, requestId: await post(path(order), person.token, body) };
  };
const ofProducer =
  (action: string) =>
  ({ uuid }: TestOrder): string =>
    `producer/orders/${uuid}/${action}`;
const ofAdmin =
  (action: string) =>
  ({ id }: TestOrder): string =>
    `admin/orders/${id}/${action}`;
const byClock =
  (work: typeof closePublished, fields: Partial<OrderFields>) => async (): Promise<Made> => {
    const order = await build(fields);
    await work(platform, neverAborted);
    return { id: order.id, by: null, requestId: 'system' };
  };

/**
 * Has the administration set the status of an open order's owner; for `ativo` the owner was blocked
 * before.
 */
const withOwner = (standing: 'bloqueado' | 'ativo') => async (): Promise<Made> => {
  const owner = await buildProducer(service);
  const { id } = await build({ producerId: owner.producerId });
  const give = (status: string): Promise<string> =>
    post(`admin/users/${owner.userId}/status`, admin.token, { status }, 'PATCH');
  if (standing === 'ativo') await give('bloqueado');
  return { id, by: admin, requestId: await give(standing) };
};

/**
 * One test for each transition of the state machine: a new transition does not compile without one.
 */
const orderStories: Readonly<Record<Exclude<OrderTransition, 'edit'>, () => Promise<Made>>> = {
  publish: moved(producer, ofProducer('publish'), { fields: { status: 'rascunho' } }),
  hold: moved(producer, ofProducer('publish'), {
    fields: { status: 'rascunho', publishAt: new Date('2026-11-21T12:00:00Z') },
  }),
  approve: moved(admin, ofAdmin('approve'), {
    fields: { status: 'pendente', publishAt: new Date('2026-11-21T12:00:00Z') },
  }),
  release: byClock(settlePending, {
    status: 'pendente',
    approvedAt: new Date('2026-11-20T14:00:00Z'),
  }),
  return: moved(admin, ofAdmin('return'), {
    fields: { status: 'pendente' },
    body: { comment: 'Inclua a dose' },
  }),
  close: moved(producer, ofProducer('close'), { before: offer }),
  expire: byClock(closePublished, { deadline: '2026-11-19' }),
  extend_deadline: moved(producer, ofProducer('extend-deadline'), {
    fields: { deadline: '2026-12-01' },
    body: { deadline_date: '2026-12-08' },
  }),
  award: async () => {
    const order = await build();
    const { uuid } = await offer(order);
    return {
      id: order.id,
      by: producer,
      requestId: await post(`proposals/${uuid}/accept`, producer.token),
    };
  },
  finalize: moved(producer, ofProducer('finalize'), { fields: { status: 'adjudicada' } }),
  cancel: moved(producer, ofProducer('cancel'), { body: { reason: 'A compra foi adiada' } }),
  revoke: moved(admin, ofAdmin('revoke'), { body: { reason: 'Contra os termos' } }),
  suspend: moved(admin, ofAdmin('suspend'), { body: { reason: 'Em apuração' } }),
  resume: moved(admin, ofAdmin('resume'), { fields: { suspended: true } }),
  suspend_with_owner: withOwner('bloqueado'),
  resume_with_owner: withOwner('ativo'),
};

const proposalStories: Readonly<
  Record<Exclude<ProposalTransition, 'edit'>, readonly [person: Person, body?: unknown]>
> = {
  submit: [supplier],
  accept: [producer],
  reject: [producer, { reason: 'Preço acima do esperado' }],
  cancel: [supplier, { reason: 'Erro no preço' }],
};

describe('the audit log of a negotiation', () => {
  it('is tested here for every transition of both state machines', () => {
    assert.deepEqual(
      Object.keys(orderStories).toSorted(),
      orderTransitionNames.filter((transition) => transition !== 'edit').toSorted(),
    );
    assert.deepEqual(
      Object.keys(proposalStories).toSorted(),
      proposalTransitionNames.filter((transition) => transition !== 'edit').toSorted(),
    );
  });

  it('cannot be bypassed: only the functions that write its rows change a status', () => {
    const root = path.join(import.meta.dirname, '../..');
    const byBuilder = /updateTable\('(?:orders|proposals)'\)\s*\.set\(([\s\S]*?)\)\s*\.where/g;
    const bySql = /UPDATE (?:orders|proposals)\b[^`]*?\bSET\b([^`]*?)\b(?:FROM|WHERE)\b/g;
    const writers = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        return [...text.matchAll(byBuilder), ...text.matchAll(bySql)].some(([, written]) =>
          /\bstatus\b/.test(written ?? ''),
        );
      });
    assert.deepEqual(writers.toSorted(), [
      'features/orders/order-lock.ts',
      'features/proposals/proposal-transition.ts',
    ]);
  });

  for (const [transition, story] of Object.entries(orderStories) as [
    Exclude<OrderTransition, 'edit'>,
    () => Promise<Made>,
  ][]) {
    // its own entries
    it(`records the order transition "${transition}" with its author, both statuses and the request`, async () => {
      await approvals(
        transition === 'approve' || transition === 'release' || transition === 'return',
      );
      const { id, by, requestId } = await story();
      await approvals(false);
      const [row, ...others] = (await logsOf('orders', { id })).filter(
        ({ event }) => event === orderTransitionEvents[transition],
      );
      assert.ok(row);
      assert.deepEqual(others, []);
      const { from, to } = orderTransitions[transition];
      if (transition === 'extend_deadline')
        assert.deepEqual(
          [row.old_values, row.new_values?.['deadline_date']],
          [{ deadline_date: '2026-12-01' }, '2026-12-08'],
        );
      else
        assert.deepEqual(
          [
            row.action,
            from.some((status) => status === row.old_values?.['status']),
            row.new_values?.['status'],
          ],
          ['status_changed', true, to ?? row.old_values?.['status']],
        );
      assert.deepEqual(
        [row.resource_type, row.resource_id, row.user_id, row.request_id],
        ['order', id, by?.userId ?? null, requestId],
      );
      assert.equal(row.actor_type === 'system', by === null);
    });
  }

  for (const [transition, [person, body]] of Object.entries(proposalStories) as [
    Exclude<ProposalTransition, 'edit'>,
    readonly [Person, unknown?],
  ][]) {
    // its own entries
    it(`records the proposal transition "${transition}" without the texts that came with it`, async () => {
      const { id, uuid } = await offer(
        await build(),
        transition === 'submit' ? 'draft' : 'submitted',
      );
      const requestId = await post(`proposals/${uuid}/${transition}`, person.token, body);
      const [row] = await logsOf('proposals', { id });
      const {
        from: [from],
        to,
      } = proposalTransitions[transition];
      assert.deepEqual(
        [
          row?.action,
          row?.event,
          row?.resource_id,
          row?.user_id,
          row?.request_id,
          row?.old_values,
          row?.new_values,
        ],
        [
          'status_changed',
          proposalTransitionEvents[transition],
          id,
          person.userId,
          requestId,
          { status: from },
          { event: proposalTransitionEvents[transition], status: to },
        ],
      );
    });
  }

  it('records questions, answers, attachments and declines by their ids', async () => {
    const order = await build();
    const {
      body: { id: question },
    } = await service.call<{ id: number }>('POST', `/api/v1/orders/${order.uuid}/questions`, {
      token: supplier.token,
      body: { question: 'Qual o prazo?' },
    });
    await post(`questions/${question}/answer`, producer.token, { answer: 'Trinta dias.' });
    await post(`supplier/orders/${order.uuid}/decline`, rival.token, {
      reason: 'Fora da minha área',
    });
    await post(`supplier/orders/${order.uuid}/decline`, rival.token, { reason: 'Sem estoque' });
    await post(`supplier/orders/${order.uuid}/decline`, rival.token, undefined, 'DELETE');
    await post(`supplier/orders/${order.uuid}/decline`, rival.token, undefined, 'DELETE');
    const logs = await logsOf('orders', order);
    assert.deepEqual(
      logs.map(({ event, user_id, new_values }) => [event, user_id, new_values?.['question_id']]),
      [
        ['question.asked', supplier.userId, question],
        ['question.answered', producer.userId, question],
        ['order.declined', rival.userId, undefined],
        ['order.decline_undone', rival.userId, undefined],
      ],
    );
    assert.deepEqual(
      logs.map(({ names }) => names?.['question_id']),
      [
        { [question]: `${supplier.name}, ${order.number}` },
        { [question]: `${supplier.name}, ${order.number}` },
        undefined,
        undefined,
      ],
    );
    assert.doesNotMatch(JSON.stringify(logs), /prazo|Trinta|área|estoque/);
  });

  it('shows the events of proposals under the order, and the fate of the order under each proposal', async () => {
    const order = await build({ status: 'rascunho' });
    await post(ofProducer('publish')(order), producer.token);
    service.moveClock(new Date('2026-11-20T16:00:00Z'));
    const won = await submitNew(supplier, order);
    const lost = await submitNew(rival, order);
    await accept(producer, won);
    assert.deepEqual(eventsOf(await logsOf('orders', order)), [
      'order.published',
      'proposal.submitted',
      'proposal.submitted',
      'proposal.accepted',
      'order.awarded',
    ]);
    assert.deepEqual(eventsOf(await logsOf('proposals', won)), [
      'proposal.submitted',
      'proposal.accepted',
      'order.awarded',
    ]);
    const [sent, award] = await logsOf('proposals', lost);
    assert.deepEqual(
      [sent?.event, award?.event, award?.event_label, award?.new_values],
      [
        'proposal.submitted',
        'order.awarded',
        'Cotação adjudicada',
        { event: 'order.awarded', status: 'adjudicada', proposal_id: won.id },
      ],
    );
  });

  it('has no rows for draft saves, marks and refusals', async () => {
    const order = await build();
    const draft = await saveDraft(supplier, order);
    await saveDraft(supplier, order);
    await post(`supplier/orders/${order.uuid}/favorite`, supplier.token);
    assert.equal(
      (
        await service.call('POST', `/api/v1/proposals/${draft.uuid}/accept`, {
          token: producer.token,
        })
      ).status,
      404,
    );
    assert.equal(
      (
        await service.call('POST', `/api/v1/producer/orders/${order.uuid}/finalize`, {
          token: producer.token,
        })
      ).status,
      422,
    );
    assert.deepEqual(await logsOf('orders', order), []);
  });

  it('is sealed with the rest, and reveals a later change of a decision', async () => {
    const order = await build();
    const won = await submitNew(supplier, order);
    await accept(producer, won);
    await sealAudit(platform);
    const logs = await logsOf('orders', order);
    assert.ok(logs.length === 3 && logs.every(({ sealed }) => sealed));
    assert.equal((await verifyAudit(service.db)).problem, undefined);
    const award = logs.find(({ event }) => event === 'order.awarded') ?? assert.fail();
    await service.db.q
      .updateTable('audit_values')
      .set({ new_values: JSON.stringify({ ...award.new_values, proposal_id: won.id + 1 }) })
      .where('audit_id', '=', award.id)
      .execute();
    const { problem } = await verifyAudit(service.db);
    assert.deepEqual([problem?.kind, problem?.auditId], ['values_changed', award.id]);
    await service.db.q
      .updateTable('audit_values')
      .set({ new_values: JSON.stringify(award.new_values) })
      .where('audit_id', '=', award.id)
      .execute();
    assert.equal((await verifyAudit(service.db)).problem, undefined);
  });

  it('reveals missing values of a decision while the negotiation is not erased', async () => {
    const order = await build();
    await accept(producer, await submitNew(supplier, order));
    await sealAudit(platform);
    const logs = await logsOf('orders', order);
    for (const event of ['proposal.submitted', 'order.awarded']) {
      const { id } = logs.find((log) => log.event === event) ?? assert.fail(event);
      const values = await service.db.q
        .deleteFrom('audit_values')
        .where('audit_id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { problem } = await verifyAudit(service.db);
      const report = await reportVerification(service.db);
      await service.db.q
        .insertInto('audit_values')
        .values({
          ...values,
          old_values: JSON.stringify(values.old_values),
          new_values: JSON.stringify(values.new_values),
        })
        .execute();
      assert.deepEqual(
        [problem?.kind, problem?.auditId, report.intact],
        ['values_missing', id, false],
      );
      assert.match(
        report.text,
        new RegExp(`linha ${id} do registro: os valores guardados sumiram`),
      );
    }
    assert.equal((await verifyAudit(service.db)).problem, undefined, 'all was put back');
  });

  it('is erased with the person who acted, and not with other participants', async () => {
    const order = await build();
    // The name equals words in the entries' values: that is no reason to erase those entries.
    const leaving = await buildSupplier(service, { name: 'Adjudicada' });
    await submitNew(leaving, order);
    await post(`admin/orders/${order.id}/suspend`, admin.token, {
      reason: 'Denúncia contra a Adjudicada',
    });
    await post(`admin/orders/${order.id}/resume`, admin.token);
    await accept(producer, await submitNew(supplier, order));
    await post(ofProducer('finalize')(order), producer.token);
    await eraseAccount(service, leaving);
    await sealAudit(platform);
    const rows = await logsOf('orders', order);
    assert.deepEqual(
      rows.map(({ user_id, new_values }) => [user_id, new_values !== null]),
      [
        [leaving.userId, false],
        [admin.userId, false],
        [admin.userId, true],
        [supplier.userId, true],
        [producer.userId, true],
        [producer.userId, true],
        [producer.userId, true],
      ],
    );
    const { problem, erased } = await verifyAudit(service.db);
    assert.deepEqual([problem, erased > 0], [undefined, true]);
  });

  it('costs no extra statement: its rows are written with the timeline and the outbox', async () => {
    const order = await build();
    const draft = await saveDraft(supplier, order);
    const sent: string[] = [];
    const listen = (text: unknown): void => {
      sent.push(String(text));
    };
    statementChannel.subscribe(listen);
    try {
      for (const decide of [() => submit(supplier, draft), () => accept(producer, draft)]) {
        sent.length = 0;
        await decide();
        const writing = sent.filter((text) => /audit_(?:log|values)/.test(text));
        assert.deepEqual(
          writing.map((text) => /INSERT INTO order_events/.test(text)),
          [true],
        );
      }
    } finally {
      statementChannel.unsubscribe(listen);
    }
  });

  it('can be filtered by event', async () => {
    const found = async (query: string): Promise<Log[]> =>
      (
        await service.call<{ data: Log[] }>('GET', `/api/v1/admin/logs?${query}`, {
          token: admin.token,
        })
      ).body.data;
    const awards = await found('event=order.awarded');
    assert.ok(
      awards.length >= 3 &&
        awards.every(
          ({ event, resource_type }) => event === 'order.awarded' && resource_type === 'order',
        ),
    );
    assert.deepEqual(await found(`event=order.awarded&user_id=${supplier.userId}`), []);
    assert.equal(
      (await service.call('GET', '/api/v1/admin/logs?event=order.sold', { token: admin.token }))
        .status,
      422,
    );
  });
});
