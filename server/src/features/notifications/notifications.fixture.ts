import { isEventType } from '@lavra/domain/notification/event-types';
import { systemActor } from '../../platform/db/command.ts';
import type { NewJob, StoredEvent } from '../../platform/queue/job-kind.ts';
import type { TestService } from '../../../test/service.ts';
import { tellPeople } from './fan-out.ts';

/** Tells people of one event, as the worker does. Answers the jobs it makes. */
export const tell = (
  service: TestService,
  event: Omit<StoredEvent, 'at'>,
): Promise<readonly NewJob[]> =>
  service.app.platform.command(systemActor, (uow) => tellPeople(uow, { ...event, at: uow.now }));

/** Tells people of every event that nobody has been told of yet, in order. */
export async function tellEverything(service: TestService): Promise<readonly NewJob[]> {
  const { q } = service.db;
  const jobs: NewJob[] = [];
  const waiting = await q
    .selectFrom('events')
    .select(['id', 'type', 'data'])
    .where('dispatched_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id, type, data } of waiting) {
    if (!isEventType(type)) throw new Error(`no event is called ${type}`);
    jobs.push(...(await tell(service, { id, type, data: data as StoredEvent['data'] }))); // ids by name
    await q
      .updateTable('events')
      .set({ dispatched_at: service.app.platform.clock.now() })
      .where('id', '=', id)
      .execute();
  }
  return jobs;
}
