import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type {
  AdminComparison,
  AdminProposal,
  AdminProposalSummary,
} from '@lavra/contract/admin/proposals';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { ProposalItem } from '@lavra/contract/proposals/schemas';
import { fold } from '@lavra/domain/text/fold';
import { compareMarks, matchesMark } from '@lavra/domain/proposal/mark';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal, type ProposalFields, type TestProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { foldTotals } from '../totals/fold-totals.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';
import { adminCalls, assertAdminsOnly, nothing } from './admin-oversight.fixture.ts';

interface Page<T> {
  data: T[];
  meta: {
    current_page: number;
    last_page: number;
    per_page: number;
    total: number;
    next_cursor: string | null;
  };
}

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { get } = adminCalls(service, (await buildAdmin(service, 'operacional')).token);
const viewer = adminCalls(service, (await buildAdmin(service, 'financeiro')).token);
const producer = await buildProducer(service, { name: 'Antônia Prado' });
const [vale, serra] = [
  await buildSupplier(service, { name: 'Revenda do Vale' }),
  await buildSupplier(service, { name: 'Agro Serra' }),
];
const order = await buildOrder(service, {
  producerId: producer.producerId,
  description: 'Uréia e sulfato',
  items: [{ product: await buildProduct(service) }, { product: await buildProduct(service) }],
});

async function send({
  price = '10',
  at,
  on = order,
  supplierId = vale.supplierId,
  ...fields
}: Partial<ProposalFields> & { price?: string; at?: string; on?: typeof order } = {}) {
  const proposal = await buildProposal(service, {
    orderId: on.id,
    supplierId,
    items: on.items.map((item) => ({ item, price })),
    ...fields,
  });
  if (at !== undefined)
    await service.db.q
      .updateTable('proposals')
      .set({ submitted_at: at })
      .where('id', '=', proposal.id)
      .execute();
  return proposal;
}

