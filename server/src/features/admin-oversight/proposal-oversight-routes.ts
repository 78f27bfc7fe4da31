import * as endpoints from '@lavra/contract/admin/proposals';
import { localDate } from '@lavra/domain/calendar/calendar';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLogs } from '../audit/audit-feature.ts';
import { listAdminProposals } from './admin-proposal-list.ts';
import {
  compareAdminProposals,
  findSentProposal,
  getAdminProposal,
} from './admin-proposal-view.ts';
import { presentAdminProposalSummary, presentShortPage } from './oversight-presenter.ts';

/** Mounts the administration's proposal routes, which are read-only. */
export function mountProposalOversight(mount: Mount, { db, clock, zone }: Platform): void {
  const today = (): string => localDate(clock.now(), zone);
  const one = { load: ({ id }: { id: string }) => findSentProposal(db, id) };

  mount(endpoints.listAdminProposals, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminProposals(db, query, { zone, today: today() });
      return { data: rows.map((row) => presentAdminProposalSummary(row, today())), meta };
    },
  });
  mount(endpoints.compareAdminProposals, {
    handle: ({ query }) =>
      compareAdminProposals(db, [...(query['ids[]'] ?? []), ...(query.ids ?? [])], today()),
  });
  mount(endpoints.getAdminProposal, {
    ...one,
    handle: ({ subject }) => getAdminProposal(db, subject, today()),
  });
  mount(endpoints.listAdminProposalItems, {
    ...one,
    handle: async ({ subject, query }) =>
      presentShortPage((await getAdminProposal(db, subject, today())).items, query),
  });
  mount(endpoints.listAdminProposalLogs, {
    ...one,
    reads: 'replica',
    handle: ({ subject, query, db }) =>
      listLogs(db, { aboutProposalId: subject.id }, { query, zone }),
  });
}
