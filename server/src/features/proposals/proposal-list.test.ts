import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal, ProposalSummary } from '@lavra/contract/proposals/schemas';
import type { PageMeta } from '../../platform/db/paging.ts';
import { readPdf } from '../../platform/pdf/read-pdf.fixture.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  offerOf,
  openNegotiation,
  proposalCalls,
} from './proposals.fixture.ts';

interface Page {
  data: ProposalSummary[];
  meta: PageMeta;
}

const service = await startService();
const { saveDraft, submit, submitNew, accept, reject, cancel } = proposalCalls(service);
const tryList = ({ token }: TestPerson, query = '', path = '/api/v1/supplier/proposals') =>
  service.call<Page>('GET', `${path}?${query}`, { token });
const list = async (person: TestPerson, query = ''): Promise<Page> => {
  const { status, body } = await tryList(person, query);
  assert.equal(status, 200, `${query} ${JSON.stringify(body)}`);
  return body;
};
const uuidsOf = ({ data }: Page): string[] => data.map(({ uuid }) => uuid);

/** Creates a supplier with 8 submitted proposals, all of the same instant, priced 1 to 8. */
async function manyProposals() {
  const supplier = await buildSupplier(service);
  const { producerId } = await buildProducer(service);
  const uuids: string[] = [];
  for (const price of ['3', '1', '2', '2', '8', '7', '7', '7']) {
    const order = await buildOrder(service, { producerId });
    const { uuid } = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price })),
    });
    uuids.push(uuid);
  }
  const at = new Date('2026-08-01T12:00:00Z');
  await service.db.q
    .updateTable('proposals')
    .set({ created_at: at, submitted_at: at })
    .where('supplier_id', '=', supplier.supplierId)
    .execute();
  return { supplier, uuids };
}

