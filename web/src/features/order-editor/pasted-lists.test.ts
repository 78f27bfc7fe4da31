import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { fold } from '@lavra/domain/text/fold';
import type { DraftItem } from './draft-values.ts';
import { readItemList } from './item-list.ts';
import { findProduct } from './item-list-match.ts';
import { itemOf } from './item-list-item.ts';
import { messageLines, tenderLines, type WrittenLine } from './pasted-lists.fixture.ts';
import {
  budgetSheet,
  publishedItems,
  tenderSheet,
  typedOffers,
  type RealList,
} from './real-lists.fixture.ts';

type Product = DraftItem['product'];
const [data, symbols] = [
  new URL('../../../../server/data/demo-catalogue.json', import.meta.url),
  ['KG', 'G', 'TON', 'SC50', 'SC60', 'SC40', 'ARROBA', 'L', 'ML', 'UN', 'CX', 'PCT', 'GL', 'HA'],
];
// The generator of this file's records fixes their shape; the server's own test checks it.
const { products } = JSON.parse(fs.readFileSync(data, 'utf8')) as {
  products: readonly Omit<Product, 'id'>[];
};
const catalogue = products.map((product, at): Product => ({ ...product, id: at + 1 }));

/** Searches as the service does: every word anywhere in the folded text, thirty by name. */
const search = (text: string) =>
  Promise.resolve(
    catalogue
      .filter(({ name, brand, active_ingredient, concentration }) =>
        fold(text)
          .split(/\s+/)
          .every((word) =>
            fold(
              [name, brand, active_ingredient, concentration].filter((part) => part).join(' '),
            ).includes(word),
          ),
      )
      .toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
      .slice(0, 30),
  );

/** Returns the lines that became something else, each with what it became. */
async function wrongOf(lines: readonly WrittenLine[]): Promise<readonly string[]> {
  const list = readItemList(lines.map(([line]) => line).join('\n'));
  assert.ok('rows' in list && list.rows.length === lines.length, 'every line is a row');
  const wrong: string[] = [];
  for (const [at, [line, product, quantity, unit]] of lines.entries()) {
    const row = list.rows[at];
    assert.ok(row !== undefined);
    const { match } = await findProduct(row, search);
    const item = match === undefined ? undefined : itemOf(row, match, symbols);
    const isProduct =
      match !== undefined &&
      fold(`${match.name} ${match.active_ingredient}`).includes(fold(product));
    const isQuantity =
      quantity === 'ask'
        ? item?.quantity === '' && item.notes.includes(line.replaceAll('\t', ' '))
        : item?.unit === unit && item.quantity === new Intl.NumberFormat('pt-BR').format(quantity);
    if (!isProduct || !isQuantity)
      wrong.push(`${line} → ${match?.name}: ${item?.quantity} ${item?.unit}`);
  }
  return wrong;
}

describe('a pasted list', () => {
  for (const [name, lines] of [
    ['of a tender', tenderLines],
    ['of messages and price lists', messageLines],
  ] as const)
    it(`${name} lands right in at least four of five rows`, async (t) => {
      const wrong = await wrongOf(lines);
      t.diagnostic(`${lines.length - wrong.length} of ${lines.length} rows right`);
      for (const row of wrong) t.diagnostic(row);
      assert.ok(wrong.length <= lines.length * 0.2, wrong.join('\n'));
    });
});

/** Returns the lines of a real list that did not become what they say. */
async function missedOf({ heading, lines }: RealList): Promise<readonly string[]> {
  const list = readItemList([heading, ...lines.map(([line]) => line)].join('\n'));
  assert.ok('rows' in list && list.rows.length === lines.length, 'every line is a row');
  const missed: string[] = [];
  for (const [at, [line, product, quantity]] of lines.entries()) {
    const row = list.rows[at];
    assert.ok(row !== undefined);
    const { match } = await findProduct(row, search);
    const item = match === undefined ? undefined : itemOf(row, match, symbols);
    const isRight =
      product === null
        ? match === undefined
        : item?.quantity === quantity && fold(item.product.name).includes(fold(product));
    if (!isRight) missed.push(`${line} → ${match?.name}: ${item?.quantity} ${item?.unit}`);
  }
  return missed;
}

describe('a real list', () => {
  for (const [name, list] of Object.entries({
    publishedItems,
    typedOffers,
    budgetSheet,
    tenderSheet,
  }))
    it(`${name} lands as right as was found, and in at least four of five rows`, async (t) => {
      const missed = await missedOf(list);
      const right = list.lines.length - missed.length;
      t.diagnostic(`${right} of ${list.lines.length} rows right`);
      assert.ok(right >= list.right && right >= list.lines.length * 0.8, missed.join('\n'));
    });
});
