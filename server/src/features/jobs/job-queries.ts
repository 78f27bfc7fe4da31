import { sql } from 'kysely';
import type { FailedJob, listFailedJobs as endpoint } from '@lavra/contract/admin/jobs';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';

/** Returns one page of the failed jobs, newest first. */
export async function listFailedJobs(
  db: Db,
  { state = 'failed', name, ...query }: QueryOf<typeof endpoint>,
): Promise<{ data: FailedJob[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: (sort) => sort,
    from: sql`failed_jobs j`,
    conditions: [
      state === 'failed'
        ? sql<boolean>`j.retried_at IS NULL`
        : sql<boolean>`j.retried_at IS NOT NULL`,
      name !== undefined && sql<boolean>`j.name = ${name}`,
    ],
    read: (slice) => sliceOf(selectRows(db), slice).execute(),
    sorts: { failed_at: { expression: 'j.failed_at', type: 'timestamptz' } },
    sort: '-failed_at',
    id: 'j.id',
  });
  return { data: rows.map(presentFailedJob), meta };
}

export async function findFailedJob(db: Db, id: number): Promise<FailedJob | undefined> {
  const row = await selectRows(db).where('j.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentFailedJob(row);
}

const selectRows = (db: Db) =>
  db.q
    .selectFrom('failed_jobs as j')
    .leftJoin('users as u', 'u.id', 'j.retried_by')
    .select([
      'j.id',
      'j.name',
      'j.failure',
      'j.attempts',
      'j.failed_at',
      'j.retried_at',
      'j.retried_by',
      'u.name as retrier',
    ])
    .select(sql<FailedJob['data']>`j.data`.as('data')); // only ids are written there

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

const presentFailedJob = ({
  id,
  name,
  data,
  failure,
  attempts,
  failed_at,
  retried_at,
  retried_by,
  retrier,
}: Row): FailedJob => ({
  id,
  name,
  data,
  failure,
  attempts,
  state: retried_at === null ? 'failed' : 'retried',
  failed_at: wireTime(failed_at),
  retried_at: wireTimeOrNull(retried_at),
  retried_by: retried_by === null || retrier === null ? null : { id: retried_by, name: retrier },
});
