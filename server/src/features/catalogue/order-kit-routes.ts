import * as endpoints from '@lavra/contract/catalogue/order-kits';
import type { Mount } from '../../platform/http/mount.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOrderKit, listOrderKits } from './order-kit-queries.ts';
import { createOrderKit, deleteOrderKit, updateOrderKit } from './order-kit-service.ts';

interface ById {
  readonly id: string;
}

/**
 * Mounts the lists of products: every user may read, administrators with `products.*` may write.
 */
export function mountOrderKitRoutes(mount: Mount, platform: Platform): void {
  const { db } = platform;
  const load = ({ id }: ById) => findOrderKit(db, Number(id), { userType: 'admin' });
  mount(endpoints.listOrderKits, {
    handle: ({ query, caller }) => listOrderKits(db, query, caller),
  });
  mount(endpoints.createOrderKit, {
    handle: ({ request, body }) => createOrderKit(platform, request, body),
  });
  mount(endpoints.getOrderKit, {
    load,
    handle: async ({ subject, caller }) => {
      const kit = await findOrderKit(db, subject.id, caller);
      if (kit === undefined) throw new RuleError('not_found');
      return kit;
    },
  });
  mount(endpoints.updateOrderKit, {
    load,
    handle: ({ request, subject, body }) => updateOrderKit(platform, request, subject.id, body),
  });
  mount(endpoints.deleteOrderKit, {
    load,
    handle: ({ request, subject }) => deleteOrderKit(platform, request, subject.id),
  });
}
