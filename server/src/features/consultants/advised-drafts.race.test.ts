import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  linkConsultant,
} from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { standingCalls } from '../../../test/standing.ts';
import { codeOf, race, succeeded, together } from '../proposals/races.fixture.ts';

const service = await startService();
const master = await buildAdmin(service);
const { q } = service.db;

/** Builds a draft of a producer, and the consultant who edits it. */
async function editing() {
  const [consultant, producer] = [await buildConsultant(service), await buildProducer(service)];
  await linkConsultant(service, consultant.consultantId, producer.producerId);
  const draft = await buildOrder(service, { producerId: producer.producerId, status: 'rascunho' });
  return {
    consultant,
    draft,
    save: (): Promise<Answer<unknown>> =>
      service.call('PUT', `/api/v1/consultant/orders/${draft.uuid}`, {
        token: consultant.token,
        body: { notes: 'Salvo pelo consultor' },
      }),
    unlink: (): Promise<Answer<unknown>> =>
      service.call('PUT', `/api/v1/admin/consultants/${consultant.consultantId}/producers`, {
        token: master.token,
        body: { producer_ids: [] },
      }),
    notes: async () =>
      (await q.selectFrom('orders').select('notes').where('id', '=', draft.id).executeTakeFirst())
        ?.notes,
  };
}

/** Runs `work` while another connection holds one row, until `work` releases it. */
async function whileLocked(
  table: 'orders' | 'consultant_producers',
  [column, id]: readonly [string, number],
  work: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [id]);
    await work(() => holder.query('COMMIT'));
  } finally {
    await holder.end();
  }
}

const answered = (answer: Promise<unknown>): Promise<true> => answer.then(() => true as const);

/** Resolves once a statement waits for a lock of this kind, or where the call has been answered. */
async function waits(kind: 'advisory' | 'row', call: Promise<unknown>): Promise<boolean> {
  const isAnswered = answered(call);
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity a
        WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'
          AND (a.wait_event = 'advisory') = ${kind === 'advisory'}) AS waiting`.execute(q);
    if (rows[0]?.waiting === true) return true;
    const over = await Promise.race([isAnswered, new Promise((next) => setImmediate(next, false))]);
    if (over === true) return false;
  }
}

describe('a save by a consultant', () => {
  it('that has passed the check of the link is finished before the link ends', async () => {
    const { draft, save, unlink } = await editing();
    await whileLocked('orders', ['id', draft.id], async (release) => {
      const saved = save();
      assert.ok(await waits('row', saved), 'the save waits for the draft');
      const unlinked = unlink();
      assert.ok(await waits('advisory', unlinked), 'the link ended while a save was under way');
      await release();
      assert.deepEqual([(await saved).status, (await unlinked).status], [200, 200]);
    });
    const late = await save();
    assert.deepEqual([late.status, codeOf(late.body)], [403, 'not_yours']);
  });

  it('that comes while the link is ending is refused', async () => {
    const { consultant, save, unlink, notes } = await editing();
    await whileLocked(
      'consultant_producers',
      ['consultant_id', consultant.consultantId],
      async (release) => {
        const unlinked = unlink();
        assert.ok(await waits('row', unlinked), 'the end of the link is under way');
        const saved = save();
        assert.ok(await waits('advisory', saved), 'the save did not wait for the end of the link');
        await release();
        const [{ status }, late] = [await unlinked, await saved];
        assert.deepEqual([status, late.status, codeOf(late.body)], [200, 403, 'not_yours']);
      },
    );
    assert.equal(await notes(), null);
  });

  it('lands before a block of the account, or not at all', () =>
    race(async () => {
      const { consultant, save, notes } = await editing();
      const { block } = standingCalls(service, master);
      const [[saved]] = await Promise.all([together([save]), block(consultant)]);
      assert.ok(saved);
      if (!succeeded(saved)) assert.ok([401, 403].includes(saved.status), String(saved.status));
      assert.equal(await notes(), succeeded(saved) ? 'Salvo pelo consultor' : null);
      assert.equal((await save()).status, 401);
    }));
});