describe('the list of a supplier’s proposals', () => {
  it('shows its own, newest first, drafts included, 15 a page, on both paths', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    await submitNew(await buildSupplier(service), order);
    const [won, rejected, cancelled, lost] = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ];
    await reject(producer, rejected, 'Caro');
    await cancel(supplier, cancelled);
    const elsewhere = await openNegotiation(service);
    const draft = await saveDraft(
      supplier,
      elsewhere.order,
      offerOf(elsewhere.order, 5, { supplier_reference: 'R-1', freight_amount: 10 }),
    );
    await accept(producer, won);
    const page = await list(supplier);
    assert.deepEqual(
      uuidsOf(page),
      [draft, lost, cancelled, rejected, won].map(({ uuid }) => uuid),
    );
    assert.deepEqual(page.meta, {
      current_page: 1,
      last_page: 1,
      per_page: 15,
      total: 5,
      next_cursor: null,
    });
    assert.deepEqual(
      page.data.map((one) => `${one.status} ${one.display_status}`),
      [
        'draft draft',
        'submitted lost',
        'cancelled cancelled',
        'rejected rejected',
        'accepted accepted',
      ],
    );
    const {
      items: _,
      supplier: __,
      is_draft: ___,
      is_submitted: ____,
      is_accepted: _____,
      is_rejected: ______,
      notes: _______,
      payment_terms: ________,
      delivery_days: _________,
      freight_amount: __________,
      cancellation_reason: ___________,
      identity_warnings: ____________,
      is_available: _____________,
      award: ______________,
      ...summary
    } = draft;
    assert.deepEqual(page.data[0], summary);
    assert.deepEqual((await tryList(supplier, '', '/api/v1/fornecedor/propostas')).body, page);
  });

  it('can be filtered by status, order, text and period', async () => {
    const { supplier, producer } = await openNegotiation(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      description: 'Adubação de Cobertura 100%',
    });
    const other = await buildOrder(service, {
      producerId: producer.producerId,
      description: 'Sementes',
    });
    const [sent, draft] = [await submitNew(supplier, order), await saveDraft(supplier, other)];
    const found = async (query: string): Promise<string[]> => uuidsOf(await list(supplier, query));
    assert.deepEqual(await found('status=submitted'), [sent.uuid]);
    assert.deepEqual(await found('status=draft'), [draft.uuid]);
    assert.deepEqual(await found('status=accepted'), []);
    for (const ref of [order.id, order.uuid, order.uuid.toUpperCase()])
      assert.deepEqual(await found(`order=${ref}`), [sent.uuid]);
    assert.deepEqual(await found('order=999999999'), []);
    for (const text of ['adubacao', 'COBERTURA', '100%25', order.number.toLowerCase()])
      assert.deepEqual(await found(`q=${text}`), [sent.uuid], text);
    for (const text of ['%25%25', '_', 'xyz'])
      assert.deepEqual(await found(`search=${text}`), [], text);
    assert.equal((await list(supplier, 'q=%20')).meta.total, 2);
    await service.db.q
      .updateTable('proposals')
      .set({ created_at: new Date('2026-08-02T02:59:59.999Z') })
      .where('uuid', '=', sent.uuid)
      .execute();
    await service.db.q
      .updateTable('proposals')
      .set({ created_at: new Date('2026-08-02T03:00:00Z') })
      .where('uuid', '=', draft.uuid)
      .execute();
    assert.deepEqual(await found('created_to=2026-08-01'), [sent.uuid]);
    assert.deepEqual(await found('created_from=2026-08-02&created_to=2026-08-02'), [draft.uuid]);
    assert.equal(
      (await list(supplier, 'created_from=1900-01-01&created_to=9999-12-31')).meta.total,
      2,
    );
  });

  it('can be sorted by a fixed list of fields, ties by id', async () => {
    const { supplier, uuids } = await manyProposals();
    const inOrder = async (sort: string): Promise<number[]> =>
      uuidsOf(await list(supplier, `sort=${sort}`)).map((uuid) => uuids.indexOf(uuid));
    const byAmount = await inOrder('total_amount');
    // Ids do not follow time: equal rows have an arbitrary order, which the other direction
    // reverses.
    assert.deepEqual(
      [
        [0, 1],
        [1, 3],
        [3, 4],
        [4, 7],
        [7, 8],
      ].map(([from, to]) => byAmount.slice(from, to).toSorted((a, b) => a - b)),
      [[1], [2, 3], [0], [5, 6, 7], [4]],
    );
    assert.deepEqual(await inOrder('-total_amount'), byAmount.toReversed());
    for (const field of ['created_at', 'submitted_at']) {
      const ascending = await inOrder(field);
      assert.deepEqual(
        ascending.toSorted((a, b) => a - b),
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
      assert.deepEqual(await inOrder(`-${field}`), ascending.toReversed());
    }
  });

  it('shows each once by cursor while others are added and removed', async () => {
    for (const sort of [
      'total_amount',
      '-total_amount',
      'created_at',
      '-created_at',
      'submitted_at',
      '-submitted_at',
    ]) {
      const { supplier, uuids } = await manyProposals();
      const order = await openNegotiation(service);
      const met: string[] = [];
      let page = await list(supplier, `sort=${sort}&per_page=3`);
      for (let step = 0; ; step += 1) {
        met.push(...uuidsOf(page));
        if (page.meta.next_cursor === null) break;
        assert.ok(step < 20, 'the walk ends');
        const draft = await saveDraft(supplier, order.order, offerOf(order.order, step + 1));
        if (step % 2 === 0)
          await service.call('DELETE', `/api/v1/proposals/${draft.uuid}`, {
            token: supplier.token,
          });
        page = await list(
          supplier,
          `sort=${sort}&per_page=3&cursor=${encodeURIComponent(page.meta.next_cursor)}`,
        );
      }
      assert.equal(new Set(met).size, met.length, `${sort}: none twice`);
      assert.deepEqual(
        uuids.filter((uuid) => !met.includes(uuid)),
        [],
        `${sort}: none left out`,
      );
    }
  });

  it('refuses invalid values, and ignores unknown names', async () => {
    const { supplier } = await manyProposals();
    const refused = async (query: string, field: string): Promise<void> =>
      assert.deepEqual(
        Object.keys(
          assertRefused(await tryList(supplier, query), 422, 'validation_failed').errors ?? {},
        ),
        [field],
        query,
      );
    for (const query of [
      'page=0',
      'page=x',
      'page=1.5',
      'page=-1',
      'page=1000001',
      'page=1&page=2',
    ])
      await refused(query, 'page');
    for (const query of ['per_page=0', 'per_page=101']) await refused(query, 'per_page');
    for (const query of ['sort=price', 'sort=created_at;drop', 'sort=--created_at'])
      await refused(query, 'sort');
    for (const query of ['status=lost', 'status=ZZ']) await refused(query, 'status');
    for (const query of [
      'created_from=2026-02-30',
      'created_from=yesterday',
      'created_from=0001-01-01',
    ])
      await refused(query, 'created_from');
    for (const query of ['order=nothing', 'order=-1', `order=${'9'.repeat(30)}`])
      await refused(query, 'order');
    await refused(`q=${'x'.repeat(201)}`, 'q');
    await refused('q=%00', 'q');
    assert.equal((await list(supplier, 'sorting=x&utm_source=mail&items.sort=9')).meta.total, 8);
    assert.deepEqual(
      (({ data, meta }) => [data.length, meta.current_page, meta.last_page])(
        await list(supplier, 'page=9&per_page=5'),
      ),
      [0, 9, 2],
    );
  });

  it('refuses a cursor of another list', async () => {
    const { supplier } = await manyProposals();
    const forge = (...values: unknown[]): string =>
      Buffer.from(JSON.stringify(values)).toString('base64url');
    const next = (await list(supplier, 'per_page=3')).meta.next_cursor ?? '';
    const wrong = [
      'nothing',
      next.slice(1),
      forge(),
      forge('proposals:-created_at'),
      forge('proposals:-created_at', 'x', 1),
      forge('proposals:-created_at', '2026-13-01 00:00:00-03', 1),
      forge('proposals:-created_at', '2026-01-01 24:00:00-03', 1),
      forge('proposals:-created_at', '2026-01-01 00:00:00-03', 1.5),
      forge('proposals:-created_at', '2026-01-01 00:00:00-03', 1e300),
      forge('proposals:-created_at', '2026-01-01 00:00:00-03', '1'),
      forge('proposals:-created_at', 1, 1),
      forge('proposals:-created_at', '\0', 1),
    ];
    for (const cursor of wrong)
      assertInvalid(await tryList(supplier, `cursor=${cursor}`), {
        cursor: 'Este cursor não é válido para esta lista.',
      });
    for (const cursor of [
      next,
      forge('proposals:total_amount', 'NaN', 1),
      forge('proposals:total_amount', '1e9', 1),
    ])
      assertInvalid(await tryList(supplier, `sort=total_amount&cursor=${cursor}`), {
        cursor: 'Este cursor não é válido para esta lista.',
      });
  });
});

