import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fold } from '@lavra/domain/text/fold';
import { findProduct, findProducts, unitOf } from './item-list-match.ts';

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
const names = (found: readonly { name: string }[]): string[] => found.map(({ name }) => name);

it('a product is certain when it is called so, or is the only one found', async () => {
  assert.equal((await findProduct('UREIA 45% n', search)).match?.id, 1);
  assert.equal((await findProduct('cloreto', search)).match?.id, 5);
});

it('several are offered, the likest first, and none is taken for the person', async () => {
  const { match, suggestions } = await findProduct('glifosato', search);
  assert.equal(match, undefined);
  assert.deepEqual(names(suggestions).slice(0, 2).includes('Glifosato Nortox'), true);
});

it('a slip of the pen still finds what was meant', async () => {
  assert.equal(
    names((await findProduct('Glifozato nortoks', search)).suggestions)[0],
    'Glifosato Nortox',
  );
  assert.equal(
    names((await findProduct('Clorreto de potacio', search)).suggestions)[0],
    'Cloreto de potássio',
  );
  assert.deepEqual(await findProduct('xyz', search), { match: undefined, suggestions: [] });
});

it('each name is looked up once, however often it stands in the list', async () => {
  let asked = 0;
  const seen: number[] = [];
  const found = await findProducts(
    ['Roundup', 'Roundup', 'cloreto'],
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

it('units are read however they are written', () => {
  const symbols = ['KG', 'L', 'SC50', 'TON', 'UN'];
  assert.deepEqual(
    ['kg', 'KG.', 'Lts', 'litro', 'sc 50', 'Saco de 50 kg', 'und', 't', 'balde', ''].map(
      (written) => unitOf(written, symbols),
    ),
    ['KG', 'KG', 'L', 'L', 'SC50', 'SC50', 'UN', 'TON', undefined, undefined],
  );
});
