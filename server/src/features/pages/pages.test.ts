import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StaticPage } from '@lavra/contract/pages/schemas';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';

interface Body extends StaticPage {
  code: string;
  message: string;
  errors: Record<string, string[]>;
  data: StaticPage[];
  meta: { total: number; next_cursor: string | null };
}

const service = await startService();
const admin = await buildAdmin(service);
const finance = await buildAdmin(service, 'financeiro');

type Sent = { body?: unknown; token?: string };
const call = (
  method: string,
  path: string,
  { token = admin.token, ...sent }: Sent = {},
): Promise<Answer<Body>> => service.call(method, `/api/v1/admin/pages${path}`, { token, ...sent });
const read = (slug: string): Promise<Answer<Body>> => service.call('GET', `/api/v1/pages/${slug}`);
async function ok(method: string, path: string, sent?: Sent): Promise<Body> {
  const { status, body } = await call(method, path, sent);
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}
async function refused(
  method: string,
  path: string,
  [status, code]: readonly [number, string],
  sent?: Sent,
): Promise<string[]> {
  const answer = await call(method, path, sent);
  assert.deepEqual([answer.status, answer.body.code], [status, code], `${method} ${path}`);
  return Object.keys(answer.body.errors ?? {});
}

let ordinal = 0;
const make = (fields: object = {}): Promise<Body> =>
  ok('POST', '', { body: { title: `Página ${(ordinal += 1)}`, content: '<p>Olá</p>', ...fields } });
const pageId = async (slug: string): Promise<number> =>
  (await ok('GET', `?q=${slug}`)).data[0]?.id ?? 0;

describe('a page', () => {
  it('is public, and may be cached for a minute', async () => {
    const { slug } = await make({ title: 'Perguntas frequentes', content: '<h2>Ajuda</h2>' });
    const { status, body, headers } = await read(slug);
    assert.deepEqual(
      [status, Object.keys(body).toSorted(), body.title, body.content],
      [200, ['content', 'slug', 'title', 'updated_at'], 'Perguntas frequentes', '<h2>Ajuda</h2>'],
    );
    assert.equal(headers['cache-control'], 'public, max-age=60');
  });

  it('is hidden while it is inactive', async () => {
    const { id, slug } = await make();
    await ok('PUT', `/${id}`, { body: { status: 'inactive' } });
    assert.deepEqual(
      [(await read(slug)).status, (await read(slug)).body.code],
      [404, 'page_not_found'],
    );
    for (const unknown of ['nenhuma', 'a_b', '..%2f', 'x'.repeat(101)])
      assert.equal((await read(unknown)).status, 404, unknown);
  });

  it('shows its last editor, and the audit log has the details', async () => {
    const page = await make();
    const other = await buildAdmin(service, 'operacional');
    assert.deepEqual(page.edited_by, { id: admin.userId, name: admin.name });
    const changed = await ok('PUT', `/${page.id}`, {
      token: other.token,
      body: { title: 'Outro  título', content: '<p>Novo</p>', slug: 'outro-endereco' },
    });
    assert.deepEqual(
      [changed.title, changed.content, changed.slug, changed.edited_by?.id],
      ['Outro título', '<p>Novo</p>', 'outro-endereco', other.userId],
    );
    assert.deepEqual(
      await ok('PUT', `/${page.id}`, { body: { title: 'Outro título' } }),
      changed,
      'nothing changed, the editor stays',
    );
    assert.equal((await ok('DELETE', `/${page.id}`)).message, 'Página excluída.');
    await refused('GET', `/${page.id}`, [404, 'page_not_found']);
    const log = await service.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'page')
      .where('resource_id', '=', page.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log.map(({ action }) => action),
      ['created', 'updated', 'deleted'],
    );
  });

  it('is stored without anything that could run', async () => {
    const { id, content, slug } = await make({
      content:
        '<p onclick="x()">Oi <a href="javascript:x()">aqui</a></p><script>x()</script><iframe src="//x"></iframe>',
    });
    assert.equal(content, '<p>Oi <a>aqui</a></p>');
    assert.equal((await read(slug)).body.content, content);
    assert.equal(
      (await ok('PUT', `/${id}`, { body: { content: '<svg onload=x()>a</svg><h1>b</h1>' } }))
        .content,
      '<h2>b</h2>',
    );
  });

  it('gets its address from its title, and a distinct one where that is taken', async () => {
    const slugs = [];
    for (let count = 0; count < 3; count += 1)
      slugs.push((await make({ title: 'Política de devolução' })).slug);
    assert.deepEqual(slugs, [
      'politica-de-devolucao',
      'politica-de-devolucao-2',
      'politica-de-devolucao-3',
    ]);
    assert.deepEqual(
      await refused('POST', '', [422, 'validation_failed'], {
        body: { title: 'A', content: 'b', slug: slugs[0] },
      }),
      ['slug'],
    );
    assert.deepEqual(
      await refused('PUT', `/${(await make()).id}`, [422, 'validation_failed'], {
        body: { slug: slugs[0] },
      }),
      ['slug'],
    );
    assert.deepEqual(
      await refused('POST', '', [422, 'validation_failed'], {
        body: { title: '日本', content: 'b' },
      }),
      ['slug'],
    );
  });

  it('gets a distinct address, also when many are created at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => make({ title: 'Todos juntos' })),
    );
    assert.equal(new Set(made.map(({ slug }) => slug)).size, 8);
  });

  it('is refused where a field is invalid', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ title: '' }, 'title'],
      [{ title: '\u200B' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ content: '' }, 'content'],
      [{ content: 'x'.repeat(200_001) }, 'content'],
      [{ content: '<script>x()</script>' }, 'content'],
      [{ content: '<p>&nbsp;</p>' }, 'content'],
      [{ slug: 'Com Espaço' }, 'slug'],
      [{ slug: '-x' }, 'slug'],
      [{ status: 'draft' }, 'status'],
      [{ edited_by: 1 }, 'edited_by'],
      [{ content: 'a\0b' }, 'content'],
    ];
    const { id } = await make();
    for (const [fields, field] of wrong) {
      assert.deepEqual(
        await refused('POST', '', [422, 'validation_failed'], {
          body: { title: 'A', content: '<p>b</p>', slug: 'livre', ...fields },
        }),
        [field],
        JSON.stringify(fields).slice(0, 60),
      );
      assert.deepEqual(
        await refused('PUT', `/${id}`, [422, 'validation_failed'], { body: fields }),
        [field],
      );
    }
    assert.deepEqual(
      (await refused('POST', '', [422, 'validation_failed'], { body: {} })).toSorted(),
      ['content', 'title'],
    );
  });
});

