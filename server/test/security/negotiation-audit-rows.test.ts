import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { auditEvents, type AuditEvent } from '@lavra/domain/audit/audit-events';
import { startService } from '../service.ts';
import { goodRequest } from './good-requests.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { buildWorld, type Role } from './world.ts';

const service = await startService();
const world = await buildWorld(service);

/** Writes that leave no row, and why. Any other write must. */
const withoutRow: Readonly<Record<string, string>> = {
  createOrder: 'a draft binds no one',
  updateOrder: 'a draft',
  deleteOrder: 'a draft',
  duplicateOrder: 'a draft',
  saveProposalDraft: 'a draft',
  createSupplierProposal: 'a draft',
  updateSupplierProposal: 'a draft',
  saveQuoteSheet: 'a draft',
  deleteProposal: 'of a draft; of a sent one it is a cancellation',
  removeSupplierProposal: 'of a draft; of a sent one it is a cancellation',
  toggleFavoriteOrder: "a mark of one's own",
  reviewProposal: "a mark of one's own",
  readNotification: "a mark of one's own",
  readAllNotifications: "a mark of one's own",
  updateNotificationPreferences: "a choice of one's own",
  refresh: 'the session stays the same',
  forgotPassword: 'public; the mail is kept',
  resendVerification: 'the mail is kept',
  receiveWebhook: 'audited where it changes a payment',
  combineProposals: 'stores nothing',
  checkoutSubscription: 'audited where it is paid',
};

const roleOf = {
  produtor: 'produtor',
  fornecedor: 'fornecedor',
  consultor: 'consultor',
  admin: 'master',
} as const;
const writes = [...new Set(contractRoutes.values())].flatMap(
  (spec): { spec: EndpointSpec; role: Role; isPublic: boolean }[] => {
    if (spec.method === 'GET') return [];
    if (spec.access === 'public') return [{ spec, role: 'produtor', isPublic: true }];
    const [profile] =
      spec.access.profiles === 'any' ? (['fornecedor'] as const) : spec.access.profiles;
    return profile === undefined || profile === 'admin'
      ? []
      : [{ spec, role: roleOf[profile], isPublic: false }];
  },
);

const lastId = async (): Promise<number> =>
  (
    await service.db.q
      .selectFrom('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0;
const rowsAfter = (id: number) =>
  service.db.q
    .selectFrom('audit_log as a')
    .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
    .select(['a.actor_id', 'a.actor_type', 'a.request_id', 'v.new_values', 'v.old_values'])
    .where('a.id', '>', id)
    .orderBy('a.id')
    .execute();

describe('the write endpoints of producers, suppliers, consultants and visitors', () => {
  it('are all found, and the list of exceptions names no others', () => {
    assert.ok(writes.length > 35, `${writes.length} routes`);
    const ids = new Set(writes.map(({ spec }) => spec.id));
    assert.deepEqual(
      Object.keys(withoutRow).filter((id) => !ids.has(id)),
      [],
    );
  });

  for (const { spec, role, isPublic } of writes.filter(
    ({ spec: { id } }) => id !== 'receiveWebhook',
  )) {
    const reason = withoutRow[spec.id];
    it(`${spec.method} ${spec.path} adds ${reason === undefined ? 'its audit row' : `no audit row: ${reason}`}`, async () => {
      const {
        value,
        query,
        body,
        form,
        token = world.people[role].token,
      } = await goodRequest(world, spec.id, role);
      const { method, url } = urlOf(`${spec.method} ${spec.path}`, value);
      const address = query === undefined ? url : `${url}?${query}`;
      const before = await lastId();
      const { status, raw, headers } = await service.call(method, address, {
        ...(isPublic && spec.id !== 'refresh' ? {} : { token }),
        ...(form ?? { body }),
      });
      assert.equal(status, 200, raw.toString());
      const rows = await rowsAfter(before);
      if (reason !== undefined) return assert.deepEqual(rows, []);
      assert.ok(rows.length > 0, 'no audit row');
      for (const row of rows) assert.equal(row.request_id, headers['x-request-id']);
      if (!isPublic && token === world.people[role].token)
        for (const row of rows)
          assert.deepEqual([row.actor_id, row.actor_type], [world.people[role].userId, role]);
      return undefined;
    });
  }
});

describe('an audit row of a negotiation or a session', () => {
  it('contains only ids, days, flags, figures and statuses: no text that a person wrote', async () => {
    const rows = (await rowsAfter(0)).filter(({ new_values }) => eventOf(new_values) !== undefined);
    assert.ok(rows.length > 15, `${rows.length} rows`);
    const plain =
      /^(?:rascunho|pendente|publicada|em_analise|adjudicada|finalizada|cancelada|draft|submitted|accepted|rejected|cancelled|full|proportional|\d{4}-\d\d-\d\d|\d+\.\d\d|\d+(?:,\d+)*)$/;
    for (const { new_values, old_values } of rows) {
      for (const [name, value] of Object.entries({
        ...(old_values as object),
        ...(new_values as object),
      })) {
        assert.ok(
          name === 'event' ||
            typeof value === 'number' ||
            typeof value === 'boolean' ||
            (Array.isArray(value) && value.every((id) => typeof id === 'number')) ||
            plain.test(String(value)),
          `${name}: ${String(value)}`,
        );
      }
    }
  });
});

const eventOf = (values: unknown): AuditEvent | undefined =>
  auditEvents.find((event) => event === (values as { event?: unknown } | null)?.event);
