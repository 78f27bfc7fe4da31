import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemActor } from '../../platform/db/command.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { sealAudit } from './audit-feature.ts';
import { selectRows } from './audit-log-queries.ts';
import { settledBeforeEnd, totalFrom } from './audit-total.ts';

const service = await startService();
const { platform } = service.app;
const { q } = service.db;
const { token } = await buildAdmin(service);
const row = {
  at: new Date(),
  actor_type: 'system',
  action: 'updated',
  resource_type: 'page',
  resource_id: 7,
  values_digest: Buffer.alloc(32),
};
const write = (db = q) => db.insertInto('audit_log').values(row).execute();

async function assertExact(): Promise<void> {
  const { status, body } = await service.call<{ meta: PageMeta }>(
    'GET',
    '/api/v1/admin/logs?per_page=1',
    { token },
  );
  const {
    rows: [counted],
  } = await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM audit_log`.execute(q);
  assert.deepEqual([status, body.meta.total], [200, counted?.rows]);
}

describe('the total of the whole audit log', () => {
  it('is exact with none, some or all rows sealed', async () => {
    await assertExact();
    for (let n = 0; n < 5; n += 1) await write();
    await assertExact();
    await sealAudit(platform);
    await assertExact();
    await write();
    await assertExact();
  });

  it('counts a row that commits after later ones are sealed', async () => {
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = platform.command(systemActor, async (uow) => {
      await write(uow.db.q);
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    await write();
    await sealAudit(platform);
    await assertExact();
    mayCommit.resolve();
    await late;
    await assertExact();
    await sealAudit(platform);
    await assertExact();
  });

  it('reads only the unsealed rows of a long log, and a page reads only its own rows', async () => {
    await sealAudit(platform);
    await sql`
      WITH rows AS (
        INSERT INTO audit_log (at, actor_type, action, resource_type, resource_id, values_digest)
        SELECT ${row.at}::timestamptz, 'system', 'updated', 'page', n, ${row.values_digest}
        FROM generate_series(1, 20000) AS n RETURNING id
      )
      INSERT INTO audit_seals (sequence, audit_id, hash, sealed_at)
      SELECT (SELECT max(s.sequence) FROM audit_seals s) + row_number() OVER (ORDER BY r.id),
        r.id, ${row.values_digest}, ${new Date(row.at.getTime() - 600_000)}::timestamptz
      FROM rows r`.execute(q);
    await sql`ANALYZE audit_log, audit_seals`.execute(q);
    await write();
    await sealAudit(platform);
    for (let n = 0; n < 10; n += 1) await write();
    await assertExact();
    const settled = await platform.db.row(settledBeforeEnd, {});
    assert.ok(settled !== undefined);
    const ofSettled = totalFrom.text.replaceAll('$1', String(settled.audit_id));
    const { rows: total } =
      await sql<Plan>`EXPLAIN (ANALYZE, FORMAT JSON) ${sql.raw(ofSettled)}`.execute(q);
    const page = await selectRows(platform.db)
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(26)
      .explain<Plan>('json', sql`analyze`);
    const read = [...total, ...page].map((plan) => rowsRead(plan['QUERY PLAN'][0].Plan));
    assert.ok(read.length === 2 && read.every((rows) => rows < 400), `${read.join(', ')} rows`);
  });
});

interface Plan {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }];
}
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
const rowsRead = ({
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Rows Removed by Filter': removed = 0,
  Plans: below = [],
}: PlanNode): number =>
  (rows + removed) * loops + below.reduce((sum, node) => sum + rowsRead(node), 0);
