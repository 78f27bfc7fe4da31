import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProductImport } from '@lavra/contract/catalogue/product-import';
import { buildAdmin, buildProducer, buildSupplier } from '../../../../test/people.ts';
import { fileForm } from '../../../../test/files.ts';
import { startService, type Answer } from '../../../../test/service.ts';

interface Body extends ProductImport {
  code: string;
  errors: Record<string, string[]>;
}

const service = await startService();
const admin = await buildAdmin(service);
const now = service.app.platform.clock.now();
const dates = { created_at: now, updated_at: now };
const type = await service.db.q
  .insertInto('product_types')
  .values({ name: 'Defensivos', is_pesticide: true, ...dates })
  .returning('id')
  .executeTakeFirstOrThrow();
const subtypes = await service.db.q
  .insertInto('product_subtypes')
  .values(
    ['Herbicidas', 'Inseticidas'].map((name) => ({ product_type_id: type.id, name, ...dates })),
  )
  .returning(['id', 'name'])
  .execute();

const HEADING = 'Tipo;Subtipo;Nome;Descrição;Marca;Ingrediente ativo;Concentração;Unidade;Ativo';
const sheet = (...rows: string[]): string => [HEADING, ...rows].join('\r\n');
const send = (
  file: string | Buffer,
  { token = admin.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> => {
  const form = fileForm({ content: Buffer.from(file as string), filename: 'produtos.csv' });
  return service.call('POST', '/api/v1/products/import', {
    ...(token === '' ? {} : { token }),
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
};
async function imported(file: string | Buffer): Promise<ProductImport> {
  const { status, body } = await send(file);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const products = () =>
  service.db.q
    .selectFrom('products')
    .select([
      'id',
      'name',
      'product_subtype_id',
      'brand',
      'active_ingredient',
      'concentration',
      'unit',
      'active',
      'description',
    ])
    .orderBy('id')
    .execute();
const only = async (file: string): Promise<string[] | undefined> => {
  const { summary, rows } = await imported(file);
  assert.deepEqual([summary.invalid, summary.created], [1, 0]);
  return rows.find((row) => row.status === 'error')?.errors;
};

describe('a product file', () => {
  it('is stored at once, with its names in the registries and each product in the log', async () => {
    const { summary, rows } = await imported(
      sheet(
        'Defensivos;Herbicidas;Roundup  Original;Uso agrícola;Roundup;Glifosato + 2,4-D;480 g/L + 200 g/L;litros;sim',
        '',
        'DEFENSIVOS;herbicidas;"Nome; com ponto e vírgula";;;;;Kg.;não',
      ),
    );
    assert.deepEqual(summary, { total: 2, valid: 2, invalid: 0, created: 2, skipped: 0 });
    assert.deepEqual(
      rows.map(({ row, status, action, errors }) => ({ row, status, action, errors })),
      [
        { row: 2, status: 'success', action: 'create', errors: [] },
        { row: 4, status: 'success', action: 'create', errors: [] },
      ],
    );
    assert.deepEqual(rows[1]?.data, {
      type: 'Defensivos',
      subtype: 'Herbicidas',
      name: 'Nome; com ponto e vírgula',
      description: null,
      brand: null,
      active_ingredient: null,
      concentration: null,
      unit: 'KG',
      active: false,
    });
    // Stored in the order of their names, which keeps two imports from waiting for each other.
    const [second, first] = await products();
    assert.deepEqual(
      [first?.name, first?.unit, first?.active, first?.product_subtype_id],
      ['Roundup Original', 'L', true, subtypes[0]?.id],
    );
    assert.deepEqual([second?.brand, second?.description, second?.active], [null, null, false]);
    const log = await service.db.q
      .selectFrom('audit_log')
      .select(['resource_id', 'actor_id'])
      .where('resource_type', '=', 'product')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log,
      [second, first].map((product) => ({ resource_id: product?.id, actor_id: admin.userId })),
    );
    const names = await service.db.q
      .selectFrom('active_ingredients')
      .select('name')
      .orderBy('name')
      .execute();
    assert.deepEqual(
      names.map(({ name }) => name),
      ['2,4-D', 'Glifosato'],
    );
  });

  it('changes no existing product, however often it is sent', async () => {
    const before = await products();
    const { summary, rows } = await imported(
      sheet(
        'Defensivos;Herbicidas;ROUNDUP ORIGINAL;Outra descrição;Outra marca;;;KG;não',
        'Defensivos;Inseticidas;Roundup Original;;;;;L;',
      ),
    );
    assert.deepEqual(summary, { total: 2, valid: 2, invalid: 0, created: 1, skipped: 1 });
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['skip', 'create'],
    );
    assert.deepEqual((await products()).slice(0, before.length), before);
  });

  it('is not stored at all when one row is wrong, and every row reports its errors', async () => {
    const before = await products();
    const { summary, rows } = await imported(
      sheet(
        'Defensivos;Herbicidas;Novo A;;;;;L;',
        'Defensivos;Herbicidas;;;;;;L;talvez',
        'Defensivos;Herbicidas;Roundup Original;;;;;L;',
      ),
    );
    assert.deepEqual(summary, { total: 3, valid: 2, invalid: 1, created: 0, skipped: 1 });
    assert.deepEqual(
      rows.map(({ status, action }) => [status, action]),
      [
        ['success', 'create'],
        ['error', 'skip'],
        ['success', 'skip'],
      ],
    );
    assert.deepEqual(rows[1]?.errors, ['Nome: Preencha este campo.', 'Ativo: Escreva sim ou não.']);
    assert.deepEqual(await products(), before);
  });

  it('gets the nearest type and subtype suggested where one is misspelt', async () => {
    assert.deepEqual(await only(sheet('Defensivo;Herbicidas;X;;;;;L;')), [
      'Tipo: Este tipo de produto não existe. Você quis dizer Defensivos?',
    ]);
    assert.deepEqual(await only(sheet('Defensivos;Herbicída;X;;;;;L;')), [
      'Subtipo: Este subtipo de produto não existe. Você quis dizer Herbicidas?',
    ]);
    assert.deepEqual(await only(sheet('Defensivos;Sementes de soja;X;;;;;L;')), [
      'Subtipo: Este subtipo de produto não existe.',
    ]);
  });

  it('is refused for unknown and deactivated units, too long texts and repeated products', async () => {
    await service.db.q
      .updateTable('measurement_units')
      .set({ active: false })
      .where('symbol', '=', 'GL')
      .execute();
    for (const unit of ['GL', 'galões', 'balde'])
      assert.deepEqual(await only(sheet(`Defensivos;Herbicidas;X;;;;;${unit};`)), [
        'Unidade: Esta unidade não existe.',
      ]);
    assert.deepEqual(
      await only(sheet(`Defensivos;Herbicidas;${'x'.repeat(201)};${'y'.repeat(2001)};;;;L;`)),
      ['Nome: Use no máximo 200 caracteres.', 'Descrição: Use no máximo 2000 caracteres.'],
    );
    assert.deepEqual(
      await only(sheet('Defensivos;Herbicidas;Gêmeo;;;;;L;', 'Defensivos;Herbicidas;GEMEO;;;;;L;')),
      ['Nome: Este produto já está na linha 2.'],
    );
  });

  it("may name an installation's own units by symbol and by name", async () => {
    await service.db.q
      .insertInto('measurement_units')
      .values({ symbol: 'BB', name: 'Big bag', ...dates })
      .execute();
    const { rows } = await imported(
      sheet('Defensivos;Herbicidas;Em big bag;;;;;big bag;', 'Defensivos;Herbicidas;Em BB;;;;;bb;'),
    );
    assert.deepEqual(
      rows.map(({ data }) => data.unit),
      ['BB', 'BB'],
    );
  });

  it('may be Windows-1252, with its columns in any order and without the optional ones', async () => {
    const { summary } = await imported(
      Buffer.from(
        'UNIDADE;nome;Subtipo;Tipo\nL;Solução – água;Herbicidas;Defensivos'.replace('–', '\u0096'),
        'latin1',
      ),
    );
    assert.equal(summary.created, 1);
    assert.equal((await products()).at(-1)?.name, 'Solução – água');
  });
});

describe('a file that is no product file', () => {
  it('is refused as a whole', async () => {
    const rowsOf = (count: number): string =>
      `Tipo;Subtipo;Nome;Unidade\n${'a;b;c;L\n'.repeat(count)}`;
    const files: readonly (readonly [string | Buffer, number, string])[] = [
      ['', 422, 'file'],
      ['Tipo;Subtipo;Nome\na;b;c', 422, 'file'],
      [Buffer.from([0, 1, 2, 3]), 422, 'file'],
      [rowsOf(10_001), 422, 'file'],
      [`Tipo;Subtipo;Nome;Unidade\na;b;${'x'.repeat(4097)};L`, 422, 'rows.2'],
      [`Tipo;Subtipo;Nome;Unidade${';'.repeat(61)}\na;b;c;L`, 422, 'rows.1'],
    ];
    for (const [file, status, field] of files) {
      const answer = await send(file);
      assert.deepEqual(
        [answer.status, Object.keys(answer.body.errors ?? {})],
        [status, [field]],
        answer.raw.toString().slice(0, 200),
      );
    }
    assert.equal((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status, 413);
    assert.equal(
      (await service.call('POST', '/api/v1/products/import', { token: admin.token, body: {} }))
        .status,
      415,
    );
  });

  it('is not read for a caller who may not create products', async () => {
    assert.equal((await send('x', { token: '' })).status, 401);
    for (const { token } of [
      await buildProducer(service),
      await buildSupplier(service),
      await buildAdmin(service, 'financeiro'),
    ])
      assert.equal((await send('x', { token })).status, 403);
  });
});

describe('the largest product file', () => {
  it('of 10,000 rows is checked and stored, and its reply repeats under the key', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `Defensivos;Inseticidas;Produto ${index};;Marca ${index % 100};;;L;`,
    );
    const before = (await products()).length;
    const headers = { 'idempotency-key': 'planilha-grande' };
    const { body } = await send(sheet(...rows), { headers });
    assert.deepEqual(body.summary, {
      total: 10_000,
      valid: 10_000,
      invalid: 0,
      created: 10_000,
      skipped: 0,
    });
    assert.deepEqual((await send(sheet(...rows), { headers })).body.summary, body.summary);
    assert.equal((await products()).length, before + 10_000);
  });
});
