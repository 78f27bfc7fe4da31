import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { endpoints } from '@lavra/contract/endpoints';
import type { AdminProposal, AdminProposalSummary } from '@lavra/contract/admin/proposals';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { Timeline } from '@lavra/contract/orders/schemas';
import type { AnonymousProposal } from '@lavra/contract/proposals/schemas';
import { markNames } from '@lavra/domain/proposal/mark-names';
import { markedProposal, markOf } from '@lavra/domain/proposal/mark';
import { migrationsFolder } from '../../platform/db/migrate.ts';
import { readPdf } from '../../platform/pdf/read-pdf.fixture.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildSupplier,
  linkConsultant,
  type TestPerson,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { openNegotiation, proposalCalls } from './proposals.fixture.ts';

const service = await startService();
const { saveDraft, submit, submitNew, cancel, accept } = proposalCalls(service);

const get = async <B>({ token }: { token: string }, path: string): Promise<B> => {
  const { status, body } = await service.call<B>('GET', `/api/v1/${path}`, { token });
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
};
const received = (person: { token: string }, { uuid }: TestOrder) =>
  get<AnonymousProposal[]>(person, `orders/${uuid}/proposals/received?view=anonymous`);

/** Returns the numbers of the marks of an order's proposals, by proposal id. */
async function marksOf({ id }: Pick<TestOrder, 'id'>): Promise<Map<number, number>> {
  const rows = await service.db.q
    .selectFrom('proposal_marks')
    .select(['proposal_id', 'mark'])
    .where('order_id', '=', id)
    .execute();
  return new Map(rows.map(({ proposal_id, mark }) => [proposal_id, mark]));
}

describe('the mark of a proposal', () => {
  it('is drawn when the proposal is sent: a draft has none', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    assert.equal((await marksOf(order)).size, 0);
    await submit(supplier, draft);
    assert.deepEqual([...(await marksOf(order)).keys()], [draft.id]);
  });

  it('stays, whatever becomes of the proposal; another one of the same supplier draws its own', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [first, second] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    const before = await marksOf(order);
    assert.equal(new Set(before.values()).size, 2);
    await cancel(supplier, first);
    const third = await submitNew(supplier, order);
    await accept(producer, second);
    const { [third.id]: drawn, ...after } = Object.fromEntries(await marksOf(order));
    assert.deepEqual(after, Object.fromEntries(before));
    assert.ok(drawn !== undefined && !new Set(before.values()).has(drawn));
  });

  it('is one of the sixty while any is free, then one of the next sixty', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 1 });
    const offer = async (): Promise<string> => {
      const { id } = await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        items: [],
      });
      return markOf((await marksOf(order)).get(id) ?? -1).name;
    };
    const names: string[] = [];
    for (let n = 0; n < 62; n += 1) names.push(await offer());
    assert.deepEqual(new Set(names.slice(0, 60)), new Set(markNames));
    for (const name of names.slice(60)) assert.match(name, / 2$/);
    assert.equal(new Set(names).size, 62);
  });

  it('reveals nothing about its order or supplier: the same supplier draws another name elsewhere', async () => {
    const { producer, supplier } = await openNegotiation(service);
    const drawn = new Set<number>();
    for (let n = 0; n < 12; n += 1) {
      const order = await buildOrder(service, { producerId: producer.producerId });
      await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        items: [],
      });
      for (const mark of (await marksOf(order)).values()) drawn.add(mark);
    }
    assert.ok(drawn.size > 3, `twelve draws among sixty gave ${drawn.size} marks`);
  });

  it('is drawn for each of many proposals inserted by one statement', async () => {
    const { supplier, order } = await openNegotiation(service);
    const now = service.app.platform.clock.now();
    const rows = Array.from({ length: 25 }, (_, index) => ({
      uuid: crypto.randomUUID(),
      order_id: order.id,
      supplier_id: supplier.supplierId,
      status: index === 0 ? 'draft' : 'submitted',
      total_amount: '1',
      submitted_at: index === 0 ? null : now,
      created_at: now,
      updated_at: now,
    }));
    await service.db.q.insertInto('proposals').values(rows).execute();
    const marks = await marksOf(order);
    assert.deepEqual([marks.size, new Set(marks.values()).size], [24, 24]);
  });
});

describe('the proposals of the release before', () => {
  const migration = fs.readFileSync(path.join(migrationsFolder, '0034_proposal_marks.sql'), 'utf8');
  const fill = migration.slice(migration.lastIndexOf('INSERT INTO proposal_marks'));

  it('get their marks in the migration: each order shuffles the sixty for itself', async () => {
    const { producer, supplier } = await openNegotiation(service);
    const orders = [];
    for (const count of [61, 20, 20]) {
      const order = await buildOrder(service, { producerId: producer.producerId });
      orders.push(order);
      for (let n = 0; n < count; n += 1)
        await buildProposal(service, {
          orderId: order.id,
          supplierId: supplier.supplierId,
          status: n === 0 ? 'draft' : n % 2 === 0 ? 'submitted' : 'cancelled',
          items: [],
        });
    }
    await sql`TRUNCATE proposal_marks`.execute(service.db.q);
    await sql.raw(fill).execute(service.db.q);
    const [many = [], one = [], other = []] = await Promise.all(
      orders.map(async (order) => [...(await marksOf(order)).values()].toSorted((a, b) => a - b)),
    );
    assert.deepEqual(
      many,
      Array.from({ length: 60 }, (_, mark) => mark),
    );
    for (const marks of [one, other])
      assert.deepEqual([new Set(marks).size, marks.every((mark) => mark < 60)], [19, true]);
    assert.notDeepEqual(one, other);
    const { rows } = await sql<{ missing: number }>`
      SELECT count(*)::int AS missing FROM proposals p LEFT JOIN proposal_marks m ON m.proposal_id = p.id
      WHERE (p.status = 'draft') = (m.mark IS NOT NULL)`.execute(service.db.q);
    assert.deepEqual(rows, [{ missing: 0 }]);
  });
});

