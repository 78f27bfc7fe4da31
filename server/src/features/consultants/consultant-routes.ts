import * as endpoints from '@lavra/contract/admin/consultants';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { ConsultantCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAdvisedOrder, getAdvisedOrder, listAdvisedOrders } from './advised-orders.ts';
import { listAdvisedProducers } from './advised-producers.ts';
import { listConsultants } from './consultant-list.ts';
import { presentConsultantSummary } from './consultant-presenter.ts';
import { findConsultant, findLivingConsultant, getConsultantRecord } from './consultant-record.ts';
import type { ConsultantService } from './consultant-service.ts';

/** Mounts the administration's routes for consultants. */
export function mountAdminConsultantRoutes(
  mount: Mount,
  { platform: { db, clock }, service }: { platform: Platform; service: ConsultantService },
): void {
  const load = ({ id }: { id: string }) => findConsultant(db, id);
  const loadLiving = ({ id }: { id: string }) => findLivingConsultant(db, id);
  mount(endpoints.listAdminConsultants, {
    handle: async ({ query }) => {
      const { rows, meta } = await listConsultants(db, query, clock.now());
      return { data: rows.map(presentConsultantSummary), meta };
    },
  });
  mount(endpoints.createAdminConsultant, {
    handle: ({ caller, body }) => service.create(caller, body),
  });
  mount(endpoints.getAdminConsultant, {
    load,
    handle: ({ subject, query }) => {
      if (subject.deleted && query.with_deleted !== true) throw new RuleError('not_found');
      return getConsultantRecord(db, subject.userId, clock.now());
    },
  });
  mount(endpoints.updateAdminConsultant, {
    load: loadLiving,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.update(caller, subject, { body, ifMatch }),
  });
  mount(endpoints.deleteAdminConsultant, {
    load: loadLiving,
    handle: ({ caller, subject }) => service.remove(caller, subject),
  });
  mount(endpoints.restoreAdminConsultant, {
    load,
    handle: ({ caller, subject }) => service.restore(caller, subject),
  });
  mount(endpoints.sendConsultantActivation, {
    load: loadLiving,
    handle: ({ caller, subject }) => service.sendActivation(caller, subject),
  });
  mount(endpoints.setConsultantProducers, {
    load: loadLiving,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.setProducers(caller, subject, { producerIds: body.producer_ids, ifMatch }),
  });
}

/** Mounts the routes by which a consultant sees the producers they advise. */
export function mountConsultantRoutes(mount: Mount, { db, clock, zone }: Platform): void {
  const today = (): string => localDate(clock.now(), zone);
  mount(endpoints.listConsultantProducers, {
    handle: ({ caller, query }) => listAdvisedProducers(db, caller.userId, query),
  });
  mount(endpoints.listConsultantOrders, {
    handle: ({ caller, query }) =>
      listAdvisedOrders(db, { userId: caller.userId, query, today: today() }),
  });
  mount(endpoints.getConsultantOrder, {
    load: ({ order }, caller: ConsultantCaller) => findAdvisedOrder(db, order, caller.userId),
    policy: (_caller, { isAdvised }) => (isAdvised ? 'ok' : 'forbidden'),
    handle: ({ subject }) => getAdvisedOrder(db, subject.id, today()),
  });
}
