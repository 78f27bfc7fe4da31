import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { otherPathsOf } from '@lavra/contract/other-paths';
import { proposalEndpoints } from '@lavra/contract/proposals/endpoints';
import { supplierEndpoints } from '@lavra/contract/supplier/endpoints';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type CallOptions } from '../../../test/service.ts';
import { assertRefused, offerOf, openNegotiation } from './proposals.fixture.ts';

const service = await startService();
const specs: readonly EndpointSpec[] = [...proposalEndpoints, ...supplierEndpoints];
const pathsOf = (spec: EndpointSpec): readonly string[] => [spec.path, ...otherPathsOf(spec.id)];
const fill = (path: string, value: string): string => path.replace(/:\w+/, value);
const profilesOf = (spec: EndpointSpec): readonly string[] =>
  spec.access === 'public' || spec.access.profiles === 'any' ? [] : spec.access.profiles;

const people = {
  fornecedor: await buildSupplier(service),
  produtor: await buildProducer(service),
  admin: await buildAdmin(service),
  consultor: await buildConsultant(service),
};
const { order } = await openNegotiation(service);
const validBody = offerOf(order);

const revoke = (userId: number) =>
  service.db.q
    .updateTable('sessions')
    .set({ revoked_at: service.app.platform.clock.now() })
    .where('user_id', '=', userId)
    .execute();

/**
 * Calls every path of every endpoint that `choose` selects, with `value` as the resource in the
 * path.
 */
async function callAll(
  choose: (spec: EndpointSpec) => boolean,
  value: string,
  optionsOf: (spec: EndpointSpec) => CallOptions,
) {
  const calls = specs
    .filter(choose)
    .flatMap((spec) => pathsOf(spec).map((path) => ({ spec, url: fill(path, value) })));
  return Promise.all(
    calls.map(async ({ spec, url }) => ({
      url: `${spec.method} ${url}`,
      answer: await service.call(spec.method, url, optionsOf(spec)),
    })),
  );
}

describe('the endpoints of proposals and suppliers refuse', () => {
  it('a caller without a token, or with an unknown one', async () => {
    for (const token of [undefined, 'a'.repeat(43)]) {
      const answers = await callAll(
        () => true,
        order.uuid,
        (spec) => ({ token, ...(spec.body === undefined ? {} : { body: { items: 'wrong' } }) }),
      );
      assert.ok(answers.length >= 34, 'the legacy paths are among them');
      for (const { answer } of answers) assertRefused(answer, 401, 'unauthenticated');
    }
  });

  it('a caller of another profile, whatever the body and whether or not the object exists', async () => {
    for (const [profile, person] of Object.entries(people)) {
      const answers = await callAll(
        (spec) => !profilesOf(spec).includes(profile),
        randomUUIDv7(),
        () => ({ token: person.token }),
      );
      assert.ok(answers.length > 0);
      for (const { answer } of answers) assertRefused(answer, 403, 'forbidden');
    }
  });

  it('a caller whose session has ended, from the next call on', async () => {
    const supplier = await buildSupplier(service);
    await callAll(
      () => true,
      order.uuid,
      () => ({ token: supplier.token }),
    );
    await revoke(supplier.userId);
    const answers = await callAll(
      (spec) => profilesOf(spec).includes('fornecedor'),
      order.uuid,
      (spec) => ({
        token: supplier.token,
        ...(spec.body === undefined ? {} : { body: validBody }),
      }),
    );
    for (const { answer } of answers) assertRefused(answer, 401, 'unauthenticated');
  });

  it('a caller whose session ended after it was last seen, however the request is made', async () => {
    const draft = `/api/v1/orders/${order.uuid}/proposals`;
    const calls: readonly (readonly [string, string, CallOptions])[] = [
      ['POST', draft, { body: validBody }],
      ['POST', draft, { body: { items: 'wrong' } }],
      ['POST', '/api/v1/orders/nothing/proposals', { body: validBody }],
      ['POST', '/api/v1/supplier/proposals', { body: {} }],
      ['POST', '/api/v1/supplier/proposals', { body: { items: [] } }],
      ['GET', '/api/v1/supplier/orders', {}],
      ['GET', '/api/v1/supplier/orders?page=0', {}],
      ['GET', '/api/v1/supplier/orders?matching=1', {}],
      ['GET', '/api/v1/supplier/orders?cursor=wrong', {}],
      ['GET', '/api/v1/supplier/dashboard', {}],
    ];
    for (const [method, url, options] of calls) {
      const supplier = await buildSupplier(service);
      assert.equal(
        (await service.call('GET', '/api/v1/supplier/dashboard', { token: supplier.token })).status,
        200,
      );
      await revoke(supplier.userId);
      const answer = await service.call(method, url, { ...options, token: supplier.token });
      assert.equal(answer.status, 401, `${method} ${url} ${JSON.stringify(answer.body)}`);
    }
  });

  it('a caller whose session has ended, even a stored reply', async () => {
    const supplier = await buildSupplier(service);
    const again: CallOptions = {
      token: supplier.token,
      body: validBody,
      headers: { 'idempotency-key': 'same' },
    };
    for (const path of [`/api/v1/orders/${order.uuid}/proposals`, '/api/v1/supplier/proposals']) {
      const options = path.startsWith('/api/v1/supplier')
        ? { ...again, body: { ...validBody, order_uuid: order.uuid } }
        : again;
      assert.equal((await service.call('POST', path, options)).status, 200);
      await revoke(supplier.userId);
      assertRefused(await service.call('POST', path, options), 401, 'unauthenticated');
      await service.db.q
        .updateTable('sessions')
        .set({ revoked_at: null })
        .where('user_id', '=', supplier.userId)
        .execute();
    }
  });
});

describe('a 404 reply', () => {
  const actsOnSomething = (spec: EndpointSpec): boolean => spec.path.includes(':');
  const tokenOf = (spec: EndpointSpec): string =>
    profilesOf(spec).includes('fornecedor') ? people.fornecedor.token : people.produtor.token;
  const refused = async (value: string, choose = actsOnSomething): Promise<void> => {
    const answers = await callAll(choose, value, (spec) => ({
      token: tokenOf(spec),
      ...(spec.body === undefined ? {} : { body: validBody }),
    }));
    for (const { url, answer } of answers) {
      assert.equal(answer.status, 404, url);
      assertRefused(
        answer,
        404,
        /licitacoes|orders/.test(url) ? 'order_not_found' : 'proposal_not_found',
      );
    }
  };

  it('is returned for an unknown UUID', () => refused(randomUUIDv7()));
  it('is returned for text that is no UUID', async () => {
    for (const value of ['nothing', '0', '-1', '1e3', '9'.repeat(39), '%00', order.uuid.slice(1)])
      await refused(value);
  });
  it('is returned for an integer on supplier and proposal routes', () =>
    refused(String(order.id), (spec) => /:id|:proposal/.test(spec.path)));

  it('takes precedence over errors in the body', async () => {
    const wrong = await callAll(
      (spec) => actsOnSomething(spec) && spec.body !== undefined,
      randomUUIDv7(),
      (spec) => ({ token: tokenOf(spec), body: { items: 'wrong', reason: 5 } }),
    );
    for (const { answer } of wrong) assert.equal(answer.status, 404);
  });
});
