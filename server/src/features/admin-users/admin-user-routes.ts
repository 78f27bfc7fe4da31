import * as endpoints from '@lavra/contract/admin/users';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountMails } from '../accounts/accounts-feature.ts';
import { listLogs } from '../audit/audit-feature.ts';
import { listAdminUsers } from './admin-user-list.ts';
import { authorizeAccountChange } from './admin-user-policy.ts';
import { presentUserSummary } from './admin-user-presenter.ts';
import { getAdminUser } from './admin-user-record.ts';
import {
  createAdminUser,
  deleteAdminUser,
  restoreAdminUser,
  setAdminUserStatus,
  updateAdminUser,
} from './admin-user-service.ts';
import { assertShown, findUndeletedUser, findUser } from './user-ref.ts';

/** Mounts the routes for accounts of every profile. */
export function mountUserRoutes(
  mount: Mount,
  { platform, mails }: { platform: Platform; mails: AccountMails },
): void {
  const { db, zone } = platform;
  const load = ({ id }: { id: string }) => findUser(db, id);
  const changeable = {
    load: ({ id }: { id: string }) => findUndeletedUser(db, id),
    policy: authorizeAccountChange,
  };
  mount(endpoints.listAdminUsers, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminUsers(db, query);
      return { data: rows.map(presentUserSummary), meta };
    },
  });
  mount(endpoints.createAdminUser, {
    handle: ({ request, body }) => createAdminUser(platform, mails, request, body),
  });
  mount(endpoints.getAdminUser, {
    load,
    handle: ({ subject, query }) => {
      assertShown(subject, query);
      return getAdminUser(db, subject.id);
    },
  });
  mount(endpoints.updateAdminUser, {
    ...changeable,
    handle: ({ request, subject, body, ifMatch }) =>
      updateAdminUser(platform, mails, request, subject, { body, ifMatch }),
  });
  mount(endpoints.setAdminUserStatus, {
    ...changeable,
    handle: ({ request, subject, body: { status }, ifMatch }) =>
      setAdminUserStatus(platform, mails, request, subject, { status, ifMatch }),
  });
  mount(endpoints.deleteAdminUser, {
    ...changeable,
    handle: ({ request, subject }) => deleteAdminUser(platform, request, subject),
  });
  mount(endpoints.restoreAdminUser, {
    load,
    policy: authorizeAccountChange,
    handle: ({ request, subject }) => restoreAdminUser(platform, request, subject),
  });
  mount(endpoints.listAdminUserLogs, {
    load,
    reads: 'replica',
    handle: ({ subject, query, db }) => {
      assertShown(subject, query);
      return listLogs(db, { aboutUserId: subject.id }, { query, zone });
    },
  });
}
