import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderInvitation } from '@lavra/contract/orders/invitations';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, type TestProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { ensureUnlistedProducts } from '../catalogue/catalogue-feature.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';
import { codeHashOf } from './invitation-service.ts';
import { findInvitedOrder } from './invited-order.ts';

const service = await startService({ publicUrl: 'https://lavra.example' });
const { q } = service.db;
const PERSON = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/150 Mobile' };

const producer = await buildProducer(service);
const confirm = ({ userId }: TestProducer, at: Date | null = new Date()) =>
  q.updateTable('users').set({ email_verified_at: at }).where('id', '=', userId).execute();
await confirm(producer);

const call = (method: 'GET' | 'POST' | 'DELETE', { uuid }: TestOrder, headers = {}) =>
  service.call<OrderInvitation & { code?: string }>(
    method,
    `/api/v1/producer/orders/${uuid}/invitation`,
    { token: producer.token, headers },
  );
const urlOf = ({ body }: { body: OrderInvitation }): string =>
  body.invitation?.url.replace('https://lavra.example', '') ?? '';
const visit = async (url: string, headers: Record<string, string> = PERSON) => {
  const { statusCode, body, headers: sent } = await service.app.http.inject({ url, headers });
  return { status: statusCode, html: body, headers: sent };
};
const invite = async (fields: Partial<OrderFields> = {}) => {
  const order = await buildOrder(service, { producerId: producer.producerId, ...fields });
  return { order, url: urlOf(await call('POST', order)) };
};
const setOrder = ({ id }: TestOrder, values: { status?: string; suspended_at?: Date }) =>
  q.updateTable('orders').set(values).where('id', '=', id).execute();

describe('the invitation to an order', () => {
  it('is a link with 144 random bits, which its producer can read again', async () => {
    const { order, url } = await invite();
    assert.match(url, /^\/c\/[\w-]{24}$/);
    assert.equal(urlOf(await call('GET', order)), url);
    const stored = await q
      .selectFrom('order_invitations')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const code = url.slice(3);
    for (const value of [stored.code_hash, stored.code_sealed])
      assert.ok(!value.includes(code) && !value.includes(Buffer.from(code, 'base64url')));
  });

  it('leads to the port that the system chose, where no address is configured', async () => {
    const elsewhere = await startService({ port: 0, publicUrl: undefined });
    await elsewhere.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { producerId, token } = await buildProducer(elsewhere);
    const { uuid } = await buildOrder(elsewhere, { producerId });
    const { body } = await elsewhere.call<OrderInvitation>(
      'POST',
      `/api/v1/producer/orders/${uuid}/invitation`,
      { token },
    );
    const url = body.invitation?.url ?? '';
    assert.equal(new URL(url).origin, elsewhere.app.http.listeningOrigin);
  });

  it('is for an order that is published and not suspended', async () => {
    for (const fields of [
      { status: 'rascunho' },
      { status: 'em_analise' },
      { suspended: true },
    ] as const) {
      const order = await buildOrder(service, { producerId: producer.producerId, ...fields });
      const { status, body } = await call('POST', order);
      assert.deepEqual([status, body.code], [422, 'order_not_invitable']);
    }
  });

  it('created again has another code, and the former one leads nowhere', async () => {
    const { order, url } = await invite();
    const renewed = urlOf(await call('POST', order));
    assert.notEqual(renewed, url);
    assert.deepEqual([(await visit(url)).status, (await visit(renewed)).status], [404, 200]);
  });

  it('is created once for an Idempotency-Key, and the stored material does not hold its code', async () => {
    const order = await buildOrder(service, { producerId: producer.producerId });
    const key = { 'idempotency-key': 'invitation-1' };
    const url = urlOf(await call('POST', order, key));
    assert.equal(urlOf(await call('POST', order, key)), url);
    const kept = await q.selectFrom('idempotency_keys').selectAll().execute();
    assert.ok(!JSON.stringify(kept).includes(url.slice(3)));
  });

  it('is recorded in the audit log when it is created and revoked, without its code', async () => {
    const { order, url } = await invite();
    await call('DELETE', order);
    await call('DELETE', order);
    const rows = await q
      .selectFrom('audit_log as l')
      .leftJoin('audit_values as v', 'v.audit_id', 'l.id')
      .selectAll()
      .where('l.resource_type', '=', 'order')
      .where('l.resource_id', '=', order.id)
      .orderBy('l.id')
      .execute();
    assert.deepEqual(
      rows.map(({ new_values }) => (new_values as { event: string }).event),
      ['invitation.created', 'invitation.revoked'],
    );
    assert.ok(!JSON.stringify(rows).includes(url.slice(3)));
  });

  it('ends with the account of its producer', async () => {
    const other = await buildProducer(service);
    const order = await buildOrder(service, { producerId: other.producerId });
    const { body } = await service.call<OrderInvitation>(
      'POST',
      `/api/v1/producer/orders/${order.uuid}/invitation`,
      { token: other.token },
    );
    await service.call('POST', `/api/v1/producer/orders/${order.uuid}/cancel`, {
      token: other.token,
      body: { reason: 'Adiada.' },
    });
    await eraseAccount(service, other);
    assert.equal((await visit(urlOf({ body }))).status, 404);
  });
});

