import type { GoodRequest } from './good-request.ts';
import type { World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

/** Creates a failed job. */
const failedJob: Recipe = async ({ service }) => {
  const { id } = await service.db.q
    .insertInto('failed_jobs')
    .values({
      name: 'test.mail',
      data: '{"mail_id":1}',
      failure: 'sem resposta',
      attempts: 3,
      failed_at: service.app.platform.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { value: String(id) };
};

/** Valid requests of the routes of failed jobs. */
export const jobRequests: Readonly<Record<string, Recipe>> = {
  listFailedJobs: async () => ({}),
  getFailedJob: failedJob,
  retryFailedJob: failedJob,
};