describe('the list of proposals', async () => {
  const elsewhere = await buildProducer(service, { name: 'Bento Sá' });
  const [lostOrder, expiredOrder] = [
    await buildOrder(service, { producerId: elsewhere.producerId, status: 'adjudicada' }),
    await buildOrder(service, { producerId: elsewhere.producerId, status: 'expirada' }),
  ];
  const sent = {
    open: await send({ price: '40', at: '2026-03-01 02:59:59Z' }),
    stale: await send({
      price: '30',
      at: '2026-03-01 03:00:00Z',
      supplierId: serra.supplierId,
      validity: '2026-11-19',
    }),
    fresh: await send({
      price: '20',
      at: '2026-03-02 02:59:59Z',
      supplierId: serra.supplierId,
      validity: '2026-11-20',
      status: 'rejected',
    }),
    won: await send({ price: '50', at: '2026-03-02 03:00:00Z', on: lostOrder, status: 'accepted' }),
    lost: await send({
      price: '60',
      at: '2026-03-03 03:00:00Z',
      on: lostOrder,
      supplierId: serra.supplierId,
      validity: '2026-11-19',
    }),
    late: await send({ price: '70', at: '2026-03-04 03:00:00Z', on: expiredOrder }),
    withdrawn: await send({ price: '80', at: '2026-03-05 03:00:00Z', status: 'cancelled' }),
  };
  await send({ status: 'draft' });
  const names = new Map(Object.entries(sent).map(([name, { id }]) => [id, name]));
  const list = async (query = '', path = 'proposals'): Promise<Page<AdminProposalSummary>> => {
    const { status, body } = await get<Page<AdminProposalSummary>>(`${path}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.meta.total >= body.data.length, true);
    return body;
  };
  const found = async (query = '', path?: string): Promise<string> =>
    (await list(query, path)).data.map(({ id }) => names.get(id) ?? 'draft').join(' ');

  it('names both sides, with the latest first, and never shows a draft', async () => {
    const { data, meta } = await list();
    assert.equal(
      data.map(({ id }) => names.get(id)).join(' '),
      'withdrawn late lost won fresh stale open',
    );
    assert.deepEqual(meta, {
      current_page: 1,
      last_page: 1,
      per_page: 25,
      total: 7,
      next_cursor: null,
    });
    const lost = data[2];
    assert.deepEqual(
      [
        lost?.supplier.id,
        lost?.supplier.name,
        lost?.producer.name,
        lost?.order.number,
        lost?.total_amount,
        lost?.priced_items,
      ],
      [serra.supplierId, 'Agro Serra', 'Bento Sá', lostOrder.number, 6000, 1],
    );
    assert.deepEqual([lost?.status, lost?.display_status], ['submitted', 'lost']);
    assertRefused(await get('proposals?status=draft'), 422, 'validation_failed');
    assertRefused(await get('proposals?display_status=draft'), 422, 'validation_failed');
  });

  it('can be filtered by the stored status and by the status that the portals show', async () => {
    assert.equal(await found('status=submitted'), 'late lost stale open');
    assert.equal(await found('status=accepted'), 'won');
    for (const shown of ['submitted', 'accepted', 'rejected', 'cancelled', 'lost', 'expired']) {
      const expected = (await list()).data
        .filter(({ display_status }) => display_status === shown)
        .map(({ id }) => names.get(id))
        .join(' ');
      assert.notEqual(expected, '', shown);
      assert.equal(await found(`display_status=${shown}`), expected, shown);
    }
    assert.equal(await found('status=accepted&display_status=lost'), '');
  });

  it('can be filtered by supplier, order, producer and days of submission', async () => {
    assert.equal(await found(`supplier_id=${serra.supplierId}`), 'lost fresh stale');
    assert.equal(await found(`order_id=${lostOrder.id}`), 'lost won');
    assert.equal(await found(`producer_id=${elsewhere.producerId}`), 'late lost won');
    assert.equal(await found('start_date=2026-03-01&end_date=2026-03-01'), 'fresh stale');
    assert.equal(await found('start_date=2026-03-05'), 'withdrawn');
  });

  it('can be searched by the order’s number and description and the supplier’s name', async () => {
    assert.equal(await found('q=UREIA'), 'withdrawn fresh stale open');
    assert.equal(await found(`search=${lostOrder.number}`), 'lost won');
    assert.equal(await found('q=agro serra'), 'lost fresh stale');
    assert.equal(await found(`q=${serra.email}`), '', 'an e-mail is no name');
    assert.equal(await found('q=%25'), '');
  });

  it('can be searched by the mark, and under one order sorted by it', async () => {
    const { data } = await list();
    const of = (name: keyof typeof sent) =>
      data.find(({ id }) => id === sent[name].id)?.mark.name ?? assert.fail(name);
    const under = `orders/${lostOrder.uuid}/proposals`;
    const folded = fold(of('won')).toUpperCase();
    assert.equal(await found(`q=${folded}`, under), 'won');
    const expected = data.filter(({ mark }) => matchesMark(mark, folded));
    assert.equal(await found(`q=${folded}`), expected.map(({ id }) => names.get(id)).join(' '));
    const mine = data
      .filter(({ order: { number } }) => number === order.number)
      .toSorted((a, b) => compareMarks(a.mark, b.mark))
      .map(({ id }) => names.get(id));
    const path = `orders/${order.uuid}/proposals`;
    assert.equal(await found('sort=mark', path), mine.join(' '));
    assert.equal(await found('sort=-mark', path), mine.toReversed().join(' '));
    assert.equal(
      (
        await Promise.all([1, 2].map((page) => found(`sort=mark&per_page=2&page=${page}`, path)))
      ).join(' '),
      mine.join(' '),
    );
  });

  it('can be sorted, and shows each row once by cursor as by page', async () => {
    const { data } = await list();
    const by = (compare: (a: AdminProposalSummary, b: AdminProposalSummary) => number): string =>
      data
        .toSorted((a, b) => compare(a, b) || a.id - b.id)
        .map(({ id }) => names.get(id))
        .join(' ');
    const byStatus = by((a, b) => (a.status < b.status ? -1 : Number(a.status > b.status)));
    assert.match(byStatus, /^won withdrawn /);
    const expected = {
      submitted_at: 'open stale fresh won lost late withdrawn',
      total_amount: by((a, b) => a.total_amount - b.total_amount),
      status: byStatus,
    };
    for (const [field, sorted] of Object.entries(expected)) {
      const backwards = sorted.split(' ').toReversed().join(' ');
      assert.deepEqual(
        [await found(`sort=${field}`), await found(`sort=-${field}`)],
        [sorted, backwards],
        field,
      );
      assert.equal(
        (
          await Promise.all(
            [1, 2, 3, 4].map((page) => found(`sort=${field}&per_page=2&page=${page}`)),
          )
        ).join(' '),
        sorted,
        `pages by ${field}`,
      );
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page<AdminProposalSummary> = await list(
          `sort=-${field}&per_page=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...page.data.map(({ id }) => names.get(id) ?? ''));
        cursor = page.meta.next_cursor;
      }
      assert.equal(walked.join(' '), backwards, `walk by ${field}`);
    }
  });

  it('shows under an order only the proposals of that order', async () => {
    const path = `orders/${lostOrder.uuid}/proposals`;
    assert.equal(await found('', path), 'lost won');
    assert.equal(await found('status=accepted', path), 'won');
    assert.equal(await found(`order_id=${order.id}`, path), 'lost won', 'the path decides');
    assert.equal((await list('per_page=1', path)).meta.total, 2);
  });

  it('refuses invalid values, and is visible only to administrators', async () => {
    for (const query of [
      'sort=created_at',
      'sort=mark',
      'per_page=0',
      'status=lost',
      'supplier_id=abc',
      'end_date=2026-13-01',
      'cursor=%00',
    ])
      assertRefused(await get(`proposals?${query}`), 422, 'validation_failed');
    await assertAdminsOnly(service, 'GET', 'proposals');
    assert.equal((await viewer.get('proposals')).status, 200);
  });
});

