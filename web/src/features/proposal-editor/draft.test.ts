import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import { bodyOf, draftOf, type Draft, type DraftRow } from './draft.ts';
import { cellProblem, countProblems, moneyOf, openItems, totalsOf } from './draft-checks.ts';
import { isTable, pasteInto } from './paste.ts';

const item = (id: number, quantity: number): OrderItem => ({
  id,
  position: id,
  product_id: id * 10,
  quantity,
  unit: 'L',
  notes: null,
  allow_similar: true,
  product: {
    id: id * 10,
    name: `Produto ${id}`,
    brand: null,
    active_ingredient: null,
    concentration: null,
    unit: 'L',
  },
});
const order = {
  items: [item(1, 350), item(2, 1.5), item(3, 100)],
  closure_type: 'aberta' as const,
};
const typed = (...parts: readonly Partial<DraftRow>[]): Draft => {
  const blank = draftOf(order);
  return { ...blank, rows: blank.rows.map((row, index) => ({ ...row, ...parts[index] })) };
};

describe('a draft', () => {
  test('begins with what was asked for, and sends only the rows somebody touched', () => {
    assert.deepEqual(
      draftOf(order).rows.map(({ quantity }) => quantity),
      ['350', '1,5', '100'],
    );
    assert.deepEqual(bodyOf(order, draftOf(order)).items, []);
    const { items } = bodyOf(order, typed({ price: '21,4892' }, {}, { quantity: '90' }));
    assert.deepEqual(
      items.map(({ order_item_id, unit_price, quantity }) => [order_item_id, unit_price, quantity]),
      [
        [1, 21.4892, 350],
        [3, null, 90],
      ],
    );
  });

  test('gives a declined item the words of its reason, but lets nobody hide behind another reason', () => {
    const { items } = bodyOf(
      order,
      typed(
        { answer: 'none', reason: 'out_of_stock', price: '10' },
        { answer: 'none', reason: 'other' },
      ),
    );
    assert.deepEqual(
      items.map(({ unit_price, justification }) => [unit_price, justification]),
      [
        [null, 'Sem estoque'],
        [null, null],
      ],
    );
    assert.deepEqual(
      openItems(
        order,
        typed({ answer: 'none' }, { answer: 'none', reason: 'other' }, { price: '1' }),
      ).map(({ itemId }) => itemId),
      [2],
    );
  });

  test('adds up to the cent, where floating numbers would not', () => {
    const { items, landed, answered } = totalsOf({
      ...typed({ price: '1,005', quantity: '1' }, { price: '0,1', quantity: '3' }),
      terms: { ...draftOf(order).terms, freight: '1.000,10' },
    });
    assert.deepEqual([items, landed, answered], [131n, 100_141n, 2]);
    assert.equal(moneyOf(999_999_999_999_999n), 'R$\u00A09.999.999.999.999,99');
  });

  test('says what cannot be read, and takes a price of zero for none', () => {
    const row = (part: Partial<DraftRow>): DraftRow =>
      ({ ...draftOf(order).rows[0], ...part }) as DraftRow; // the first row exists
    assert.match(cellProblem(row({ price: 'doze' }), 'price') ?? '', /Escreva um número/);
    assert.match(cellProblem(row({ price: '1,23456' }), 'price') ?? '', /4 casas/);
    assert.equal(cellProblem(row({ price: '1.234,5' }), 'price'), undefined);
    assert.equal(cellProblem(row({ answer: 'none', price: 'doze' }), 'price'), undefined);
    assert.equal(totalsOf(typed({ price: '0' })).priced, 0);
    assert.equal(
      countProblems({
        ...typed({ price: 'x' }),
        terms: { ...draftOf(order).terms, freight: 'y', deliveryDays: '9999' },
      }),
      3,
    );
  });

  test('of a closed order needs every price', () => {
    const closed = { ...order, closure_type: 'fechada' as const };
    assert.deepEqual(
      openItems(closed, typed({ price: '1' }, { answer: 'none' }, { price: '2' })).map(
        ({ itemId }) => itemId,
      ),
      [2],
    );
  });
});

describe('pasting from a spreadsheet', () => {
  const { rows } = draftOf(order);
  const paste = (
    text: string,
    from = 0,
    cell: 'price' | 'quantity' = 'price',
    visible = [0, 1, 2],
  ) => pasteInto(rows, { order: visible, from, cell, text });

  test('fills a column downwards, in Brazilian and in plain numbers', () => {
    const { rows: next, filled, left } = paste('1.234,5\r\n21.4892\r\nR$ 3\r\n');
    assert.deepEqual(
      next.map(({ price }) => price),
      ['1.234,50', '21,4892', '3,00'],
    );
    assert.deepEqual([filled, left], [3, 0]);
  });

  test('fills prices and quantities side by side, leaves what is empty, counts what does not fit', () => {
    const { rows: next, filled, left } = paste('10\t40\n\t\n30\t\n40', 1);
    assert.deepEqual(
      next.map(({ price, quantity }) => [price, quantity]),
      [
        ['', '350'],
        ['10,00', '40'],
        ['', '100'],
      ],
    );
    assert.deepEqual([filled, left], [2, 2]);
  });

  test('goes through the rows in sight only, and quotes a declined item again', () => {
    const declined = rows.map((row) => ({ ...row, answer: 'none' as const }));
    const { rows: next } = pasteInto(declined, {
      order: [0, 2],
      from: 0,
      cell: 'price',
      text: '1\n2',
    });
    assert.deepEqual(
      next.map(({ price, answer }) => [price, answer]),
      [
        ['1,00', 'price'],
        ['', 'none'],
        ['2,00', 'price'],
      ],
    );
  });

  test('leaves one number to the cell itself', () =>
    assert.deepEqual([isTable('12,5\n'), isTable('1\n2'), isTable('1\t2')], [false, true, true]));
});
