import { sql } from 'kysely';
import type { FailedJob, listFailedJobs as endpoint } from '@lavra/contract/admin/jobs';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { encodeCursor, pageMeta, pageRequest, type PageMeta } from '../../platform/http/paging.ts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';

const PAGE_SIZE = 25;
const SORT = '-failed_at';
const byTime: SortKey = { expression: 'j.failed_at', type: 'timestamptz' };

/** Returns one page of the failed jobs, newest first. */
export async function listFailedJobs(
  db: Db,
  { state = 'failed', name, ...query }: QueryOf<typeof endpoint>,
): Promise<{ data: FailedJob[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const wanted: Condition[] = [
    state === 'failed'
      ? sql<boolean>`j.retried_at IS NULL`
      : sql<boolean>`j.retried_at IS NOT NULL`,
    ...(name === undefined ? [] : [sql<boolean>`j.name = ${name}`]),
  ];
  const start =
    query.cursor === undefined
      ? undefined
      : after(byTime, 'j.id', true, keysetStart(query.cursor, SORT, byTime));
  const [found, { total }] = await Promise.all([
    selectRows(db)
      .where(allOf(start === undefined ? wanted : [...wanted, start]))
      .orderBy(orderBy(byTime, 'j.id', true))
      .limit(page.perPage + 1)
      .offset(start === undefined ? page.offset : 0)
      .execute(),
    db.q
      .selectFrom('failed_jobs as j')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(allOf(wanted))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    data: rows.map(presentFailedJob),
    meta: pageMeta(
      page,
      total,
      last === undefined ? null : encodeCursor(SORT, last.failed_at, last.id),
    ),
  };
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
