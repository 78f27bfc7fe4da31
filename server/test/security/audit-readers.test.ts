import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statementChannel } from '@lavra/server/platform/db/database';
import { startService } from '../service.ts';
import { goodRequest } from './good-requests.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { buildWorld, negotiate, type Role } from './world.ts';

const service = await startService();
const world = await buildWorld(service);

/**
 * A user's export of their own data includes their own actions; `data-export.test.ts` covers which
 * of them.
 */
const mayRead = new Set(['exportOwnData']);

const routes = [...new Set(contractRoutes.values())].flatMap((spec) => {
  if (spec.access === 'public') return [{ spec, roles: ['produtor'] as Role[] }];
  const profiles =
    spec.access.profiles === 'any'
      ? (['produtor', 'fornecedor', 'consultor'] as const)
      : spec.access.profiles;
  const roles = profiles.filter((profile) => profile !== 'admin');
  return roles.length === 0 || spec.id === 'receiveWebhook' || spec.id === 'streamNotifications'
    ? []
    : [{ spec, roles }];
});

describe('the audit log', () => {
  it('is checked on more than sixty routes', () =>
    assert.ok(routes.length > 60, `${routes.length} routes`));

  for (const { spec, roles } of routes.filter(
    ({ spec: { id } }) => !mayRead.has(id) && id !== 'eraseAccount',
  )) {
    it(`is not read for ${spec.method} ${spec.path}`, async () => {
      for (const role of roles) {
        const {
          value,
          query,
          body,
          form,
          token = world.people[role].token,
        } = await goodRequest(world, spec.id, role);
        const { method, url } = urlOf(`${spec.method} ${spec.path}`, value);
        const sent: string[] = [];
        const listen = (text: unknown): void => {
          sent.push(String(text));
        };
        statementChannel.subscribe(listen);
        await service
          .call(method, query === undefined ? url : `${url}?${query}`, {
            token,
            ...(form ?? { body }),
          })
          .finally(() => statementChannel.unsubscribe(listen));
        assert.deepEqual(
          sent.filter((text) => /(?:FROM|JOIN)\s+"?audit_/i.test(text)),
          [],
          role,
        );
      }
    });
  }

  it('is accessible only to administrators, for an order and for a proposal too', async () => {
    const { order, proposal } = await negotiate(world);
    for (const path of [
      `orders/${order.id}/logs`,
      `proposals/${proposal.id}/logs`,
      'logs',
      `logs?resource_type=order&resource_id=${order.id}`,
    ]) {
      for (const role of ['produtor', 'fornecedor', 'consultor'] as const) {
        assert.equal(
          (await service.call('GET', `/api/v1/admin/${path}`, { token: world.people[role].token }))
            .status,
          403,
          `${role} ${path}`,
        );
      }
    }
  });

  it("shows producers in their export their own acceptance, and nothing of the supplier's acts", async () => {
    const { order, proposal } = await negotiate(world, { proposal: { status: 'draft' } });
    await service.call('POST', `/api/v1/proposals/${proposal.uuid}/submit`, {
      token: world.supplier.token,
    });
    await service.call('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
      token: world.producer.token,
    });
    const { body } = await service.call<{ audit_entries: Record<string, unknown>[] }>(
      'GET',
      '/api/v1/user/data-export',
      { token: world.producer.token },
    );
    const ofThis = body.audit_entries.filter(
      ({ resource_type, resource_id }) =>
        (resource_type === 'proposal' && resource_id === proposal.id) ||
        (resource_type === 'order' && resource_id === order.id),
    );
    assert.deepEqual(
      ofThis.map(({ resource_type, action, by_me, old_values, new_values }) => ({
        resource_type,
        action,
        by_me,
        old_values,
        new_values,
      })),
      [
        {
          resource_type: 'proposal',
          action: 'status_changed',
          by_me: true,
          old_values: null,
          new_values: null,
        },
        {
          resource_type: 'order',
          action: 'status_changed',
          by_me: true,
          old_values: null,
          new_values: null,
        },
      ],
    );
  });
});
