import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { PageMeta } from '../../platform/db/paging.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { productConditions } from './product-search.ts';

interface Row {
  id: number;
  name: string;
  active: boolean;
  symbol?: string;
}
interface Page {
  data: Row[];
  meta: PageMeta;
  errors: Record<string, string[]>;
}

const service = await startService();
const admin = await buildAdmin(service);
const producer = await buildProducer(service);
const list = async (path: string, token = admin.token): Promise<Page> => {
  const { status, body } = await service.call<Page>('GET', `/api/v1/${path}`, { token });
  assert.equal(status, 200, path);
  return body;
};
const names = async (path: string, token?: string): Promise<string[]> =>
  (await list(path, token)).data.map((row) => row.name);

async function walk(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await list(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    rows.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return rows;
}

describe('searching products', () => {
  before(async () => {
    const { subtypeId } = await buildProduct(service, {
      name: 'Roundup Original',
      brand: 'Bayer',
      active_ingredient: 'Glifosato-sal de isopropilamina',
      concentration: '480 g/L',
      is_pesticide: true,
    });
    await buildProduct(service, {
      name: 'Zapp QI',
      brand: 'Syngenta',
      active_ingredient: 'Glifosato potássico',
      concentration: '620 g/L',
      subtypeId,
    });
    await buildProduct(service, { name: 'Ureia 46%', subtypeId, unit: 'KG' });
    await buildProduct(service, { name: 'Óleo mineral 50_50', subtypeId, active: false });
  });

  it('covers name, brand, active ingredient and concentration, ignoring accents and case', async () => {
    assert.deepEqual(await names('products?q=ROUNDUP'), ['Roundup Original']);
    assert.deepEqual(await names('products?q=syngenta'), ['Zapp QI']);
    assert.deepEqual(await names('products?q=potassico'), ['Zapp QI']);
    assert.deepEqual(await names(`products?q=${encodeURIComponent('ÓLEO')}`), [
      'Óleo mineral 50_50',
    ]);
    assert.deepEqual(await names('products?search=480%20g/l'), ['Roundup Original']);
  });

  it('finds the orderable products of several texts with one request, at most thirty', async () => {
    const look = (...texts: readonly string[]) =>
      service.call<{ data: readonly { name: string; products: readonly Row[] }[] }>(
        'GET',
        `/api/v1/product-lookup?${texts.map((text) => `names=${encodeURIComponent(text)}`).join('&')}`,
        { token: producer.token },
      );
    const { body } = await look('glifosato', 'nada disso', 'óleo mineral', '620 glifosato');
    assert.deepEqual(
      body.data.map(({ name, products }) => [name, products.map((product) => product.name)]),
      [
        ['glifosato', ['Roundup Original', 'Zapp QI']],
        ['nada disso', []],
        ['óleo mineral', []],
        ['620 glifosato', ['Zapp QI']],
      ],
    );
    assert.equal((await look(...Array.from({ length: 31 }, () => 'ureia'))).status, 422);
    assert.equal((await look()).status, 422);
  });

  it('looks for each word once, however often it is written', () => {
    const conditionsOf = (q: string): number => productConditions({ q }).length;
    assert.equal(conditionsOf('ureia 46 Uréia ureia'), 2);
    // A hundred characters that fold to three hundred words: five different ones.
    assert.equal(conditionsOf('\uFDFA'.repeat(100)), 5);
  });

  it('requires every word, in any order', async () => {
    assert.deepEqual(await names('products?q=glifosato'), ['Roundup Original', 'Zapp QI']);
    assert.deepEqual(await names('products?q=620%20glifosato'), ['Zapp QI']);
    assert.deepEqual(await names('products?q=bayer%20potassico'), []);
  });

  it('covers subtype, type, what everyday words stand for, and the crop beside another word', async () => {
    const insecticide = await buildProduct(service, {
      name: 'Premio',
      active_ingredient: 'Clorantraniliprole',
      active: false,
    });
    const { q } = service.db;
    await q
      .updateTable('product_subtypes')
      .set({ name: 'Inseticidas do campo' })
      .where('id', '=', insecticide.subtypeId)
      .execute();
    await q
      .updateTable('product_types')
      .set({ name: 'Defensivos do campo' })
      .where('id', '=', insecticide.typeId)
      .execute();
    await q
      .updateTable('products')
      .set({ description: 'Registrado para soja e ALGODÃO.' })
      .where('id', '=', insecticide.id)
      .execute();
    const seed = await buildProduct(service, { name: 'Semente de soja', active: false });
    assert.deepEqual(await names('products?q=inseticida'), ['Premio']);
    assert.deepEqual(await names('products?q=defensivo'), ['Premio']);
    assert.deepEqual(await names('products?q=lagartas'), ['Premio']);
    for (const crop of ['soja', 'algodao', 'Algod%C3%A3o'])
      assert.deepEqual(await names(`products?q=inseticida%20${crop}`), ['Premio']);
    assert.deepEqual(await names('products?q=inseticida%20milho'), []);
    assert.deepEqual(await names('products?q=soja'), ['Semente de soja']);
    for (const { id } of [insecticide, seed])
      await q.deleteFrom('products').where('id', '=', id).execute();
  });

  it('finds substances and formulas whatever signs stand in them', async () => {
    const made = [
      await buildProduct(service, { name: 'Aminol 806', active_ingredient: '2,4-D-dimetilamina' }),
      await buildProduct(service, { name: 'NPK 04-14-08' }),
      await buildProduct(service, { name: 'Dual', active_ingredient: 'S-metolacloro' }),
    ];
    for (const [typed, found] of [
      ...['2,4-D', '2,4D', '2.4-D', '2.4 D', '24D', '2 4 D'].map((q) => [q, 'Aminol 806'] as const),
      ...['NPK 04-14-08', 'NPK 4-14-8', '4.14.8', '041408'].map(
        (q) => [q, 'NPK 04-14-08'] as const,
      ),
      ...['s-metolacloro', 'metolacloro'].map((q) => [q, 'Dual'] as const),
    ])
      assert.deepEqual(await names(`products?q=${encodeURIComponent(typed)}`), [found], typed);
    for (const { id } of made)
      await service.db.q.deleteFrom('products').where('id', '=', id).execute();
  });

  it('takes wildcards literally and a blank term as no search', async () => {
    assert.deepEqual(await names('products?q=%25'), ['Ureia 46%']);
    assert.deepEqual(await names('products?q=50_50'), ['Óleo mineral 50_50']);
    assert.equal((await list('products?q=%20%20')).meta.total, 4);
  });

  it('walks by match through whatever is typed, each row once, those that begin with it first', async () => {
    assert.equal((await names('products?q=50_50&sort=match'))[0], 'Óleo mineral 50_50');
    assert.deepEqual(await names('products?q=50%25&sort=match'), []);
    const typed = [
      '',
      'a',
      '%',
      '_',
      '\\',
      "'",
      '"',
      'ureia 46%',
      'o o o',
      '\uFDFA'.repeat(20),
      '🌱',
    ];
    for (const text of [...typed, 'x'.repeat(200), 'a b c d e f g h i j k l m n o p'])
      for (const sort of ['match', '-match']) {
        const path = `products?q=${encodeURIComponent(text)}&sort=${sort}`;
        const whole = (await list(`${path}&per_page=100`)).data.map(({ id }) => id);
        assert.deepEqual(
          (await walk(`${path}&per_page=1`)).map(({ id }) => id),
          whole,
          JSON.stringify([text, sort]),
        );
      }
  });

  it('shows inactive products to admins, and to others on request', async () => {
    assert.equal((await list('products')).meta.total, 4);
    assert.deepEqual(await names('products?active=false'), ['Óleo mineral 50_50']);
    const [supplier, consultant] = [await buildSupplier(service), await buildConsultant(service)];
    for (const { token } of [producer, supplier, consultant])
      assert.equal((await list('products', token)).meta.total, 3);
    assert.deepEqual(await names('products?active=false', producer.token), ['Óleo mineral 50_50']);
  });

  it('can be restricted to a type or a subtype', async () => {
    const other = await buildProduct(service, { name: 'Semente de soja', active: false });
    assert.deepEqual(await names(`products?product_type_id=${other.typeId}`), ['Semente de soja']);
    assert.deepEqual(await names(`products?product_subtype_id=${other.subtypeId}`), [
      'Semente de soja',
    ]);
    assert.deepEqual(await names(`product-subtypes/${other.subtypeId}/products`), [
      'Semente de soja',
    ]);
    assert.deepEqual(await names('products?product_type_id=999999'), []);
    assert.equal((await list(`product-types/${other.typeId}/subtypes`)).meta.total, 1);
    assert.equal((await list(`product-subtypes?product_type_id=${other.typeId}`)).meta.total, 1);
  });
});

describe('searching types, subtypes and units', () => {
  it('matches the name, and for units the symbol too', async () => {
    const type = await service.call<Row>('POST', '/api/v1/product-types', {
      token: admin.token,
      body: { name: 'Nutrição Animal' },
    });
    await service.call('POST', '/api/v1/product-subtypes', {
      token: admin.token,
      body: { name: 'Sal Mineral Proteinado', product_type_id: type.body.id },
    });
    assert.deepEqual(await names('product-types?q=animal%20NUTRICAO'), ['Nutrição Animal']);
    assert.deepEqual(await names('product-subtypes?q=proteinado'), ['Sal Mineral Proteinado']);
    assert.ok(
      (await list('admin/measurement-units?q=kg')).data.some((unit) => unit.symbol === 'KG'),
    );
    assert.ok(
      (await list('admin/measurement-units?q=LITRO', producer.token)).data.some(
        (unit) => unit.symbol === 'L',
      ),
    );
  });
});

describe('paging through a list', () => {
  before(async () => {
    const { subtypeId } = await buildProduct(service, { name: 'Passeio 0' });
    const at = '2026-01-05T10:00:00.123Z';
    // One name in many subtypes, one instant for all: every sort key ties.
    for (let n = 1; n <= 23; n += 1)
      await buildProduct(
        service,
        n % 2 === 0 ? { name: `Passeio ${n}`, subtypeId } : { name: 'Passeio igual' },
      );
    await service.db.q
      .updateTable('products')
      .set({ created_at: at })
      .where('name', 'like', 'Passeio%')
      .execute();
  });

  for (const sort of ['name', '-name', 'created_at', '-created_at']) {
    it(`shows each row once by ${sort}, ties included`, async () => {
      const rows = await walk(`products?q=passeio&per_page=5&sort=${sort}`);
      assert.equal(rows.length, 24);
      assert.equal(new Set(rows.map((row) => row.id)).size, 24);
      const whole = (await list(`products?q=passeio&per_page=100&sort=${sort}`)).data;
      assert.deepEqual(rows, whole);
    });
  }

  it('goes in the opposite direction when the sort descends', async () => {
    const [up, down] = [
      await walk('products?q=passeio&per_page=7'),
      await walk('products?q=passeio&per_page=7&sort=-name'),
    ];
    assert.deepEqual(up, down.toReversed());
  });

  it('shows 15 a page, with exact totals on every page and under a cursor', async () => {
    const first = await list('products?q=passeio');
    assert.equal(first.data.length, 15);
    assert.deepEqual(
      { ...first.meta, next_cursor: '' },
      { current_page: 1, last_page: 2, per_page: 15, total: 24, next_cursor: '' },
    );
    const second = await list('products?q=passeio&page=2');
    assert.deepEqual(
      [second.data.length, second.meta.current_page, second.meta.next_cursor],
      [9, 2, null],
    );
    assert.deepEqual((await list('products?q=passeio&page=9')).data, []);
    const byCursor = await list(`products?q=passeio&page=7&cursor=${first.meta.next_cursor}`);
    assert.deepEqual(byCursor.data, second.data, 'the cursor wins over the page');
    assert.deepEqual([byCursor.meta.current_page, byCursor.meta.total], [7, 24]);
  });

  it('skips nothing when rows are added and removed before the cursor', async () => {
    const first = await list('products?q=passeio&per_page=10');
    await service.call('DELETE', `/api/v1/products/${first.data.at(-1)?.id}`, {
      token: admin.token,
    });
    const rest = await walk(`products?q=passeio&per_page=100&cursor=${first.meta.next_cursor}`);
    assert.equal(first.data.length + rest.length, 24);
  });
});

describe('an invalid list request', () => {
  const forged = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong = {
    sort: ['sort=price', 'sort=name;drop'],
    per_page: ['per_page=0', 'per_page=101', 'per_page=x'],
    page: ['page=0', 'page=1.5'],
    active: ['active=sim'],
    q: ['q=%00', `q=${'a'.repeat(201)}`],
    cursor: [
      'cursor=x',
      `cursor=${forged(['-name', 'a', 1])}`,
      `cursor=${forged(['created_at', 'a', 1])}`,
      `cursor=${forged(['name', 'a\0', 1])}`,
      `cursor=${forged(['name', 'a', 1.5])}`,
      `cursor=${forged(['name', 'a', 1e300])}`,
      `cursor=${forged(['name', 1, 1])}`,
    ],
  };
  for (const path of ['products', 'product-types', 'product-subtypes', 'admin/measurement-units']) {
    it(`is refused field by field: ${path}`, async () => {
      for (const [field, queries] of Object.entries(wrong)) {
        for (const query of queries) {
          const { status, body } = await service.call<Page>('GET', `/api/v1/${path}?${query}`, {
            token: admin.token,
          });
          assert.equal(status, 422, query);
          assert.deepEqual(Object.keys(body.errors), [field], query);
        }
      }
    });
  }

  it('ignores unknown names on lists of the interface, and refuses them on our own', async () => {
    assert.equal(
      (await service.call('GET', '/api/v1/products?cor=azul', { token: admin.token })).status,
      200,
    );
    assert.equal(
      (
        await service.call('GET', '/api/v1/admin/measurement-units?cor=azul', {
          token: admin.token,
        })
      ).status,
      422,
    );
  });

  it('treats a forged time in a cursor as text, never as SQL', async () => {
    const page = await list(
      `products?sort=created_at&cursor=${forged(['created_at', 'ontem', 1])}`,
    );
    assert.deepEqual(page.data, []);
  });
});

describe('a large catalogue', () => {
  /** Words that each of its products has. */
  const COMMON = 'sal potássico solúvel granulado seletivo sistêmico concentrado dispersível';

  it('is searched through the index', async () => {
    const { subtypeId } = await buildProduct(service);
    // In lots: a statement of the service ends after fifteen seconds, on a busy machine too.
    for (let first = 1; first <= 8_000; first += 1_000)
      await sql`
        INSERT INTO products (product_subtype_id, name, brand, active_ingredient, unit, created_at,
          updated_at)
        SELECT ${subtypeId}::bigint, 'Item ' || n || ' ' || md5(n::text), md5((n * 7)::text),
          ${COMMON}, 'L',
          ${new Date()}::timestamptz, ${new Date()}::timestamptz
        FROM generate_series(${first}::int, ${first}::int + 999) AS n`.execute(service.db.q);
    // What was inserted lately waits in a list, which a plan has to read too, until a vacuum sorts it in.
    await sql`VACUUM ANALYZE products`.execute(service.db.q);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT count(*) FROM products t WHERE t.active = true AND t.search LIKE ${'%item 777%'}`.execute(
      service.db.q,
    );
    assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /products_by_search/);
    // Whether an index can answer: which plan is cheaper depends on the server's settings.
    await service.db.q.connection().execute(async (connection) => {
      await sql`SET enable_seqscan = off`.execute(connection);
      for (const [text, index] of [
        ['item 777', /products_by_search/],
        ['lagarta', /products_by_search/],
      ] as const) {
        const conditions = productConditions({ q: text }).map((one) => sql`${one}`);
        const plan = await sql<{ 'QUERY PLAN': string }>`
          EXPLAIN SELECT count(*) FROM products t WHERE ${conditions.at(-1)}`.execute(connection);
        const shown = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
        assert.match(shown, index, text);
        assert.doesNotMatch(shown, /Seq Scan on products/, text);
      }
      await sql`RESET enable_seqscan`.execute(connection);
    });
    assert.equal(
      (await names('products?q=item%207999&per_page=100')).filter((name) =>
        name.startsWith('Item 7999 '),
      ).length,
      1,
    );
  });

  it('is searched for words that all of it has, too', async () => {
    const page = await list(`products?q=${encodeURIComponent(COMMON)}`);
    assert.equal(page.meta.total, 8_000);
  });
});

describe('the public list of product types for registration', () => {
  it('contains the active types by name, with two fields each', async () => {
    const { typeId } = await buildProduct(service);
    await service.db.q
      .updateTable('product_types')
      .set({ active: false })
      .where('id', '=', typeId)
      .execute();
    const { status, body } = await service.call<{ data: Row[] }>(
      'GET',
      '/api/v1/register/product-types',
      {},
    );
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ id, name }) => ({ id, name })),
      body.data,
    );
    assert.deepEqual(
      body.data.map(({ name }) => name),
      await names('product-types?active=true&per_page=100&sort=name'),
    );
    assert.ok(!body.data.some(({ id }) => id === typeId));
  });
});