describe('the view of one proposal', () => {
  let proposal: TestProposal;
  let draft: TestProposal;
  before(async () => {
    proposal = await send({ notes: 'Fale com a Revenda do Vale: (65) 99999-8888', freight: '150' });
    draft = await send({ status: 'draft', supplierId: serra.supplierId });
  });

  it('shows the whole proposal, with its sender and its receiver', async () => {
    const answer = await get<AdminProposal>(`proposals/${proposal.id}`);
    const { body } = answer;
    assert.deepEqual(
      [answer.status, answer.headers['etag'], body.uuid],
      [200, '"1"', proposal.uuid],
    );
    assert.deepEqual(
      [body.supplier.name, body.supplier.email, body.supplier.document, body.supplier_id],
      ['Revenda do Vale', vale.email, vale.document, vale.supplierId],
    );
    assert.deepEqual(
      [body.producer.name, body.producer.email, body.producer.user_id],
      ['Antônia Prado', producer.email, producer.userId],
    );
    assert.deepEqual(
      [body.total_amount, body.landed_total, body.items.length, body.order.number, body.notes],
      [2000, 2150, 2, order.number, 'Fale com a Revenda do Vale: (65) 99999-8888'],
    );
    assert.equal('can_edit' in body, false, 'what only its supplier may do is not said');
    assert.deepEqual((await get(`proposals/${proposal.uuid}`)).body, body, 'by UUID as by id');
  });

  it('shows its items page by page, and its log', async () => {
    const { body } = await get<Page<ProposalItem>>(
      `proposals/${proposal.id}/items?per_page=1&page=2`,
    );
    assert.deepEqual(
      [body.data.map(({ order_item_id }) => order_item_id), body.meta.total, body.meta.last_page],
      [[order.items[1]?.id], 2, 2],
    );
    const logs = await get<Page<unknown>>(`proposals/${proposal.id}/logs`);
    assert.deepEqual([logs.status, logs.body.data], [200, []]);
  });

  it('returns 404 for a draft and for an unknown proposal', async () => {
    for (const part of ['', '/items', '/logs']) {
      for (const name of [...nothing(), String(draft.id), draft.uuid])
        assertRefused(await get(`proposals/${name}${part}`), 404, 'proposal_not_found');
      await assertAdminsOnly(service, 'GET', `proposals/${proposal.id}${part}`);
      assert.equal((await viewer.get(`proposals/${proposal.id}${part}`)).status, 200);
    }
  });
});

