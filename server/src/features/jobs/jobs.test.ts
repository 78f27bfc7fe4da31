import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemActor } from '../../platform/db/command.ts';
import { openWorkerRuntime } from '../../platform/queue/worker-runtime.ts';
import { probeKind } from '../../platform/queue/queue.fixture.ts';
import { storeFailedJob } from '../../platform/queue/failed-jobs.ts';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
const { platform } = service.app;
const [master, operator, producer] = [
  await buildAdmin(service),
  await buildAdmin(service, 'operacional'),
  await buildProducer(service),
];

interface Job {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly retried_by: { readonly id: number } | null;
}
interface Page {
  readonly data: Job[];
  readonly meta: {
    readonly total: number;
    readonly per_page: number;
    readonly next_cursor: string | null;
  };
}

async function giveUp(
  name: string,
  fields: { readonly failure?: string; readonly id?: number } = {},
): Promise<number> {
  await platform.command(systemActor, (uow) =>
    storeFailedJob(uow, {
      name,
      data: { mail_id: fields.id ?? 1 },
      failure: fields.failure ?? 'sem resposta',
      attempts: 3,
      cause: 'mail.queued',
    }),
  );
  const { id } = await service.db.q
    .selectFrom('failed_jobs')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const list = async (query: string): Promise<Page> => {
  const { status, body } = await service.call<Page>('GET', `/api/v1/admin/jobs?${query}`, {
    token: operator.token,
  });
  assert.equal(status, 200);
  return body;
};
const retry = (id: number | string, token = master.token) =>
  service.call<Job & { code?: string }>('POST', `/api/v1/admin/jobs/${id}/retry`, { token });

describe('failed jobs', () => {
  it('are listed newest first, 25 a page, by state and name, and can be paged by cursor', async () => {
    const first = await giveUp('test.first');
    for (let n = 0; n < 27; n += 1) await giveUp('test.mail');
    const page = await list('');
    assert.deepEqual([page.meta.per_page, page.meta.total, page.data.length], [25, 28, 25]);
    const rest = await list(`cursor=${page.meta.next_cursor}`);
    assert.deepEqual([rest.data.length, rest.data.at(-1)?.id], [3, first]);
    assert.deepEqual(
      (await list('name=test.first')).data.map(({ id }) => id),
      [first],
    );
    assert.equal((await list('state=retried')).meta.total, 0);
    assert.equal(
      (await service.call('GET', '/api/v1/admin/jobs?state=lost', { token: operator.token }))
        .status,
      422,
    );
    assert.equal(
      (await service.call('GET', '/api/v1/admin/jobs?stage=failed', { token: operator.token }))
        .status,
      422,
    );
  });

  it('show what failed, why and how often', async () => {
    const id = await giveUp('test.shown', { failure: '421 tente mais tarde', id: 77 });
    const { status, body } = await service.call('GET', `/api/v1/admin/jobs/${id}`, {
      token: operator.token,
    });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, failed_at: '' },
      {
        id,
        name: 'test.shown',
        data: { mail_id: 77 },
        failure: '421 tente mais tarde',
        attempts: 3,
        state: 'failed',
        failed_at: '',
        retried_at: null,
        retried_by: null,
      },
    );
  });

  it('are visible only to administrators, and retried only by masters', async () => {
    const id = await giveUp('test.guarded');
    assert.equal(
      (await service.call('GET', '/api/v1/admin/jobs', { token: producer.token })).status,
      403,
    );
    assert.equal((await service.call('GET', '/api/v1/admin/jobs')).status, 401);
    assert.equal((await retry(id, operator.token)).status, 403);
    assert.deepEqual([(await retry(999_999)).status, (await retry('abc')).status], [404, 404]);
  });

  it('run again once on request, with the person in the audit log', async () => {
    const kind = probeKind('test.again');
    const id = await giveUp('test.again', { id: 5 });
    const asked = await Promise.all([retry(id), retry(id)]);
    assert.deepEqual(
      asked.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    );
    const done = asked.find(({ status }) => status === 200)?.body;
    assert.deepEqual([done?.state, done?.retried_by?.id], ['retried', master.userId]);
    assert.equal(asked.find(({ status }) => status === 422)?.body.code, 'job_retried');
    assert.deepEqual(
      (await list('state=retried&name=test.again')).data.map((job) => job.id),
      [id],
    );
    const log = await service.db.q
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('resource_type', '=', 'failed_job')
      .where('resource_id', '=', id)
      .execute();
    assert.deepEqual(log, [{ action: 'status_changed', actor_id: master.userId }]);

    const runtime = await openWorkerRuntime({
      waitMs: 60_000,
      platform,
      databaseUrl: service.databaseUrl,
      work: { jobs: [kind], listeners: [] },
    });
    await runtime.runUntilIdle();
    await runtime.close();
    assert.deepEqual(kind.runs, [{ data: { mail_id: 5 }, attempt: 1, isLast: false }]);
  });
});
