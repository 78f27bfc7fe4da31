import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskContacts } from '@lavra/domain/text/contacts';
import { describeDemoProduct, readDemoCatalogue } from './demo-catalogue.ts';
import { orderStories } from './demo-order-stories.ts';
import { readTender } from './tender.ts';

const { products } = readDemoCatalogue();
const tender = readTender();

/** Asserts that the mask leaves every text as it is. */
function assertKept(texts: Iterable<string | null>): void {
  for (const text of texts) if (text !== null) assert.equal(maskContacts(text), text);
}

describe('the texts of honest offers, as the demo has them', () => {
  test('keep products, substances, concentrations and registrations', () => {
    assertKept(
      products.flatMap((product) => [
        product.name,
        product.brand,
        product.active_ingredient,
        product.concentration,
        describeDemoProduct(product),
      ]),
    );
  });

  test('keep orders, items and brands in sentences and lists', () => {
    assertKept(
      orderStories.flatMap(({ description, items }) => [
        description,
        items.map(([product, quantity]) => `${quantity} ${product}`).join(', '),
        items.map(([product, quantity]) => `${product}: ${quantity}`).join('.'),
      ]),
    );
    assertKept(
      tender.items.flatMap(({ description, bids }) => [
        description,
        ...bids.map(({ brand, model }) => `${brand} ${model}`),
      ]),
    );
  });

  test('keep tables of quantities and prices, whatever separates the cells', () => {
    const rows = tender.items.flatMap(({ number, quantity, bids }) =>
      bids.map(({ bidder, first_unit_price, final_unit_price }) => [
        number,
        bidder,
        quantity,
        first_unit_price,
        final_unit_price,
      ]),
    );
    for (const gap of ['\t', ';', ' | ', '   '])
      assertKept([
        ...rows.map((cells) => cells.join(gap).replaceAll('.', ',')),
        rows.map((cells) => cells.join(gap).replaceAll('.', ',')).join('\n'),
        rows.map((cells) => cells.join(gap)).join('\n'),
        tender.items.map(({ number, quantity }) => [number, quantity].join(gap)).join('\n'),
        tender.items.map(({ quantity }) => quantity).join(gap),
      ]);
  });
});
