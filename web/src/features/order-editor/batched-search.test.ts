import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatchedSearch } from './batched-search.ts';
import { findProducts } from './item-list-match.ts';

const named = (name: string) => ({
  id: 1,
  name,
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'L',
});

describe('a search of many names', () => {
  it('takes at most thirty requests for a hundred lines that the catalogue does not know', async (t) => {
    const letters = 'abcdefghij';
    const word = (number: number): string =>
      `q${String(number).replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '')}z`;
    const lines = Array.from({ length: 100 }, (_, line) => ({
      product: `${word(1000 + line)}a ${word(2000 + line)}bb ${word(3000 + line)}ccc`,
      unit: 'L',
    }));
    const sizes: number[] = [];
    const search = createBatchedSearch(async (texts) => {
      sizes.push(texts.length);
      return texts.map(() => []);
    });
    const found = await findProducts(lines, search, () => undefined);
    const texts = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`100 unknown lines: ${texts} searches in ${sizes.length} requests`);
    assert.equal(found.size, 100);
    assert.ok(sizes.length <= 30, `${sizes.length} requests`);
    assert.ok(sizes.every((size) => size <= 30));
  });

  it('gives each text its own answer, and asks for it once', async () => {
    const asked: string[] = [];
    const search = createBatchedSearch(async (texts) => {
      asked.push(...texts);
      return texts.map((text) => [named(text)]);
    });
    const found = await Promise.all(['a', 'b', ' a ', ''].map(search));
    assert.deepEqual(
      found.map((products) => products.map(({ name }) => name)),
      [['a'], ['b'], ['a'], []],
    );
    await search('b');
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('keeps a request’s address short', async () => {
    const sizes: number[] = [];
    const search = createBatchedSearch(async (texts) => {
      sizes.push(encodeURIComponent(texts.join('')).length);
      return texts.map(() => []);
    });
    await Promise.all(Array.from({ length: 30 }, (_, at) => search(`${at}${'ã'.repeat(98)}`)));
    assert.ok(
      sizes.every((size) => size <= 6_000),
      sizes.join(),
    );
  });

  it('fails as a whole, and can be repeated', async () => {
    let isDown = true;
    const search = createBatchedSearch(async (texts) => {
      if (isDown) throw new Error('down');
      return texts.map((text) => [named(text)]);
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => search(String(at))),
    );
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    isDown = false;
    assert.equal((await search('1'))[0]?.name, '1');
  });
});