describe('the comparison for administrators', () => {
  const contact = 'Fale com a Agro Serra: (65) 99999-8888';
  let first: TestProposal;
  let second: TestProposal;
  before(async () => {
    first = await send({ price: '10' });
    second = await send({ price: '9', supplierId: serra.supplierId, notes: contact });
  });
  const query = (...ids: (string | number)[]): string =>
    `proposals/compare?${ids.map((id) => `ids[]=${id}`).join('&')}`;

  it('names the supplier of each column in the requested order, and masks nothing', async () => {
    const { status, body } = await get<AdminComparison>(query(second.uuid, first.id));
    assert.equal(status, 200);
    assert.deepEqual(
      body.proposals.map(({ proposal, label, supplier_id, supplier_name }) => [
        proposal,
        label,
        supplier_id,
        supplier_name,
      ]),
      [
        [second.uuid, 'Proposta A', serra.supplierId, 'Agro Serra'],
        [first.uuid, 'Proposta B', vale.supplierId, 'Revenda do Vale'],
      ],
    );
    assert.equal(body.proposals[0]?.notes, contact);
    assert.deepEqual(
      body.rows.map((row) => row.cells.map(({ proposal, is_best }) => [proposal, is_best])),
      [1, 2].map(() => [
        [second.uuid, true],
        [first.uuid, false],
      ]),
    );
  });

  it('has the same figures as the producer’s comparison', async () => {
    const { body: named } = await get<AdminComparison>(query(first.id, second.id));
    const { body: anonymous } = await service.call<OrderComparison>(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/comparison?proposals[]=${first.uuid}&proposals[]=${second.uuid}`,
      { token: producer.token },
    );
    const figures = ({
      proposals,
      common_items,
      best_total,
    }: Pick<OrderComparison, 'proposals' | 'common_items' | 'best_total'>) => ({
      common_items,
      best_total,
      columns: proposals
        .map(({ proposal, total_amount, common_total, best_prices, is_lowest_common_total }) => ({
          proposal,
          total_amount,
          common_total,
          best_prices,
          is_lowest_common_total,
        }))
        .toSorted((a, b) => a.proposal.localeCompare(b.proposal)),
    });
    assert.deepEqual(figures(named), figures(anonymous));
    assert.doesNotMatch(JSON.stringify(anonymous), /Agro Serra|supplier/);
  });

  it('accepts 2 to 10 submitted proposals of one order', async () => {
    const more = await Promise.all(Array.from({ length: 9 }, () => send()));
    assert.equal((await get(query(first.id, ...more.map(({ id }) => id)))).status, 200);
    assertRefused(
      await get(query(first.id, second.id, ...more.map(({ id }) => id))),
      422,
      'named_comparison_size',
    );
    for (const few of [
      'proposals/compare',
      query(first.id),
      query(first.id, first.uuid),
      `proposals/compare?ids=${first.id}`,
    ]) {
      assertRefused(await get(few), 422, 'named_comparison_size');
    }
    const elsewhere = await buildOrder(service, { producerId: producer.producerId });
    const foreign = await send({ on: elsewhere });
    const draft = await send({ status: 'draft', on: elsewhere });
    for (const other of [foreign.id, draft.uuid, draft.id, ...nothing()])
      assertRefused(await get(query(first.id, other)), 422, 'comparison_foreign');
    assertRefused(await get(query('x'.repeat(41), first.id)), 422, 'validation_failed');
  });

  it('accepts the numbers of proposals, their UUIDs, and both', async () => {
    for (const refs of [
      [first.uuid, second.uuid],
      [first.id, second.uuid],
      [first.id, second.id],
    ])
      assert.equal((await get(query(...refs))).status, 200, String(refs));
  });

  it('accepts `ids` without brackets too, and is visible only to administrators', async () => {
    assert.equal(
      (await get(`proposals/compare?ids=${first.id}&ids=${second.uuid.toUpperCase()}`)).status,
      200,
    );
    await assertAdminsOnly(service, 'GET', query(first.id, second.id));
    assert.equal((await viewer.get(query(first.id, second.id))).status, 200);
  });
});

it('the stored total of all proposals equals a count, through drafts, submissions and folding', async () => {
  const counted = async (): Promise<number> =>
    Number(
      (
        await service.db.q
          .selectFrom('proposals')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('submitted_at', 'is not', null)
          .executeTakeFirstOrThrow()
      ).n,
    );
  const { token } = await buildAdmin(service);
  const listed = async (): Promise<number> =>
    (await service.call<{ meta: { total: number } }>('GET', '/api/v1/admin/proposals', { token }))
      .body.meta.total;
  assert.equal(await listed(), await counted());
  const before = await listed();
  const producer = await buildProducer(service);
  const supplier = await buildSupplier(service);
  const order = await buildOrder(service, { producerId: producer.producerId });
  const item = order.items[0];
  assert.ok(item);
  const draft = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'draft',
    items: [{ item, price: '10' }],
  });
  assert.equal(await listed(), before);
  assert.equal(
    (
      await service.call('POST', `/api/v1/proposals/${draft.uuid}/submit`, {
        token: supplier.token,
      })
    ).status,
    200,
  );
  assert.equal(await listed(), before + 1);
  await foldTotals(service.db);
  assert.equal(await listed(), before + 1);
  assert.equal(await listed(), await counted());
});
