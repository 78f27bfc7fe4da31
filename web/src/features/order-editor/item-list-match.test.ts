import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fold } from '@lavra/domain/text/fold';
import { findProduct as findWritten, findProducts, foundKey } from './item-list-match.ts';

const product = (
  id: number,
  name: string,
  active_ingredient: string | null = null,
  concentration: string | null = null,
) => ({ id, name, brand: null, active_ingredient, concentration, unit: 'L' });
const catalogue = [
  product(1, 'Ureia 45% N'),
  product(2, 'Ureia 46% N'),
  product(3, 'Glifosato Nortox', 'Glifosato-sal de isopropilamina', '480 g/L'),
  product(4, 'Roundup', 'Glifosato-sal de isopropilamina', '480 g/L'),
  product(5, 'Cloreto de potássio'),
  product(6, 'Glifo', 'Glufosinato', '200 g/L'),
];
/** Searches as the service does: every word anywhere in the folded text. */
const search = (text: string) =>
  Promise.resolve(
    catalogue.filter(({ name, active_ingredient, concentration }) =>
      fold(text)
        .split(' ')
        .every((word) => fold(`${name} ${active_ingredient} ${concentration}`).includes(word)),
    ),
  );
const findProduct = (product: string, within: typeof search, unit = '') =>
  findWritten({ product, unit }, within);
const names = (found: readonly { name: string }[]): string[] => found.map(({ name }) => name);

it('a product matches for certain when it has that name or is the only one found', async () => {
  assert.equal((await findProduct('UREIA 45% n', search)).match?.id, 1);
  assert.equal((await findProduct('cloreto', search)).match?.id, 5);
});

it('of several like products the most similar is preselected, marked for a check', async () => {
  const { match, isSure, suggestions } = await findProduct('glifosato', search);
  assert.equal(match?.name, 'Glifosato Nortox');
  assert.equal(isSure, false);
  assert.deepEqual(names(suggestions).slice(0, 2), ['Glifosato Nortox', 'Roundup']);
});

it('a brand of several products is marked for a check', async () => {
  const brand = [
    product(8, 'Roundup WG', 'Glifosato-sal de amônio', '792,5 g/kg'),
    product(9, 'Roundup Original', 'Glifosato-sal de isopropilamina', '480 g/L'),
  ];
  const found = (name: string) => findProduct(name, () => Promise.resolve(brand));
  assert.equal((await found('Roundup')).isSure, false);
  assert.equal((await found('Roundup Original')).isSure, true);
});

it('a formula other than the product’s is not preselected', async () => {
  const npk = [product(7, 'Fertilizante misto NPK 04-14-08')];
  const only = (text: string) => Promise.resolve(text === 'npk' ? npk : []);
  assert.equal((await findProduct('NPK 20-05-20', only)).match, undefined);
  assert.equal((await findProduct('NPK 04-14-08', only)).isSure, true);
});

it('a product that shares only a quality is offered, not preselected', async () => {
  const salt = [product(7, 'Sal mineral')];
  const only = (text: string) => Promise.resolve('sal mineral'.includes(fold(text)) ? salt : []);
  const { match, suggestions } = await findProduct('óleo mineral', only);
  assert.deepEqual([match, names(suggestions)], [undefined, ['Sal mineral']]);
  assert.equal((await findProduct('sal mineral pronto', only)).match?.id, 7);
});

it('a misspelt name still finds the product', async () => {
  assert.equal(
    names((await findProduct('Glifozato nortoks', search)).suggestions)[0],
    'Glifosato Nortox',
  );
  assert.equal(
    names((await findProduct('Clorreto de potacio', search)).suggestions)[0],
    'Cloreto de potássio',
  );
  assert.deepEqual(await findProduct('xyz', search), {
    match: undefined,
    isSure: false,
    suggestions: [],
  });
});

it('each name is looked up once, however often the list contains it', async () => {
  let asked = 0;
  const seen: number[] = [];
  const found = await findProducts(
    ['Roundup', 'Roundup', 'cloreto'].map((name) => ({ product: name, unit: '' })),
    (text) => {
      asked += 1;
      return search(text);
    },
    (done) => {
      seen.push(done);
    },
  );
  assert.deepEqual([asked, found.size, seen], [2, 2, [1, 2]]);
});

describe('of products with the same ingredient', () => {
  const glyphosates = [
    product(10, 'Crucial', 'Glifosato', '400,8 g/L'),
    product(11, 'Glifosato Nortox', 'Glifosato', '480 g/L'),
    product(12, 'Glifosato 648', 'Glifosato', '648 g/L'),
    { ...product(13, 'Glifosato WG', 'Glifosato', '480 g/kg'), unit: 'KG' },
    { ...product(14, 'Glifosato Pó', 'Glifosato', '792,5 g/kg'), unit: 'KG' },
  ];
  const all = (text: string) =>
    Promise.resolve(text.startsWith('glifosato') && !text.includes(' ') ? glyphosates : []);
  const found = async (name: string, unit = ''): Promise<string | undefined> =>
    (await findProduct(name, all, unit)).match?.name;

  it('the one of the written concentration is preferred, g/L apart from g/kg', async () => {
    assert.equal(await found('glifosato 480 g/L'), 'Glifosato Nortox');
    assert.equal(await found('glifosato 480 g/kg'), 'Glifosato WG');
    assert.equal(await found('glifosato 792,5g/kg'), 'Glifosato Pó');
    assert.equal(await found('glifosato 400,8 g/l'), 'Crucial');
  });

  it('litres go with liquids, and kilograms with solids', async () => {
    assert.equal(await found('glifosato 480', 'gl 20 L'), 'Glifosato Nortox');
    assert.equal(await found('glifosato 480', 'kg'), 'Glifosato WG');
    assert.equal(await found('glifosato 480', 'sc 20 kg'), 'Glifosato WG');
  });

  it('a line in litres and one in kilograms are found apart', async () => {
    const lines = [
      { product: 'glifosato 480', unit: 'L' },
      { product: 'glifosato 480', unit: 'kg' },
      { product: 'glifosato 480', unit: 'gl' },
    ];
    const matches = await findProducts(lines, all, () => undefined);
    assert.deepEqual(
      lines.map((line) => matches.get(foundKey(line))?.match?.id),
      [11, 13, 11],
    );
    assert.equal(matches.size, 2, 'gallons are litres');
  });
});