describe('the public page of an order', () => {
  it('shows what is asked, where and until when, without a script, in less than 30 KB', async () => {
    const product = await buildProduct(service, { name: 'Ureia <45% N> & Cia' });
    const { url } = await invite({
      description: 'Adubação da safra "2026"',
      items: Array.from({ length: 200 }, () => ({ product, quantity: '1200.5' })),
    });
    const { status, html, headers } = await visit(url);
    assert.equal(status, 200);
    for (const text of [
      'Cotação de insumos em Sorriso/MT',
      'até 15/12/2036 (23h59, horário de Brasília)',
      'Ureia &lt;45% N&gt; &amp; Cia',
      '1.200,5\u00a0',
      'Adubação da safra &quot;2026&quot;',
      'href="/fornecedor/cotacoes/',
      'href="/fornecedor/cadastro?voltar=%2Fcotacoes%2F',
      'itens no portal',
    ])
      assert.ok(html.includes(text), text);
    assert.ok(Buffer.byteLength(html) < 30_000, `${Buffer.byteLength(html)} bytes`);
    assert.doesNotMatch(html, /<script|javascript:|style="/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-/,
    );
    assert.match(String(headers['x-robots-tag']), /noindex/);
    assert.match(html, /<meta name="robots" content="noindex/);
  });

  it('costs a visit the words of the items that it has room for, not of all', async () => {
    const product = await buildProduct(service);
    const notes = 'joao at outra dot com '.repeat(40);
    const { url } = await invite({
      items: Array.from({ length: 300 }, () => ({ product, notes })),
    });
    const shown = await findInvitedOrder(
      service.db,
      codeHashOf(url.slice(3)) ?? assert.fail('no code'),
      '2026-01-01',
    );
    assert.ok(shown?.open === true && shown.items.length <= 50, 'masked 45,000 characters at most');
    const { html } = await visit(url);
    const rows = html.split('<th scope="row">').length - 1;
    assert.match(html, new RegExp(`Mais ${300 - rows} itens no portal`));
    assert.match(html, /<meta name="description" content="[^"]* e mais 297 itens\."/);
  });

  it('gives messengers a title, a text and a picture', async () => {
    const { html } = await visit((await invite()).url);
    const tags = new Map(
      [...html.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)">/g)].map(
        ([, name, content]) => [name, content],
      ),
    );
    assert.equal(tags.get('og:title'), 'Cotação de insumos em Sorriso/MT');
    assert.match(tags.get('og:description') ?? '', /^Propostas até 15\/12\/2036: .+\.$/);
    assert.equal(tags.get('og:image'), 'https://lavra.example/marca/convite.png');
  });

  it('does not say whose order it is: no name, contact, farm or association', async () => {
    const named = await buildProducer(service);
    await q
      .updateTable('users')
      .set({ name: 'Antônia Pradella', email_verified_at: new Date() })
      .where('id', '=', named.userId)
      .execute();
    await q
      .updateTable('addresses')
      .set({ name: 'Fazenda Três Lagoinhas' })
      .where('user_id', '=', named.userId)
      .execute();
    await q
      .updateTable('producers')
      .set({ association: 'Coopergrano' })
      .where('id', '=', named.producerId)
      .execute();
    const product = await buildProduct(service);
    const order = await buildOrder(service, {
      producerId: named.producerId,
      description: 'Safra da Antônia Pradella, Fazenda Três Lagoinhas, ligue (66) 99912-3456',
      items: [{ product, notes: 'Como na Coopergrano; prefiro big bag' }],
    });
    const { body } = await service.call<OrderInvitation>(
      'POST',
      `/api/v1/producer/orders/${order.uuid}/invitation`,
      { token: named.token },
    );
    const { html } = await visit(urlOf({ body }));
    assert.match(html, /prefiro big bag/);
    assert.doesNotMatch(html, /Ant[oô]nia|Pradella|Lagoinhas|99912|Coopergrano/i);
    assert.ok(!html.includes(named.email));
  });

  it('leaves out the words of a producer whose address is not confirmed', async () => {
    const { id: typeId } = await q
      .insertInto('product_types')
      .values({ name: 'Adubos', created_at: new Date(), updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await service.app.platform.command(systemActor, ensureUnlistedProducts);
    const { id } = await q
      .selectFrom('products as p')
      .innerJoin('product_subtypes as s', 's.id', 'p.product_subtype_id')
      .select('p.id')
      .where('s.product_type_id', '=', typeId)
      .executeTakeFirstOrThrow();
    const { url } = await invite({
      description: 'Clique em ganhe premios',
      items: [{ product: { id, unit: 'L', typeId }, notes: 'Mais premios' }],
    });
    assert.match((await visit(url)).html, /Mais premios \(fora do catálogo\)/);
    await confirm(producer, null);
    const { html } = await visit(url);
    await confirm(producer);
    assert.doesNotMatch(html, /premios/);
    assert.match(html, /Produto fora do catálogo/);
    assert.match(html, /Quantidade/);
  });

  it('of an order that takes no proposals says so, without its items', async () => {
    for (const values of [
      { status: 'em_analise' },
      { status: 'cancelada' },
      { suspended_at: new Date() },
    ]) {
      const product = await buildProduct(service, { name: 'Calcário dolomítico' });
      const { order, url } = await invite({ items: [{ product }] });
      await setOrder(order, values);
      const { status, html } = await visit(url);
      assert.equal(status, 200);
      assert.match(html, /Esta cotação está encerrada/);
      assert.doesNotMatch(html, /Calcário|Sorriso|COT-/);
    }
  });

  it('is the same for a code that never was and one that was revoked', async () => {
    const { order, url } = await invite();
    await call('DELETE', order);
    const revoked = await visit(url);
    for (const unknown of [`/c/${'A'.repeat(24)}`, '/c/curto', '/c/%3Cscript%3E']) {
      const { status, html } = await visit(unknown);
      assert.deepEqual([status, html], [404, revoked.html]);
    }
    assert.equal(revoked.status, 404);
  });

  it('counts who opens it, not what fetches a preview, and tells its producer from three on', async () => {
    const { order, url } = await invite();
    const opens = async () => (await call('GET', order)).body.invitation?.opens;
    for (const agent of [
      'WhatsApp/2.26',
      'facebookexternalhit/1.1',
      'TelegramBot (like TwitterBot)',
      '',
    ])
      for (let times = 0; times < 3; times += 1) await visit(url, { 'user-agent': agent });
    await visit(url, { ...PERSON, 'sec-purpose': 'prefetch;prerender' });
    await service.app.http.inject({ method: 'HEAD', url, headers: PERSON });
    await visit(url);
    await visit(url);
    assert.equal(await opens(), null);
    await visit(url);
    assert.equal(await opens(), 3);
  });
});

describe('codes', () => {
  it('cannot be tried without limit from one address', async () => {
    const limited = await startService({ rateLimit: true });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 61; tries += 1) {
      const { statusCode } = await limited.app.http.inject({
        url: `/c/${String(tries).padStart(24, 'x')}`,
        remoteAddress: '192.0.2.9',
      });
      statuses.add(statusCode);
    }
    assert.deepEqual([...statuses], [404, 429]);
  });
});
