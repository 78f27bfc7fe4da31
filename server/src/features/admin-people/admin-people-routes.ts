import * as producers from '@lavra/contract/admin/producers';
import * as suppliers from '@lavra/contract/admin/suppliers';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { listLogs } from '../audit/audit-feature.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createAdminSupplier,
  deleteAdminSupplier,
  restoreAdminProducer,
  restoreAdminSupplier,
  sendSupplierActivation,
  updateAdminProducer,
  updateAdminSupplier,
} from './admin-people-service.ts';
import { listAdminProducers, listAdminSuppliers } from './people-list.ts';
import { assertShown, findUndeletedPerson, findPerson, type PersonRef } from './person-ref.ts';
import { listAdminProducerOrders } from './producer-orders.ts';
import { getAdminProducer, presentProducerSummary } from './producer-record.ts';
import { listAdminSupplierProducts } from './supplier-products.ts';
import { listAdminSupplierProposals } from './supplier-proposals.ts';
import { getAdminSupplier, presentSupplierSummary } from './supplier-record.ts';

interface ById {
  readonly id: string;
}
export interface RouteParts {
  readonly platform: Platform;
  readonly mails: AccountMails;
}

/** The input of a read of one record: the record and the query. */
interface Shown<Q> {
  readonly subject: PersonRef;
  readonly query: Q;
  readonly db: Db;
}

/** Wraps a read with the check that the record may be shown: a deleted one only on request. */
const shown =
  <Q extends { with_deleted?: boolean }, R>(read: (request: Shown<Q>) => Promise<R>) =>
  (request: Shown<Q>): Promise<R> => {
    assertShown(request.subject, request.query);
    return read(request);
  };

export function mountProducerRoutes(mount: Mount, { platform, mails }: RouteParts): void {
  const { db, clock, zone } = platform;
  const load = ({ id }: ById) => findPerson(db, 'producers', id);
  const loadLiving = ({ id }: ById) => findUndeletedPerson(db, 'producers', id);
  const today = (): string => localDate(clock.now(), zone);
  mount(producers.listAdminProducers, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminProducers(db, query);
      return { data: rows.map(presentProducerSummary), meta };
    },
  });
  mount(producers.getAdminProducer, {
    load,
    handle: shown(({ subject }) => getAdminProducer(db, subject.id)),
  });
  mount(producers.updateAdminProducer, {
    load: loadLiving,
    handle: ({ request, subject, body, ifMatch }) =>
      updateAdminProducer(platform, mails, request, subject, { body, ifMatch }),
  });
  mount(producers.restoreAdminProducer, {
    load,
    handle: ({ request, subject }) => restoreAdminProducer(platform, request, subject),
  });
  mount(producers.listAdminProducerOrders, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) =>
      listAdminProducerOrders(db, subject.id, { query, today: today() }),
    ),
  });
  mount(producers.listAdminProducerLogs, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listLogs(db, ofAccount(subject), { query, zone })),
  });
}

export function mountSupplierRoutes(mount: Mount, { platform, mails }: RouteParts): void {
  const { db, clock, zone } = platform;
  const load = ({ id }: ById) => findPerson(db, 'suppliers', id);
  const loadLiving = ({ id }: ById) => findUndeletedPerson(db, 'suppliers', id);
  const today = (): string => localDate(clock.now(), zone);
  mount(suppliers.listAdminSuppliers, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminSuppliers(db, query);
      return { data: rows.map(presentSupplierSummary), meta };
    },
  });
  mount(suppliers.createAdminSupplier, {
    handle: ({ request, body }) => createAdminSupplier(platform, mails, request, body),
  });
  mount(suppliers.getAdminSupplier, {
    load,
    handle: shown(({ subject }) => getAdminSupplier(db, subject.id, clock.now())),
  });
  mount(suppliers.updateAdminSupplier, {
    load: loadLiving,
    handle: ({ request, subject, body, ifMatch }) =>
      updateAdminSupplier(platform, mails, request, subject, { body, ifMatch }),
  });
  mount(suppliers.deleteAdminSupplier, {
    load: loadLiving,
    handle: ({ request, subject }) => deleteAdminSupplier(platform, request, subject),
  });
  mount(suppliers.restoreAdminSupplier, {
    load,
    handle: ({ request, subject }) => restoreAdminSupplier(platform, request, subject),
  });
  mount(suppliers.sendSupplierActivation, {
    load: loadLiving,
    handle: ({ request, subject }) => sendSupplierActivation(platform, mails, request, subject),
  });
  mount(suppliers.listAdminSupplierProposals, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) =>
      listAdminSupplierProposals(db, subject.id, { query, today: today() }),
    ),
  });
  mount(suppliers.listAdminSupplierProducts, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listAdminSupplierProducts(db, subject.id, query)),
  });
  mount(suppliers.listAdminSupplierLogs, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listLogs(db, ofAccount(subject), { query, zone })),
  });
}

/** Changes to a record are audited as changes to its account. */
const ofAccount = ({ userId }: PersonRef) => ({ resourceType: 'user', resourceId: userId });
