import * as endpoints from '@lavra/contract/catalogue/requests';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizeProducerOrder, findOrder } from '../orders/orders-feature.ts';
import { findRequest, listProducerRequests, listRequests } from './request-queries.ts';
import {
  createCatalogueRequest,
  linkCatalogueRequest,
  refuseCatalogueRequest,
} from './request-service.ts';

export { requestProduct } from './request-service.ts';
export { listProducerRequests } from './request-queries.ts';

/** Creates the queue of products that producers ask administrators to add to the catalogue. */
export function createCatalogueRequests({ platform }: { platform: Platform }) {
  const { db } = platform;
  const own = {
    load: ({ order }: { order: string }) => findOrder(db, order),
    policy: authorizeProducerOrder,
  };
  const load = ({ id }: { id: string }) => findRequest(db, Number(id));
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.listOrderCatalogueRequests, {
        ...own,
        handle: ({ subject }) => listProducerRequests(db, subject.producer_id),
      });
      mount(endpoints.createCatalogueRequest, {
        ...own,
        handle: ({ request, subject, body }) =>
          createCatalogueRequest(platform, request, subject, body),
      });
      mount(endpoints.listCatalogueRequests, {
        reads: 'replica',
        handle: ({ query, db }) => listRequests(db, query),
      });
      mount(endpoints.linkCatalogueRequest, {
        load,
        handle: ({ request, subject, body }) =>
          linkCatalogueRequest(platform, request, subject.id, body.product_id),
      });
      mount(endpoints.refuseCatalogueRequest, {
        load,
        handle: ({ request, subject, body }) =>
          refuseCatalogueRequest(platform, request, subject.id, body.reason),
      });
    },
  };
}
