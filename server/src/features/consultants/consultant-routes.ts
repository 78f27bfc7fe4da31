import * as endpoints from '@lavra/contract/admin/consultants';
import * as requests from '@lavra/contract/catalogue/requests';
import type { ConsultantCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { listProducerRequests } from '../catalogue-requests/catalogue-requests-feature.ts';
import {
  createConsultantCatalogueRequest,
  createConsultantOrder,
  deleteConsultantOrder,
  requestPublication,
  updateConsultantOrder,
} from './advised-drafts.ts';
import { findAdvisedOrder, getConsultantOrder, listConsultantOrders } from './advised-orders.ts';
import {
  findProducer,
  getConsultantProducer,
  listConsultantProducers,
} from './advised-producers.ts';
import { listAdminConsultants } from './consultant-list.ts';
import { presentConsultantSummary } from './consultant-presenter.ts';
import {
  findConsultant,
  findUndeletedConsultant,
  getAdminConsultant,
} from './consultant-record.ts';
import {
  createAdminConsultant,
  deleteAdminConsultant,
  restoreAdminConsultant,
  sendConsultantActivation,
  setConsultantProducers,
  updateAdminConsultant,
} from './consultant-service.ts';

/** Mounts the administration's routes for consultants. */
export function mountAdminConsultantRoutes(
  mount: Mount,
  { platform, mails }: { platform: Platform; mails: AccountMails },
): void {
  const { db, clock } = platform;
  const load = ({ id }: { id: string }) => findConsultant(db, id);
  const loadLiving = ({ id }: { id: string }) => findUndeletedConsultant(db, id);
  mount(endpoints.listAdminConsultants, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminConsultants(db, query, clock.now());
      return { data: rows.map(presentConsultantSummary), meta };
    },
  });
  mount(endpoints.createAdminConsultant, {
    handle: ({ request, body }) => createAdminConsultant(platform, request, body),
  });
  mount(endpoints.getAdminConsultant, {
    load,
    handle: ({ subject, query }) => {
      if (subject.deleted && query.with_deleted !== true) throw new RuleError('not_found');
      return getAdminConsultant(db, subject.userId, clock.now());
    },
  });
  mount(endpoints.updateAdminConsultant, {
    load: loadLiving,
    handle: ({ request, subject, body, ifMatch }) =>
      updateAdminConsultant(platform, mails, request, subject, { body, ifMatch }),
  });
  mount(endpoints.deleteAdminConsultant, {
    load: loadLiving,
    handle: ({ request, subject }) => deleteAdminConsultant(platform, request, subject),
  });
  mount(endpoints.restoreAdminConsultant, {
    load,
    handle: ({ request, subject }) => restoreAdminConsultant(platform, request, subject),
  });
  mount(endpoints.sendConsultantActivation, {
    load: loadLiving,
    handle: ({ request, subject }) => sendConsultantActivation(platform, mails, request, subject),
  });
  mount(endpoints.setConsultantProducers, {
    load: loadLiving,
    handle: ({ request, subject, body, ifMatch }) =>
      setConsultantProducers(platform, request, subject, {
        producerIds: body.producer_ids,
        ifMatch,
      }),
  });
}

/**
 * Mounts the routes by which a consultant sees the producers they advise, and writes drafts for
 * them.
 */
export function mountConsultantRoutes(mount: Mount, platform: Platform): void {
  const { db, clock, zone } = platform;
  const policy = (_caller: ConsultantCaller, { isAdvised }: { isAdvised: boolean }) =>
    isAdvised ? 'ok' : 'forbidden';
  const order = {
    load: ({ order: value }: { order: string }, caller: ConsultantCaller) =>
      findAdvisedOrder(db, value, caller.userId),
    policy,
  };
  const producer = {
    load: ({ id }: { id: string }, caller: ConsultantCaller) => findProducer(db, id, caller.userId),
    policy,
  };
  mount(endpoints.listConsultantProducers, {
    handle: ({ caller, query }) => listConsultantProducers(db, caller.userId, query),
  });
  mount(endpoints.getConsultantProducer, {
    ...producer,
    handle: ({ caller, subject }) => getConsultantProducer(db, caller.userId, subject.id),
  });
  mount(endpoints.listConsultantOrders, {
    handle: ({ caller: { userId }, query }) =>
      listConsultantOrders(db, { userId, query, now: clock.now(), zone }),
  });
  mount(endpoints.getConsultantOrder, {
    ...order,
    handle: ({ caller: { userId }, subject }) =>
      getConsultantOrder(db, subject.id, { userId, now: clock.now(), zone }),
  });
  mount(endpoints.createConsultantOrder, {
    ...producer,
    handle: ({ request, subject, body }) =>
      createConsultantOrder(platform, request, subject.id, body),
  });
  mount(endpoints.updateConsultantOrder, {
    ...order,
    handle: ({ request, subject, body, ifMatch }) =>
      updateConsultantOrder(platform, request, subject, { body, ifMatch }),
  });
  mount(endpoints.deleteConsultantOrder, {
    ...order,
    policy: ({ userId }, { isAdvised, written_by: writer }) =>
      isAdvised && writer === userId ? 'ok' : 'forbidden',
    handle: ({ request, subject }) => deleteConsultantOrder(platform, request, subject),
  });
  mount(requests.listConsultantCatalogueRequests, {
    ...order,
    handle: ({ subject }) => listProducerRequests(db, subject.producer_id),
  });
  mount(requests.createConsultantCatalogueRequest, {
    ...order,
    handle: ({ request, subject, body }) =>
      createConsultantCatalogueRequest(platform, request, subject, body),
  });
  mount(endpoints.requestPublication, {
    ...order,
    handle: ({ request, subject }) => requestPublication(platform, request, subject),
  });
}
