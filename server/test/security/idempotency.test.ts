import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../service.ts';
import { startService } from '../service.ts';
import { buildProducer } from '../people.ts';
import { outboundAllow } from './channel-requests.ts';
import { goodRequest } from './good-requests.ts';
import { assertWellFormedError } from './refusals.ts';
import { buildWorld, negotiate } from './world.ts';

const service = await startService({ outboundAllow });
const world = await buildWorld(service);
const { body: draft = {} } = await goodRequest(world, 'createOrder', 'produtor');

const create = (
  key: string,
  { token = world.producer.token, body = draft }: { token?: string; body?: unknown } = {},
): Promise<Answer> =>
  service.call('POST', '/api/v1/producer/orders', {
    token,
    body,
    headers: { 'idempotency-key': key },
  });
const countOrders = async (producerId = world.producer.producerId): Promise<number> =>
  (
    await service.db.q
      .selectFrom('orders')
      .select('id')
      .where('producer_id', '=', producerId)
      .execute()
  ).length;

describe('a request repeated under its Idempotency-Key', () => {
  it('returns the first reply, and has one effect', async () => {
    const before = await countOrders();
    const [first, second] = [await create('repetida-1'), await create('repetida-1')];
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.etag, first.headers.etag);
    assert.equal(await countOrders(), before + 1);
  });

  it('may have its fields in another order and with other spaces', async () => {
    const reordered = JSON.stringify(
      Object.fromEntries(Object.entries(draft).toReversed()),
      null,
      2,
    );
    const first = await create('ordem-1');
    const second = await service.call('POST', '/api/v1/producer/orders', {
      token: world.producer.token,
      payload: reordered,
      headers: { 'idempotency-key': 'ordem-1' },
    });
    assert.deepEqual([second.status, second.body['uuid']], [200, first.body['uuid']]);
  });

  it('has one effect when ten arrive at once', async () => {
    const before = await countOrders();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create('dez-ao-mesmo-tempo')),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 10 }, () => 200),
    );
    assert.equal(new Set(answers.map(({ body }) => body['uuid'])).size, 1);
    assert.equal(await countOrders(), before + 1);
  });

  it('returns the first reply of a toggle instead of toggling back, and of an acceptance instead of an error', async () => {
    const { order, proposal } = await negotiate(world);
    const favorite = () =>
      service.call('POST', `/api/v1/supplier/orders/${order.uuid}/favorite`, {
        token: world.supplier.token,
        headers: { 'idempotency-key': 'favorita' },
      });
    assert.deepEqual(
      [(await favorite()).body['is_favorited'], (await favorite()).body['is_favorited']],
      [true, true],
    );
    const accept = () =>
      service.call('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
        token: world.producer.token,
        headers: { 'idempotency-key': 'aceita' },
      });
    const [first, second] = [await accept(), await accept()];
    assert.deepEqual(
      [first.status, second.status, second.body['version']],
      [200, 200, first.body['version']],
    );
  });

  it('conflicts with another body, and changes nothing', async () => {
    await create('conflito');
    const before = await countOrders();
    const answer = await create('conflito', { body: { ...draft, description: 'Outra compra' } });
    assert.equal(answer.status, 409);
    assertWellFormedError(answer, 'conflict');
    assert.equal(await countOrders(), before);
  });

  it('succeeds once when different bodies arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        create('seis-diferentes', { body: { ...draft, description: `Compra ${i}` } }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    );
  });

  it('may be repeated after a refusal, which stores nothing', async () => {
    assert.equal((await create('corrigida', { body: { ...draft, items: 'errado' } })).status, 422);
    assert.equal((await create('corrigida')).status, 200);
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to its caller', async () => {
    const other = await buildProducer(service);
    const mine = await create('de-cada-um');
    const theirs = await create('de-cada-um', { token: other.token });
    assert.equal(theirs.status, 200);
    assert.notEqual(theirs.body['uuid'], mine.body['uuid']);
    assert.equal(await countOrders(other.producerId), 1);
  });

  it('may be used again for another object', async () => {
    const first = await goodRequest(world, 'publishOrder', 'produtor');
    const second = await goodRequest(world, 'publishOrder', 'produtor');
    for (const { value = '' } of [first, second]) {
      const { status, body } = await service.call(
        'POST',
        `/api/v1/producer/orders/${value}/publish`,
        { token: world.producer.token, headers: { 'idempotency-key': 'publica' } },
      );
      assert.deepEqual([status, body['uuid']], [200, value]);
    }
  });

  it('may have 200 visible characters and no others', async () => {
    assert.equal((await create('k'.repeat(200))).status, 200);
    for (const key of ['', 'k'.repeat(201), 'com espaço', 'çedilha', 'tab\tno meio']) {
      const answer = await create(key);
      assert.equal(answer.status, 422, JSON.stringify(key));
      // Every 422 names its fields.
      assert.deepEqual(Object.keys(answer.body['errors'] as object), ['Idempotency-Key']);
    }
  });

  it('does not return the stored reply to an invalid token', async () => {
    const token = await service.tokenFor(world.producer.userId);
    assert.equal((await create('morta', { token })).status, 200);
    await service.call('POST', '/api/v1/logout', { token });
    assert.equal((await create('morta', { token })).status, 401);
  });

  it('can be used anew after a day', async () => {
    const first = await create('de-ontem');
    await service.db.q
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('key', '=', 'de-ontem')
      .execute();
    const next = await create('de-ontem');
    assert.notEqual(next.body['uuid'], first.body['uuid']);
  });

  it('is ignored where replies must not be stored, as for login', async () => {
    const { body } = await goodRequest(world, 'login', 'consultor');
    const login = () =>
      service.call('POST', '/api/v1/login', { body, headers: { 'idempotency-key': 'entrada' } });
    const [first, second] = [await login(), await login()];
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notEqual(first.body['token'], second.body['token']);
    assert.deepEqual(
      await service.db.q
        .selectFrom('idempotency_keys')
        .select('key')
        .where('key', '=', 'entrada')
        .execute(),
      [],
    );
  });
});
