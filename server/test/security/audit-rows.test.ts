import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../service.ts';
import { outboundAllow } from './channel-requests.ts';
import { goodRequest } from './good-requests.ts';
import { contractRoutes, urlOf } from './registered-routes.ts';
import { buildWorld } from './world.ts';

const service = await startService({ outboundAllow });
const world = await buildWorld(service);

/**
 * These leave their row elsewhere: a preview of an import changes nothing, and the worker runs the
 * import and records it.
 */
const withoutRow = new Set(['previewImport', 'correctImport', 'processImport']);

const adminWrites = [...new Set(contractRoutes.values())].filter(
  ({ method, access }) =>
    method !== 'GET' &&
    access !== 'public' &&
    access.profiles !== 'any' &&
    access.profiles.length === 1 &&
    access.profiles[0] === 'admin',
);

const rowsNow = async (): Promise<number> =>
  (
    await service.db.q
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('the write endpoints of the administration', () => {
  it('are all found', () => assert.ok(adminWrites.length > 40, `${adminWrites.length} routes`));

  for (const spec of adminWrites) {
    it(`${spec.method} ${spec.path} adds its audit row with its author, and none when it is refused`, async () => {
      const {
        value,
        query,
        body,
        form,
        token = world.people.master.token,
      } = await goodRequest(world, spec.id, 'master');
      const { method, url } = urlOf(`${spec.method} ${spec.path}`, value);
      const address = query === undefined ? url : `${url}?${query}`;
      const before = await rowsNow();
      const refused = await service.call(method, address, {
        token: world.producer.token,
        ...(form ?? { body }),
      });
      assert.equal(refused.status, 403);
      assert.equal(await rowsNow(), before, 'a refusal leaves none');
      const { status, raw } = await service.call(method, address, { token, ...(form ?? { body }) });
      assert.equal(status, 200, raw.toString());
      const after = await rowsNow();
      if (!withoutRow.has(spec.id)) assert.ok(after > before, 'no audit row');
      else assert.equal(after, before);
      const made = await service.db.q
        .selectFrom('audit_log')
        .select('actor_id')
        .orderBy('id', 'desc')
        .limit(after - before)
        .execute();
      for (const { actor_id } of made) assert.equal(actor_id, world.people.master.userId);
    });
  }
});
