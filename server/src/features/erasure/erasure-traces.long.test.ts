import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { nameKey } from '@lavra/domain/text/contacts';
import { fold } from '@lavra/domain/text/fold';
import { startService, type TestService } from '../../../test/service.ts';
import { sealAudit, verifyAudit } from '../audit/audit-feature.ts';
import { PASSWORD, type Canaries } from './erasure-people.fixture.ts';
import { buildErasureWorld } from './erasure-world.fixture.ts';

/** Tables without personal data, too large to search. */
const geography = new Set(['states', 'cities']);

async function tablesOf(service: TestService): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(
    service.db.q,
  );
  return rows.map(({ name }) => name).filter((name) => !geography.has(name));
}

/**
 * Returns where each canary appears: in any column of any table as text, ignoring punctuation,
 * accents and case, and in any bytes. The words of others (`said`) are removed before the search.
 */
async function findCanaries(
  service: TestService,
  canaries: Canaries,
  said: Canaries = {},
): Promise<Record<string, string[]>> {
  const places: Record<string, string[]> = Object.fromEntries(
    Object.keys(canaries).map((label) => [label, []]),
  );
  for (const table of await tablesOf(service)) {
    const { rows } = await sql<{
      row: string;
    }>`SELECT t::text AS row FROM ${sql.table(table)} t`.execute(service.db.q);
    const left = rows.map(({ row }) =>
      Object.values(said).reduce((text, words) => text.replaceAll(words, ''), row),
    );
    const texts = left.map((row) => `${squeeze(row)}\n${row}`).join('\n');
    for (const [label, canary] of Object.entries(canaries)) {
      if (texts.includes(squeeze(canary)) || texts.includes(Buffer.from(canary).toString('hex')))
        places[label]?.push(table);
    }
  }
  return places;
}

const squeeze = (text: string): string => fold(text).replaceAll(/[^a-z0-9]+/g, '');
const found = (places: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(places).filter(([, tables]) => tables.length > 0));
const tablesIn = (places: Record<string, string[]>): string[] =>
  [...new Set(Object.values(places).flat())].toSorted();

const erase = (service: TestService, token: string) =>
  service.call('POST', '/api/v1/user/erase', {
    token,
    body: { password: PASSWORD, confirm: 'APAGAR' },
  });

/** Returns everything that is not a person's words: what accounting reads. */
async function figures(service: TestService): Promise<unknown> {
  const { rows } = await sql`
    SELECT p.id, p.status, p.total_amount, p.freight_amount, p.delivery_days, p.submitted_at,
      p.accepted_at, o.number, o.status AS order_status, o.deadline_date, o.awarded_at,
      o.producer_id, p.supplier_id,
      (SELECT jsonb_agg(jsonb_build_array(i.order_item_id, i.product_id, i.unit_price, i.quantity,
        i.total_price, i.offers_similar, i.justification_type) ORDER BY i.id)
      FROM proposal_items i WHERE i.proposal_id = p.id) AS items,
      (SELECT jsonb_agg(jsonb_build_array(s.number, s.round, s.kind, s.state, s.items_amount,
        s.freight_amount, i.order_item_id, i.quantity, i.total_price, i.settlement) ORDER BY i.id)
      FROM purchases s JOIN purchase_items i ON i.purchase_id = s.id
      WHERE s.proposal_id = p.id) AS purchases
    FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.status <> 'draft' ORDER BY p.id`.execute(
    service.db.q,
  );
  return rows;
}

/**
 * A reply stored for repetition and an event's words are removed whole, whichever other people they
 * mention.
 */
const wentWhole = new Set(['idempotency_keys', 'events']);
const lostFrom = (
  before: Record<string, string[]>,
  left: Record<string, string[]>,
): (readonly [string, string[]])[] =>
  Object.entries(before)
    .map(
      ([label, tables]) =>
        [
          label,
          tables.filter((table) => !left[label]?.includes(table) && !wentWhole.has(table)),
        ] as const,
    )
    .filter(([, tables]) => tables.length > 0);

