import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartialTermsBody } from '@lavra/contract/proposals/partial-terms';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import type { Timeline } from '@lavra/contract/orders/schemas';
import type { AwardReply } from '@lavra/contract/purchases/schemas';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import { buildProposal, type ProposalFields } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { assertInvalid, assertRefused, openNegotiation } from './proposals.fixture.ts';

const service = await startService();

/** A sent proposal of two items at R$ 1.000,00 and R$ 3.000,00, its freight R$ 100,00. */
async function sent(
  fields: Partial<ProposalFields> = {},
  order: { readonly status?: OrderStatus } = {},
) {
  const negotiation = await openNegotiation(service, order);
  const proposal = await buildProposal(service, {
    orderId: negotiation.order.id,
    supplierId: negotiation.supplier.supplierId,
    items: negotiation.order.items.map((item, index) => ({ item, price: index ? '30' : '10' })),
    freight: '100',
    ...fields,
  });
  return { ...negotiation, proposal };
}
type Sent = Awaited<ReturnType<typeof sent>>;

const loosen = (
  { supplier, proposal }: Pick<Sent, 'supplier' | 'proposal'>,
  body: PartialTermsBody,
  headers: Readonly<Record<string, string>> = {},
) =>
  service.call<Proposal>('PUT', `/api/v1/supplier/proposals/${proposal.uuid}/partial-terms`, {
    token: supplier.token,
    body,
    headers,
  });
const award = ({ order, producer, proposal }: Sent, item: number) =>
  service.call<AwardReply>('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
    token: producer.token,
    body: { items: [{ order_item_id: order.items[item]?.id, proposal: proposal.uuid }] },
  });
const termsOf = ({ allows_partial, partial_minimum, freight_rule, version }: Proposal) => [
  allows_partial,
  partial_minimum,
  freight_rule,
  version,
];