describe('the terms of use and the privacy policy', () => {
  it('exist from the start, in Portuguese, marked as models', async () => {
    for (const slug of ['termos-de-uso', 'politica-de-privacidade']) {
      const { status, body } = await read(slug);
      assert.equal(status, 200);
      assert.match(body.content, /^<p><strong>Texto-modelo\.<\/strong>/);
    }
    assert.match((await read('politica-de-privacidade')).body.content, /Lei nº 13\.709\/2018/);
  });

  it('can be edited and deactivated, but neither deleted nor moved', async () => {
    const id = await pageId('termos-de-uso');
    assert.equal(
      (
        await ok('PUT', `/${id}`, {
          body: { content: '<p>Os nossos</p>', slug: 'termos-de-uso', status: 'inactive' },
        })
      ).content,
      '<p>Os nossos</p>',
    );
    await refused('DELETE', `/${id}`, [422, 'page_fixed']);
    await refused('PUT', `/${id}`, [422, 'page_fixed'], { body: { slug: 'termos' } });
    assert.equal((await ok('GET', `/${id}`)).slug, 'termos-de-uso');
  });
});

describe('access to the administration of pages', () => {
  it('is denied to other profiles and without a token', async () => {
    const { id } = await make();
    const routes = [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const;
    for (const [method, path] of routes) {
      assert.equal((await service.call(method, `/api/v1/admin/pages${path}`)).status, 401);
      for (const { token } of [
        await buildProducer(service),
        await buildSupplier(service),
        await buildConsultant(service),
      ])
        await refused(method, path, [403, 'forbidden'], { token, body: { title: 7 } });
    }
  });

  it('lets finance read but not write', async () => {
    const { id } = await make();
    await ok('GET', '', { token: finance.token });
    await ok('GET', `/${id}`, { token: finance.token });
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      await refused(method, path, [403, 'forbidden'], { token: finance.token, body: {} });
  });

  it('returns 404 for an unknown page, whatever is sent', async () => {
    for (const id of ['999999', 'abc', '0']) {
      await refused('GET', `/${id}`, [404, 'page_not_found']);
      await refused('PUT', `/${id}`, [404, 'page_not_found'], { body: { title: 7 } });
      await refused('DELETE', `/${id}`, [404, 'page_not_found']);
    }
  });
});

describe('the list of pages', () => {
  it('can be searched by title and address, filtered by status, sorted and paged', async () => {
    for (const title of ['Manual básico', 'Manual avançado', 'Manual antigo'])
      await make({ title, status: title.endsWith('antigo') ? 'inactive' : 'active' });
    const titles = async (query: string) =>
      (await ok('GET', `?search=MANUAL&${query}`)).data.map(({ title }) => title);
    assert.deepEqual(await titles('sort=title'), [
      'Manual antigo',
      'Manual avançado',
      'Manual básico',
    ]);
    assert.deepEqual(await titles('sort=-title&status=active'), [
      'Manual básico',
      'Manual avançado',
    ]);
    assert.deepEqual(await titles('sort=created_at'), [
      'Manual básico',
      'Manual avançado',
      'Manual antigo',
    ]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Body = await ok(
        'GET',
        `?q=manual&per_page=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      assert.equal(page.meta.total, 3);
      walked.push(...page.data.map(({ title }) => title));
      cursor = page.meta.next_cursor;
    }
    assert.deepEqual(walked, ['Manual antigo', 'Manual avançado', 'Manual básico']);
    assert.deepEqual(await refused('GET', '?cursor=abc', [422, 'validation_failed']), ['cursor']);
    assert.deepEqual(await refused('GET', '?sort=slug', [422, 'validation_failed']), ['sort']);
  });
});