describe('after a producer has erased their account', async () => {
  const service = await startService();
  const world = await buildErasureWorld(service);
  const { producer, supplier, rival, admin, awarded, canaries, said } = world;
  await sealAudit(service.app.platform);
  const before = {
    theirs: await findCanaries(service, canaries.producer),
    others: await findCanaries(service, canaries.supplier),
    said: await findCanaries(service, said.producer),
    figures: await figures(service),
  };
  const answer = await erase(service, producer.token);

  it('no table contains their data, where all of it was found before', async () => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      Object.entries(before.theirs).filter(([, tables]) => tables.length === 0),
      [],
      'the search sees every canary',
    );
    assert.deepEqual(
      tablesIn(before.theirs),
      [
        'account_tokens',
        'addresses',
        'audit_values',
        'catalogue_requests',
        'commercial_references',
        'decision_records',
        'decision_rounds',
        'events',
        'idempotency_keys',
        'import_rows',
        'imports',
        'login_attempts',
        'mails',
        'order_attachments',
        'order_items',
        'order_questions',
        'orders',
        'payments',
        'pending_decisions',
        'producers',
        'proposal_items',
        'refunds',
        'proposals',
        'sessions',
        'stored_files',
        'supplier_order_declines',
        'users',
      ].toSorted(),
    );
    assert.deepEqual(found(await findCanaries(service, canaries.producer, said.producer)), {});
  });

  it('what others wrote, about themselves or about them, is unchanged', async () => {
    assert.deepEqual(lostFrom(before.others, await findCanaries(service, canaries.supplier)), []);
    assert.deepEqual(
      Object.values(before.said).filter((tables) => tables.length === 0),
      [],
      'all of it was said',
    );
    assert.deepEqual(lostFrom(before.said, await findCanaries(service, said.producer)), []);
  });

  it('figures, days and statuses are unchanged, to the cent', async () => {
    assert.deepEqual(await figures(service), before.figures);
    const kept = await service.db.q
      .selectFrom('orders')
      .select('status')
      .where('producer_id', '=', world.producerId)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      kept.map(({ status }) => status),
      ['finalizada', 'finalizada', 'cancelada'],
      'the draft is gone',
    );
  });

  it('the audit chain is valid', async () => {
    await sealAudit(service.app.platform);
    const { problem, erased, unsealed } = await verifyAudit(service.db);
    assert.deepEqual([problem, unsealed.count], [undefined, 0]);
    assert.ok(erased > 0);
  });

  it('the supplier they bought from sees the sale, and administrators see all of it', async () => {
    const proposal = await supplier.call<{ status: string; order: { description: string } }>(
      'GET',
      `/api/v1/supplier/proposals/${awarded.proposal.uuid}`,
    );
    assert.deepEqual(
      [proposal.status, proposal.order.description],
      ['accepted', 'Insumos para [contato oculto], ligar [contato oculto]'],
    );
    for (const url of [
      `/api/v1/supplier/orders/${awarded.uuid}`,
      '/api/v1/supplier/dashboard',
      '/api/v1/supplier/orders',
      `/api/v1/orders/${awarded.uuid}/questions`,
      `/api/v1/orders/${awarded.uuid}/attachments`,
    ])
      await supplier.call('GET', url);
    await rival.call('GET', '/api/v1/supplier/proposals');
    for (const url of [
      `orders/${awarded.id}`,
      `orders/${awarded.id}/timeline`,
      `orders/${awarded.id}/logs`,
      'orders',
      'proposals',
      'logs',
      'dashboard',
      'producers?with_deleted=1',
      `producers/${world.producerId}?with_deleted=1`,
      `users/${producer.userId}?with_deleted=1`,
    ])
      await admin.call('GET', `/api/v1/admin/${url}`);
  });
});

