import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { buildProduct } from '../../../../test/catalogue.ts';
import { startService } from '../../../../test/service.ts';
import { describeImport } from '../../../entry/catalog-import.ts';
import { readProductTypes } from '../../reference-data/product-types.ts';
import { PESTICIDES, subtypeOfClass } from './agrofit-classes.ts';
import { importAgrofit } from './agrofit-import.ts';
import { badLines, linesOf, pitfalls, registration } from './agrofit.fixture.ts';
import { readCropNames } from './crop-names.ts';

const service = await startService();
const crops = readCropNames(
  Buffer.from('id,nome,produtos_registrados\n11,Abacate,3\n22,Soja,2151\n33,Milho,1628\n'),
);
const run = (text: string | Buffer, options: { partial?: boolean } = {}) =>
  importAgrofit(service.app.platform.command, Buffer.from(text as string), { crops, ...options });
const listed = () =>
  service.db.q
    .selectFrom('products as p')
    .innerJoin('product_subtypes as s', 's.id', 'p.product_subtype_id')
    .select([
      'p.name',
      'p.brand',
      's.name as subtype',
      'p.active_ingredient',
      'p.concentration',
      'p.unit',
      'p.description',
    ])
    .where('p.is_unlisted', '=', false)
    .orderBy('p.id')
    .execute();
const named = async (name: string) => (await listed()).filter((product) => product.name === name);
async function one(name: string) {
  const [product, ...others] = await named(name);
  assert.ok(product !== undefined && others.length === 0, name);
  return product;
}
const namesIn = async (table: 'brands' | 'active_ingredients') =>
  (await service.db.q.selectFrom(table).select('name').execute()).map(({ name }) => name);

test('every class of the register has a subtype among those that Lavra ships', () => {
  const shipped = readProductTypes()
    .find(({ name }) => name === PESTICIDES)
    ?.subtypes.map(({ name }) => name);
  assert.deepEqual(Object.values(subtypeOfClass).toSorted(), shipped?.toSorted());
});

describe('a register with bad lines', () => {
  const file = linesOf([registration(), '', ...badLines.map(([line]) => line)]);

  it('is not stored, and each bad line is reported by its number', async () => {
    const report = await run(file);
    assert.deepEqual([report.stored, report.created, report.registrations], [false, 0, 1]);
    assert.deepEqual(
      report.badLines.map(({ line }) => line),
      badLines.map((_, index) => index + 3),
    );
    for (const [index, [, problem]] of badLines.entries())
      assert.match(report.badLines[index]?.problem ?? '', problem);
    assert.deepEqual([await listed(), await namesIn('brands')], [[], []]);
    assert.match(describeImport(report), /linha 3: não é JSON em UTF-8\n/);
    assert.match(describeImport(report), /Nada foi gravado/);
  });

  it('is stored without them on request', async () => {
    const report = await run(file, { partial: true });
    assert.deepEqual(
      [report.stored, report.created, report.badLines.length],
      [true, 1, badLines.length],
    );
    const subtypes = await service.db.q.selectFrom('product_subtypes').selectAll().execute();
    assert.equal(subtypes.filter(({ is_unlisted }) => !is_unlisted).length, 22);
    assert.equal(subtypes.length, 23, 'and one for what the type lacks');
  });

  it('may contain bytes that are not UTF-8 and begin with a byte order mark', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`\uFEFF${linesOf([registration({ marcas: ['Com BOM'] })])}\r\n`),
      Buffer.from('{"nr_registro":"\xE7"}', 'latin1'),
    ]);
    const report = await run(bytes, { partial: true });
    assert.deepEqual(
      [report.created, report.badLines],
      [1, [{ line: 2, problem: 'não é JSON em UTF-8' }]],
    );
  });
});