describe("the producer's side", () => {
  it('calls a proposal by one mark in each session, for the consultant, in lists and comparisons', async () => {
    const { producer, order } = await openNegotiation(service);
    const sent = [];
    for (let n = 0; n < 3; n += 1) sent.push(await submitNew(await buildSupplier(service), order));
    const marks = await marksOf(order);
    const expected = new Map(sent.map(({ id, uuid }) => [uuid, markOf(marks.get(id) ?? -1)]));
    const { consultantId, ...consultant } = await buildConsultant(service);
    await linkConsultant(service, consultantId, producer.producerId);
    const readers = [
      producer,
      { token: await service.tokenFor(producer.userId) },
      consultant,
    ] as const;
    for (const reader of readers) {
      const list = await received(reader, order);
      assert.deepEqual(new Map(list.map(({ uuid, mark }) => [uuid, mark])), expected);
      for (const { uuid } of sent)
        assert.deepEqual(
          (await get<AnonymousProposal>(reader, `proposals/${uuid}?view=anonymous`)).mark,
          expected.get(uuid),
        );
    }
    const compared = sent.map(({ uuid }) => `proposals[]=${uuid}`).join('&');
    const { proposals } = await get<OrderComparison>(
      producer,
      `producer/orders/${order.uuid}/comparison?${compared}`,
    );
    assert.deepEqual(new Map(proposals.map(({ proposal, mark }) => [proposal, mark])), expected);
  });

  it('reads the mark in the timeline', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [gone, won] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    await cancel(supplier, gone);
    await accept(producer, won);
    const marks = await marksOf(order);
    const name = ({ id }: { id: number }) => markedProposal(markOf(marks.get(id) ?? -1));
    const { data } = await get<Timeline>(producer, `producer/orders/${order.uuid}/timeline`);
    assert.deepEqual(
      data.map(({ label }) => label),
      [
        `${name(gone)} recebida`,
        `${name(won)} recebida`,
        `${name(gone)} retirada`,
        `${name(won)} escolhida`,
      ],
    );
  });

  it('is read by administrators too, in the list, the record and the comparison', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [one, two] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    const admin = await buildAdmin(service);
    const marks = await marksOf(order);
    const expected = new Map([one, two].map(({ id }) => [id, markOf(marks.get(id) ?? -1)]));
    const { data } = await get<{ data: AdminProposalSummary[] }>(
      admin,
      `admin/orders/${order.id}/proposals`,
    );
    assert.deepEqual(new Map(data.map(({ id, mark }) => [id, mark])), expected);
    assert.deepEqual(
      (await get<AdminProposal>(admin, `admin/proposals/${one.id}`)).mark,
      expected.get(one.id),
    );
    const { proposals } = await get<OrderComparison>(
      admin,
      `admin/proposals/compare?ids[]=${two.id}&ids[]=${one.id}`,
    );
    assert.deepEqual(
      proposals.map(({ mark }) => mark),
      [expected.get(two.id), expected.get(one.id)],
    );
  });
});

describe('a supplier', () => {
  const trees = new RegExp(`(?<!\\p{L})(${markNames.join('|')})(?!\\p{L})`, 'u');

  /** Returns everything that a GET of the contract gives this person about the two, as text. */
  async function everythingFor(
    { token }: TestPerson,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const spoken = endpoints.filter(
      ({ method, access }) =>
        method === 'GET' &&
        typeof access === 'object' &&
        'profiles' in access &&
        access.profiles.includes('fornecedor'),
    );
    for (const { path } of spoken)
      for (const id of path.includes(':') ? ids : ['']) {
        const url = path.replaceAll(/:\w+/g, id);
        const { status, raw, headers } = await service.call('GET', url, { token });
        if (status === 200)
          texts.set(
            url,
            headers['content-type'] === 'application/pdf'
              ? (await readPdf(raw)).text
              : raw.toString(),
          );
      }
    return texts;
  }

  it('never reads the mark of a proposal, in nothing that the service answers, prints or exports', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const answers = [await submitNew(supplier, order), await submitNew(supplier, order)] as const;
    const [gone, won] = answers;
    const others = [await cancel(supplier, gone)];
    await accept(producer, won);
    await service.work();
    const texts = await everythingFor(supplier, [order.uuid, gone.uuid, won.uuid]);
    for (const url of [
      `/api/v1/proposals/${won.uuid}`,
      `/api/v1/supplier/proposals/${won.uuid}/pdf`,
      `/api/v1/orders/${order.uuid}/proposals`,
      '/api/v1/supplier/proposals',
    ])
      assert.ok(texts.has(url), url);
    for (const url of ['/api/v1/notifications', '/api/v1/user/data-export'])
      texts.set(url, (await service.call('GET', url, { token: supplier.token })).raw.toString());
    const asked = `/api/v1/proposals/${won.uuid}?view=anonymous`;
    texts.set(asked, (await service.call('GET', asked, { token: supplier.token })).raw.toString());
    texts.set('replies', JSON.stringify([...answers, ...others]));
    for (const [url, text] of texts) {
      assert.doesNotMatch(text, trees, url);
      assert.doesNotMatch(text, /_?mark"/, url);
    }
  });

  it('would be seen to, as its producer is', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    await submitNew(supplier, order);
    const text = JSON.stringify(await received(producer, order));
    assert.match(text, trees);
    assert.match(text, /_?mark"/);
  });
});