describe('the PDF of a proposal', () => {
  const print = async (
    { token }: TestPerson,
    { uuid }: Pick<Proposal, 'uuid'>,
    path = '/api/v1/supplier/proposals',
  ) => {
    const answer = await service.call('GET', `${path}/${uuid}/pdf`, { token });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    return { text: (await readPdf(answer.raw)).text, name: answer.headers['content-disposition'] };
  };

  it('prints the stored data with accents and totals, and marks a draft, on both paths', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(
      supplier,
      order,
      offerOf(order, 1234.5678, {
        notes: 'Condição à vista, açúcar e pão',
        freight_amount: 1000.5,
      }),
    );
    const printed = await print(supplier, draft);
    for (const part of [
      'Rascunho',
      order.number,
      supplier.name,
      'Condição à vista, açúcar e pão',
      '246.913,56',
      '247.914,06',
    ])
      assert.ok(printed.text.includes(part), part);
    assert.match(String(printed.name), /^attachment; filename="proposta_COT-[\w-]+\.pdf"(;|$)/);
    await submit(supplier, draft);
    assert.ok(
      !(await print(supplier, draft, '/api/v1/fornecedor/propostas')).text.includes('Rascunho'),
    );
  });

  it('fits the largest amounts', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 1 });
    const items = offerOf(order).items.map((item) => ({
      ...item,
      unit_price: 9_999_999_999_999.99,
      quantity: 1,
    }));
    const { text } = await print(
      supplier,
      await saveDraft(supplier, order, { items, freight_amount: 9_999_999_999_999.99 }),
    );
    assert.ok(text.includes('9.999.999.999.999,99') && text.includes('19.999.999.999.999,98'));
  });

  it('is accessible only to the supplier', async () => {
    const { supplier, order } = await openNegotiation(service);
    const stranger = await buildSupplier(service);
    const draft = await saveDraft(supplier, order);
    const tryPrint = () =>
      service.call('GET', `/api/v1/supplier/proposals/${draft.uuid}/pdf`, {
        token: stranger.token,
      });
    assertRefused(await tryPrint(), 404, 'proposal_not_found');
    await submit(supplier, draft);
    assertRefused(await tryPrint(), 403, 'not_yours');
  });
});