describe('after a supplier has erased their account', async () => {
  const service = await startService();
  const world = await buildErasureWorld(service);
  const { producer, supplier, rival, other, admin, awarded, live, canaries, said } = world;
  await sealAudit(service.app.platform);
  const before = {
    theirs: await findCanaries(service, canaries.supplier),
    others: await findCanaries(service, canaries.producer),
    said: await findCanaries(service, said.supplier),
    figures: await figures(service),
  };
  const answer = await erase(service, supplier.token);

  it('no table contains their data, where all of it was found before', async () => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(
      Object.entries(before.theirs).filter(([, tables]) => tables.length === 0),
      [],
      'the search sees every canary',
    );
    assert.deepEqual(
      tablesIn(before.theirs),
      [
        'account_tokens',
        'addresses',
        'audit_values',
        'decision_records',
        'decision_rounds',
        'events',
        'former_identities',
        'idempotency_keys',
        'import_rows',
        'imports',
        'login_attempts',
        'mails',
        'order_questions',
        'orders',
        'payments',
        'pending_decisions',
        'proposal_items',
        'proposals',
        'refunds',
        'sessions',
        'supplier_order_declines',
        'suppliers',
        'users',
      ].toSorted(),
    );
    assert.deepEqual(found(await findCanaries(service, canaries.supplier, said.supplier)), {});
  });

  it('what others wrote, about themselves or about them, is unchanged', async () => {
    assert.deepEqual(lostFrom(before.others, await findCanaries(service, canaries.producer)), []);
    assert.deepEqual(
      Object.values(before.said).filter((tables) => tables.length === 0),
      [],
      'all of it was said',
    );
    assert.deepEqual(lostFrom(before.said, await findCanaries(service, said.supplier)), []);
  });

  it('figures, days and statuses are unchanged, to the cent', async () => {
    assert.deepEqual(await figures(service), before.figures);
  });

  it('totals of lists equal a count', async () => {
    const {
      rows: [sums],
    } = await sql<{ kept: number; counted: number }>`
      SELECT coalesce(sum(t.delta), 0)::int AS kept, (SELECT count(*)::int
        FROM supplier_order_declines d JOIN orders o ON o.id = d.order_id
        WHERE o.status = 'publicada') AS counted
      FROM list_totals t WHERE t.scope = 'declined'`.execute(service.db.q);
    assert.equal(sums?.kept, sums?.counted);
  });

  it('the audit chain is valid', async () => {
    await sealAudit(service.app.platform);
    const { problem, unsealed } = await verifyAudit(service.db);
    assert.deepEqual([problem, unsealed.count], [undefined, 0]);
  });

  it('the producer sees what they bought, without the supplier’s name', async () => {
    const received = await producer.call<
      {
        supplier: {
          name: string;
          email: string;
          phone: null;
          document: null;
          website: null;
          city: null;
        };
        notes: null;
      }[]
    >('GET', `/api/v1/orders/${awarded.uuid}/proposals/received`);
    const bought = received.find(({ supplier: { name } }) => name === 'Conta removida');
    assert.ok(bought);
    assert.match(bought.supplier.email, /^removida-[0-9a-f-]{36}@removed\.invalid$/);
    assert.deepEqual(
      [
        bought.supplier.phone,
        bought.supplier.document,
        bought.supplier.website,
        bought.supplier.city,
        bought.notes,
      ],
      [null, null, null, null, null],
    );
    for (const url of ['comparison?proposals[]=', 'timeline', ''])
      await producer.call(
        'GET',
        `/api/v1/producer/orders/${awarded.uuid}/${url}`
          .replace(/=$/, `=${awarded.proposal.uuid}`)
          .replace(/\/$/, ''),
      );
    assert.equal(
      (
        await service.call('GET', `/api/v1/producer/orders/${awarded.uuid}/decision-record`, {
          token: producer.token,
        })
      ).status,
      200,
    );
    await producer.call('GET', `/api/v1/orders/${awarded.uuid}/proposals/received?view=anonymous`);
    await producer.call('GET', `/api/v1/orders/${awarded.uuid}/questions`);
    await other.call('GET', `/api/v1/producer/orders/${live.uuid}`);
    await rival.call('GET', `/api/v1/orders/${live.uuid}/questions`);
    for (const url of [
      `orders/${awarded.id}/proposals`,
      `proposals/${awarded.proposal.id}`,
      'proposals',
      'logs',
      'suppliers?with_deleted=1',
      `suppliers/${world.supplierId}?with_deleted=1`,
      `suppliers/${world.supplierId}/products?with_deleted=1`,
    ])
      await admin.call('GET', `/api/v1/admin/${url}`);
  });
});

describe('the search of this test', () => {
  it('finds text that is written with other punctuation', () => {
    assert.equal(squeeze('(66) 98123-4501'), nameKey('66981234501'));
  });
});