describe('the register of pesticides', () => {
  it('creates a product for each brand and lists them in one report', async () => {
    const report = await run(linesOf(pitfalls));
    assert.deepEqual(report, {
      registrations: pitfalls.length,
      created: 27,
      skipped: { known: 0, repeated: 1 },
      badLines: [],
      stored: true,
    });
    assert.equal(
      describeImport(report),
      `${[
        '24 registros lidos, 0 linhas com erro.',
        '27 produtos criados (um por marca).',
        '0 marcas já estavam no catálogo, sem mudança; 1 marca repetida no arquivo sob o mesmo subtipo.',
      ].join('\n')}\n`,
    );
  });

  it('creates nothing the second time', async () => {
    const [before, brands] = [await listed(), await namesIn('brands')];
    const report = await run(linesOf(pitfalls));
    assert.deepEqual([report.created, report.skipped.known], [0, 28]);
    assert.deepEqual([await listed(), await namesIn('brands')], [before, brands]);
  });

  it('keeps registration numbers as they are written', async () => {
    assert.match(
      (await one('Zero à Esquerda')).description ?? '',
      /^Registro MAPA 00125, titular Química Exemplo S\.A\. – São Paulo\/SP\. Formulação: SC\. Classe toxicológica: Categoria 4 – Produto Pouco Tóxico\.$/,
    );
    assert.match((await one('Com Barra')).description ?? '', /^Registro MAPA 944\/26R,/);
  });

  it('distinguishes a comma inside a name from one between names', async () => {
    for (const name of [
      '2,4-D Nortox',
      'Haloxifop CCAB 124,7 EC',
      '1,4 Sight',
      'Glufosinato Vírgula',
      'Sinais + % (D2)',
    ])
      await one(name);
    for (const name of ['Trionil', 'Tricross', 'Trizap'])
      assert.equal((await one(name)).subtype, 'Fungicidas microbiológicos');
    for (const name of ['Baculo', 'Spinix', 'Biosixx®'])
      assert.deepEqual([(await one(name)).unit, (await one(name)).brand], ['KG', name]);
  });

  it('corrects decomposed accents, stray bytes and extra spaces', async () => {
    const product = await one('Ação Decomposta');
    assert.deepEqual(
      [product.subtype, product.description?.includes('Indústria Química')],
      ['Reguladores de crescimento', true],
    );
    assert.match((await one('Byte–Perdido™')).description ?? '', /titular Empresa – Jataí\/GO\./);
    await one('Espaço sobrando');
    await one('Meio Nulo');
  });

  it('pairs ingredients and concentrations in the same order, with decimal commas', async () => {
    const mixture = await one('Mistura');
    assert.deepEqual(
      [mixture.active_ingredient, mixture.concentration],
      ['2,4-D + Picloram', '406 g/L + 103,6 g/L'],
    );
    const repeated = await one('Repetido por Dentro');
    assert.deepEqual(
      [repeated.active_ingredient?.toLowerCase(), repeated.concentration],
      ['atrazina', '900 g/kg'],
    );
    assert.equal((await one('Meia Concentração')).concentration, '– + 100 g/L');
    const none = await one('Sem Ingrediente');
    assert.deepEqual([none.active_ingredient, none.concentration], [null, null]);
  });

  it('counts products without a unit', async () => {
    const wasp = await one('Vespa');
    assert.deepEqual(
      [wasp.unit, wasp.active_ingredient, wasp.concentration],
      ['UN', 'Telenomus podisi', null],
    );
    assert.deepEqual(
      [(await one('Vespa no Copo')).unit, (await one('Vespa no Copo')).concentration],
      ['UN', '1500 vespas/copo'],
    );
  });

  it('puts a product under its first class and reports the others', async () => {
    const product = await one('Duas Classes');
    assert.equal(product.subtype, 'Acaricidas');
    assert.match(product.description ?? '', /Classes de uso: Acaricidas, Inseticidas\./);
  });

  it('creates a brand once per subtype, and accepts it under two subtypes', async () => {
    assert.deepEqual((await named('Homônimo')).map(({ subtype }) => subtype).toSorted(), [
      'Herbicidas',
      'Inseticidas',
    ]);
    assert.deepEqual(await named('HOMONIMO'), []);
  });

  it('adds crops where their file was given, field crops first', async () => {
    assert.match(
      (await one('Tudo em Soja')).description ?? '',
      /Culturas: Soja, Milho, Abacate\.$/,
    );
  });

  it('fills the registries, with each ingredient on its own', async () => {
    const [brands, ingredients] = [await namesIn('brands'), await namesIn('active_ingredients')];
    assert.ok(brands.includes('2,4-D Nortox') && brands.includes('Tricross'));
    assert.ok(
      ingredients.includes('Picloram') &&
        ingredients.includes('2,4-D') &&
        !ingredients.some((name) => name.includes(' + ')),
    );
  });
});

describe('a catalogue that has products already', () => {
  it('keeps them unchanged, also under another class', async () => {
    const { id: subtypeId } = await service.db.q
      .selectFrom('product_subtypes')
      .select('id')
      .where('name', '=', 'Inseticidas')
      .executeTakeFirstOrThrow();
    await buildProduct(service, { name: 'Já Cadastrado', subtypeId, unit: 'KG' });
    const report = await run(
      linesOf([registration({ marcas: ['JÁ CADASTRADO'], classes: ['Acaricida', 'Inseticida'] })]),
    );
    assert.deepEqual([report.created, report.skipped.known], [0, 1]);
    assert.equal((await one('Já Cadastrado')).unit, 'KG');
  });
});