describe('the terms of a sent proposal', () => {
  it('loosen step by step, and what is absent keeps its value', async () => {
    const it = await sent();
    const steps = [
      [{ allows_partial: true, partial_minimum: 2500 }, [true, 2500, 'full', 2]],
      [{ partial_minimum: 1000.5 }, [true, 1000.5, 'full', 3]],
      [{ freight_rule: 'proportional' }, [true, 1000.5, 'proportional', 4]],
      [{ partial_minimum: null }, [true, null, 'proportional', 5]],
      [{ partial_minimum: 0 }, [true, null, 'proportional', 5]],
    ] as const;
    for (const [body, expected] of steps) {
      const answer = await loosen(it, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(termsOf(answer.body), expected);
    }
  });

  it('loosen ten times at most, so that they leave room in the timeline', async () => {
    const it = await sent({ partialFrom: '2000' });
    for (let minimum = 1999; minimum > 1989; minimum -= 1)
      assert.equal((await loosen(it, { partial_minimum: minimum })).status, 200);
    const further = await loosen(it, { partial_minimum: null });
    assert.match(assertRefused(further, 422, 'terms_changes_limit').error, /10 vezes/);
    assert.equal((await loosen(it, { partial_minimum: 1990 })).status, 200, 'nothing changes');
  });

  it('are bought from as soon as they are loosened', async () => {
    const it = await sent();
    assertRefused(await award(it, 0), 422, 'proposal_not_partial');
    await loosen(it, { allows_partial: true, freight_rule: 'proportional' });
    const { status, body } = await award(it, 0);
    assert.deepEqual([status, body.purchases[0]?.landed_total], [200, 1025]);
  });

  it('never tighten', async () => {
    const open = await sent({ partialFrom: '1000', freightRule: 'proportional' });
    for (const body of [
      { allows_partial: false },
      { partial_minimum: 1000.01 },
      { freight_rule: 'full' },
    ] as const)
      assertRefused(await loosen(open, body), 422, 'terms_tightened');
    const without = await sent({ partialFrom: '0' });
    assertRefused(await loosen(without, { partial_minimum: 1 }), 422, 'terms_tightened');
  });

  it('are not loosened in the version that someone has not read', async () => {
    const it = await sent();
    const body = { allows_partial: true };
    assertRefused(await loosen(it, body, { 'if-match': '"7"' }), 409, 'stale_version');
    assert.equal((await loosen(it, body, { 'if-match': '"1"' })).status, 200);
  });

  it('want the consent beside a minimum, and an amount in cents', async () => {
    const it = await sent();
    assertInvalid(await loosen(it, { partial_minimum: 10 }), {
      partial_minimum: 'O mínimo vale para quem aceita vender em parte: marque essa opção.',
    });
    assertInvalid(await loosen(it, { allows_partial: true, partial_minimum: 10.123 }), {
      partial_minimum: 'Use no máximo 2 casas decimais.',
    });
  });

  it('change only while the proposal stands and its order is open, in analysis or awarded', async () => {
    const states: readonly (readonly [ProposalStatus, OrderStatus, boolean])[] = [
      ['draft', 'publicada', false],
      ['rejected', 'publicada', false],
      ['cancelled', 'em_analise', false],
      ['submitted', 'em_analise', true],
      ['submitted', 'adjudicada', true],
      ['accepted', 'adjudicada', true],
      ['submitted', 'cancelada', false],
      ['accepted', 'finalizada', false],
      ['accepted', 'revogada', false],
    ];
    for (const [status, order, changes] of states) {
      const answer = await loosen(await sent({ status }, { status: order }), {
        allows_partial: true,
      });
      if (changes) assert.equal(answer.status, 200, `${status} ${order}`);
      else assertRefused(answer, 422, 'terms_not_changeable');
    }
  });

  it('stay as they are while the order is suspended', async () => {
    for (const status of ['publicada', 'em_analise'] as const) {
      const it = await sent({}, { status });
      const suspend = (at: Date | null) =>
        service.db.q
          .updateTable('orders')
          .set({ suspended_at: at })
          .where('id', '=', it.order.id)
          .execute();
      await suspend(service.app.platform.clock.now());
      assertRefused(await loosen(it, { allows_partial: true }), 422, 'terms_order_suspended');
      await suspend(null);
      assert.equal((await loosen(it, { allows_partial: true })).status, 200);
    }
  });

  it('leave the freight as it is once it is in a purchase', async () => {
    const it = await sent({ partialFrom: '500' });
    assert.equal((await award(it, 0)).body.purchases[0]?.freight_amount, 100);
    assertRefused(await loosen(it, { freight_rule: 'proportional' }), 422, 'freight_already_due');
    assert.equal((await loosen(it, { partial_minimum: null })).status, 200);
    assert.equal(
      (await award(it, 1)).body.purchases[0]?.freight_amount,
      0,
      'nothing of it is due a second time',
    );
  });

  it('are told in the timeline, and audited with what they were', async () => {
    const it = await sent({ partialFrom: '2000' });
    await loosen(it, { partial_minimum: 500 });
    await loosen(it, { partial_minimum: 500 });
    const { body } = await service.call<Timeline>(
      'GET',
      `/api/v1/producer/orders/${it.order.uuid}/timeline`,
      { token: it.producer.token },
    );
    const [entry, ...others] = body.data.filter(({ event }) => event.endsWith('terms_loosened'));
    assert.match(
      entry?.label ?? '',
      /^Proposta \p{Lu}[\p{L}-]+( \d+)? ficou mais fácil de comprar$/u,
    );
    assert.deepEqual([entry?.actor, others], ['Fornecedor', []]);
    const rows = await service.db.q
      .selectFrom('audit_log as a')
      .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
      .select(['a.actor_type', 'v.old_values', 'v.new_values'])
      .where('a.resource_type', '=', 'proposal')
      .where('a.resource_id', '=', it.proposal.id)
      .execute();
    assert.deepEqual(rows, [
      {
        actor_type: 'fornecedor',
        old_values: { partial_minimum: '2000.00' },
        new_values: { partial_minimum: '500.00', event: 'proposal.terms_loosened' },
      },
    ]);
  });
});
