import { isEventType } from '@lavra/domain/notification/event-types';
import { systemActor } from '../../platform/db/command.ts';
import type { NewJob, StoredEvent } from '../../platform/queue/job-kind.ts';
import type { TestService } from '../../../test/service.ts';
import { notifyPeople } from './fan-out.ts';

/** Dispatches one event as the worker does. Returns the jobs it creates. */
export const notify = (
  service: TestService,
  event: Omit<StoredEvent, 'at'>,
): Promise<readonly NewJob[]> =>
  service.app.platform.command(systemActor, (uow) => notifyPeople(uow, { ...event, at: uow.now }));

/** Dispatches every undispatched event, in order. */
export async function notifyOfAll(service: TestService): Promise<readonly NewJob[]> {
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
    // ids by name
    jobs.push(...(await notify(service, { id, type, data: data as StoredEvent['data'] })));
    await q
      .updateTable('events')
      .set({ dispatched_at: service.app.platform.clock.now() })
      .where('id', '=', id)
      .execute();
  }
  return jobs;
}
