import * as producers from '@lavra/contract/admin/producers';
import * as suppliers from '@lavra/contract/admin/suppliers';
import { localDate } from '@lavra/domain/calendar/calendar';
import { listLogs } from '../audit/audit-feature.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PeopleService } from './admin-people-service.ts';
import { listProducers, listSuppliers } from './people-list.ts';
import { assertShown, findUndeletedPerson, findPerson, type PersonRef } from './person-ref.ts';
import { listProducerOrders } from './producer-orders.ts';
import { getProducerRecord, presentProducerSummary } from './producer-record.ts';
import { listSupplierProducts } from './supplier-products.ts';
import { listSupplierProposals } from './supplier-proposals.ts';
import { getSupplierRecord, presentSupplierSummary } from './supplier-record.ts';

interface ById {
  readonly id: string;
}
export interface RouteParts {
  readonly platform: Platform;
  readonly service: PeopleService;
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

export function mountProducerRoutes(
  mount: Mount,
  { platform: { db, clock, zone }, service }: RouteParts,
): void {
  const load = ({ id }: ById) => findPerson(db, 'producers', id);
  const loadLiving = ({ id }: ById) => findUndeletedPerson(db, 'producers', id);
  const today = (): string => localDate(clock.now(), zone);
  mount(producers.listAdminProducers, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listProducers(db, query);
      return { data: rows.map(presentProducerSummary), meta };
    },
  });
  mount(producers.getAdminProducer, {
    load,
    handle: shown(({ subject }) => getProducerRecord(db, subject.id)),
  });
  mount(producers.updateAdminProducer, {
    load: loadLiving,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.updateProducer(caller, subject, { body, ifMatch }),
  });
  mount(producers.restoreAdminProducer, {
    load,
    handle: ({ caller, subject }) => service.restoreProducer(caller, subject),
  });
  mount(producers.listAdminProducerOrders, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) =>
      listProducerOrders(db, subject.id, { query, today: today() }),
    ),
  });
  mount(producers.listAdminProducerLogs, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listLogs(db, ofAccount(subject), { query, zone })),
  });
}

export function mountSupplierRoutes(
  mount: Mount,
  { platform: { db, clock, zone }, service }: RouteParts,
): void {
  const load = ({ id }: ById) => findPerson(db, 'suppliers', id);
  const loadLiving = ({ id }: ById) => findUndeletedPerson(db, 'suppliers', id);
  const today = (): string => localDate(clock.now(), zone);
  mount(suppliers.listAdminSuppliers, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listSuppliers(db, query);
      return { data: rows.map(presentSupplierSummary), meta };
    },
  });
  mount(suppliers.createAdminSupplier, {
    handle: ({ caller, body }) => service.createSupplier(caller, body),
  });
  mount(suppliers.getAdminSupplier, {
    load,
    handle: shown(({ subject }) => getSupplierRecord(db, subject.id, clock.now())),
  });
  mount(suppliers.updateAdminSupplier, {
    load: loadLiving,
    handle: ({ caller, subject, body, ifMatch }) =>
      service.updateSupplier(caller, subject, { body, ifMatch }),
  });
  mount(suppliers.deleteAdminSupplier, {
    load: loadLiving,
    handle: ({ caller, subject }) => service.removeSupplier(caller, subject),
  });
  mount(suppliers.restoreAdminSupplier, {
    load,
    handle: ({ caller, subject }) => service.restoreSupplier(caller, subject),
  });
  mount(suppliers.sendSupplierActivation, {
    load: loadLiving,
    handle: ({ caller, subject }) => service.inviteSupplier(caller, subject),
  });
  mount(suppliers.listAdminSupplierProposals, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) =>
      listSupplierProposals(db, subject.id, { query, today: today() }),
    ),
  });
  mount(suppliers.listAdminSupplierProducts, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listSupplierProducts(db, subject.id, query)),
  });
  mount(suppliers.listAdminSupplierLogs, {
    load,
    reads: 'replica',
    handle: shown(({ subject, query, db }) => listLogs(db, ofAccount(subject), { query, zone })),
  });
}

/** Changes to a record are audited as changes to its account. */
const ofAccount = ({ userId }: PersonRef) => ({ resourceType: 'user', resourceId: userId });
