import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '@lavra/contract/endpoints';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { startService } from '../service.ts';
import { goodRequest } from './good-requests.ts';
import { urlOf } from './registered-routes.ts';
import { buildWorld, roles } from './world.ts';

// The document promises how many rows a page has when the client names no number.

const service = await startService();
const world = await buildWorld(service);

const paged = endpoints.filter((spec) => spec.query?.properties['per_page'] !== undefined);

/** Returns the documented page size of a list. */
const documented = (spec: EndpointSpec): unknown => {
  const size: { readonly default?: unknown } | undefined = spec.query?.properties['per_page'];
  return size?.default;
};

async function sizeOf(spec: EndpointSpec): Promise<unknown> {
  const { access } = spec;
  const profiles: readonly string[] =
    access === 'public' || access.profiles === 'any' ? ['fornecedor'] : access.profiles;
  const role = roles.find((name) => profiles.includes(name)) ?? 'master';
  const { value, query = '' } = await goodRequest(world, spec.id, role);
  const { url } = urlOf(`GET ${spec.path}`, value);
  const { status, body } = await service.call<{ meta: { per_page: number } }>(
    'GET',
    `${url}?${query}`,
    { token: world.people[role].token },
  );
  assert.equal(status, 200, spec.id);
  return body.meta.per_page;
}

describe('a list without per_page', () => {
  it('is every list whose reply holds pages', () => {
    const lists = endpoints.filter(
      ({ method, query, reply }) =>
        method === 'GET' && query !== undefined && JSON.stringify(reply).includes('"next_cursor"'),
    );
    assert.deepEqual(
      lists.map(({ id }) => id),
      paged.map(({ id }) => id),
    );
    assert.ok(paged.length > 40);
  });

  for (const spec of paged) {
    it(`of ${spec.id} has the page size that the contract documents`, async () => {
      const size = documented(spec);
      assert.equal(typeof size, 'number');
      assert.equal(await sizeOf(spec), size);
    });
  }
});
