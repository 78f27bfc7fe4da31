import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { bodyOf, draftOf, type Draft, type DraftRow } from './draft.ts';
import { cellProblem, countProblems, moneyOf, openItems, totalsOf } from './draft-checks.ts';
import { lastTerms } from './last-terms.ts';
import { priceQuestions } from './price-doubts.ts';
import { isTable, pasteInto } from './paste.ts';

const item = (id: number, quantity: number): OrderItem => ({
  id,
  position: id,
  product_id: id * 10,
  quantity,
  unit: 'L',
  notes: null,
  allow_similar: true,
  is_unlisted: false,
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
  split_award: true,
};
const typed = (...parts: readonly Partial<DraftRow>[]): Draft => {
  const blank = draftOf(order);
  return { ...blank, rows: blank.rows.map((row, index) => ({ ...row, ...parts[index] })) };
};

describe('a price that looks ten times off', () => {
  const last = (unit_price: number) => ({
    product_id: 10,
    unit: 'L',
    unit_price,
    submitted_at: '2026-11-01 10:00:00',
  });

  test('is asked about with the own last price for the product in the same unit', () => {
    const ask = (price: string, known = last(684)) =>
      priceQuestions({ items: order.items, last_prices: [known] }, typed({ price }).rows).get(1);
    assert.equal(
      ask('6.840,00'),
      '6.840,00 é dez vezes o seu último preço (684,00). É isso mesmo?',
    );
    assert.equal(ask('6,84'), '6,84 é um centésimo do seu último preço (684,00). É isso mesmo?');
    assert.equal(ask('700,00'), undefined);
    for (const [price, known, words] of [
      ['1,10', 1234.5, 'cerca de um milésimo do seu último preço (1.234,50)'],
      ['80,00', 684, 'cerca de um décimo do seu último preço (684,00)'],
      ['5.500,00', 684, 'cerca de dez vezes o seu último preço (684,00)'],
      ['0,684', 684, 'um milésimo do seu último preço (684,00)'],
      ['0,01', 684, 'menos de um milésimo do seu último preço (684,00)'],
      ['684.000,00', 6.84, 'mais de mil vezes o seu último preço (6,84)'],
    ] as const)
      assert.equal(ask(price, last(known)), `${price} é ${words}. É isso mesmo?`);
    assert.equal(ask('6.840,00', { ...last(684), unit: 'KG' }), undefined);
  });

  test('is asked about beside the other items of its unit when there is no last price', () => {
    const four = { items: [...order.items, item(4, 1)], last_prices: [] };
    const rows = [...typed({ price: '6840' }, { price: '60' }, { price: '70' }).rows];
    const fourth = {
      ...draftOf({ ...order, items: [item(4, 1)] }).rows[0],
      price: '80',
    } as DraftRow;
    assert.deepEqual(
      [...priceQuestions(four, [...rows, fourth])],
      [[1, '6840 é mais de dez vezes o preço dos outros itens por litro. É isso mesmo?']],
    );
  });
});

describe('the terms of the latest proposal', () => {
  const none = {
    paymentTerms: '',
    deliveryDays: '',
    validity: '',
    freightKind: '',
    freight: '',
  } as const;
  const last = {
    payment_terms: '28 dias',
    delivery_days: 10,
    validity_days: 15,
    allows_partial: true,
    partial_minimum: 1500,
    freight_rule: 'proportional',
    freight_kind: 'amount',
    freight_amount: 1250.5,
  } as const;

  test('are offered again, with as many days of validity from today', () => {
    assert.deepEqual(lastTerms(last, none, '2026-11-23'), {
      paymentTerms: '28 dias',
      deliveryDays: '10',
      validity: '2026-12-08',
      allowsPartial: true,
      minimum: '1.500,00',
      freightRule: 'proportional',
      freightKind: 'amount',
      freight: '1.250,50',
    });
    const fob = { ...last, freight_kind: 'by_producer', freight_amount: null } as const;
    const again = lastTerms(fob, none, '2026-11-23');
    assert.deepEqual([again?.freightKind, again?.freight], ['by_producer', '']);
  });

  test('are not offered over terms that are filled in, nor when there were none', () => {
    assert.equal(lastTerms(last, { ...none, deliveryDays: '5' }, '2026-11-23'), undefined);
    assert.equal(lastTerms(null, none, '2026-11-23'), undefined);
    assert.equal(lastTerms(last, { ...none, freightKind: 'included' }, '2026-11-23'), undefined);
    const silent = {
      ...last,
      payment_terms: null,
      delivery_days: null,
      validity_days: null,
      freight_kind: null,
      freight_amount: null,
    };
    assert.equal(lastTerms(silent, none, '2026-11-23'), undefined);
  });
});

describe('a draft of a proposal', () => {
  test('starts with the requested items, and sends only the rows that were edited', () => {
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

  test('gives a declined item the text of its reason, and requires a text for any other reason', () => {
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

  test('adds up to the cent, where floating-point numbers would not', () => {
    const { items, landed, answered } = totalsOf({
      ...typed({ price: '1,005', quantity: '1' }, { price: '0,1', quantity: '3' }),
      terms: { ...draftOf(order).terms, freightKind: 'amount', freight: '1.000,10' },
    });
    assert.deepEqual([items, landed, answered], [131n, { isKnown: true, total: 100_141n }, 2]);
    assert.equal(moneyOf(999_999_999_999_999n), 'R$\u00A09.999.999.999.999,99');
  });

  test('sends the freight that was chosen, and nothing while its amount is missing', () => {
    const freightOf = (terms: Partial<Draft['terms']>) => {
      const { freight_kind, freight_amount } = bodyOf(order, {
        ...draftOf(order),
        terms: { ...draftOf(order).terms, ...terms },
      });
      return [freight_kind, freight_amount];
    };
    assert.deepEqual(freightOf({}), [null, null]);
    assert.deepEqual(freightOf({ freightKind: 'included', freight: '9' }), ['included', null]);
    assert.deepEqual(freightOf({ freightKind: 'amount', freight: '9,50' }), ['amount', 9.5]);
    assert.deepEqual(freightOf({ freightKind: 'amount', freight: '' }), [null, null]);
  });

  test('is sold in part where the producer means to buy so, until the supplier says otherwise', () => {
    const termsOf = (...parameters: Parameters<typeof draftOf>) => {
      const { allowsPartial, minimum, freightRule } = draftOf(...parameters).terms;
      return [allowsPartial, minimum, freightRule];
    };
    assert.deepEqual(termsOf(order), [true, '', 'full']);
    assert.deepEqual(termsOf({ ...order, split_award: false }), [false, '', 'full']);
    const stored = {
      allows_partial: false,
      partial_minimum: null,
      freight_rule: 'proportional',
      items: [] as Proposal['items'],
    } as Proposal; // the fields that it reads
    assert.deepEqual(termsOf(order, stored), [false, '', 'proportional']);
    assert.deepEqual(termsOf(order, { ...stored, allows_partial: true, partial_minimum: 2500.5 }), [
      true,
      '2.500,50',
      'proportional',
    ]);
  });

  test('sends the minimum of a sale in part alone, and none for 0', () => {
    const sent = (terms: Partial<Draft['terms']>) => {
      const { allows_partial, partial_minimum, freight_rule } = bodyOf(order, {
        ...draftOf(order),
        terms: { ...draftOf(order).terms, ...terms },
      });
      return [allows_partial, partial_minimum, freight_rule];
    };
    assert.deepEqual(sent({}), [true, null, 'full']);
    assert.deepEqual(sent({ minimum: '1.234,5' }), [true, 1234.5, 'full']);
    assert.deepEqual(sent({ minimum: '0,00' }), [true, null, 'full']);
    assert.deepEqual(sent({ allowsPartial: false, minimum: '9', freightRule: 'proportional' }), [
      false,
      null,
      'proportional',
    ]);
  });

  test('reports unreadable values, and treats a price of zero as no price', () => {
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
        terms: {
          ...draftOf(order).terms,
          freightKind: 'amount',
          freight: 'y',
          deliveryDays: '9999',
          minimum: 'z',
        },
      }),
      4,
    );
  });

  test('needs the product asked for where no similar one is taken', () => {
    const [first, ...others] = order.items;
    assert.ok(first);
    const strict = { ...order, items: [{ ...first, allow_similar: false }, ...others] };
    const offers = typed(
      { answer: 'similar', price: '1' },
      { answer: 'similar', price: '1', similarName: 'Outro' },
      { price: '1' },
    );
    assert.deepEqual(
      openItems(strict, offers).map(({ itemId, problem }) => [itemId, problem]),
      [[1, 'o produtor não aceita similar']],
    );
    assert.deepEqual(
      openItems(order, offers).map(({ itemId, problem }) => [itemId, problem]),
      [[1, 'falta o nome do similar']],
    );
  });

  test('offers the product of the catalogue that a system named, until another name is typed', () => {
    const [first] = order.items;
    assert.ok(first);
    const other = { ...first.product, id: 77, name: 'Outro do catálogo' };
    const named = {
      order_item_id: 1,
      product_id: 77,
      product: other,
      quantity: 350,
      unit_price: 2,
    };
    const stored = { items: [{ ...named, has_price: true, offers_similar: false }] };
    const draft = draftOf(order, stored as unknown as Proposal);
    const sent = (part: Partial<DraftRow>) => {
      const rows = draft.rows.map((row, index) => (index === 0 ? { ...row, ...part } : row));
      const { items } = bodyOf(order, { ...draft, rows });
      return [items[0]?.product_id, items[0]?.offers_similar, items[0]?.similar_product_name];
    };
    assert.deepEqual(sent({ price: '3' }), [77, true, 'Outro do catálogo']);
    assert.deepEqual(sent({ answer: 'price' }), [10, false, null]);
  });

  test('needs every price when the order is closed', () => {
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

  test('fills a column downwards, with Brazilian or plain numbers', () => {
    const { rows: next, filled, left } = paste('1.234,5\r\n21.4892\r\nR$ 3\r\n');
    assert.deepEqual(
      next.map(({ price }) => price),
      ['1.234,50', '21,4892', '3,00'],
    );
    assert.deepEqual([filled, left], [3, 0]);
  });

  test('leaves out a heading that came along, and says so', () => {
    // Reported as frappe #13167: the header row became the first row of the grid.
    const {
      rows: next,
      filled,
      left,
      remarks,
    } = paste('Preço unitário\r\n25,50\r\n182,00\r\n3,21\r\n');
    assert.deepEqual(
      next.map(({ price }) => price),
      ['25,50', '182,00', '3,21'],
    );
    assert.deepEqual([filled, left, remarks], [3, 0, ['O cabeçalho ficou de fora.']]);
    assert.deepEqual(
      paste('não tem\n182,00\n3,21').rows.map(({ price }) => price),
      ['não tem', '182,00', '3,21'],
    );
  });

  test('reads a point as the decimal sign where the column proves it', () => {
    // Reported as actualbudget #2143: 1.000 read as 1, and the other way round.
    const { rows: next, remarks } = paste('1.500\r\n21.489\r\n0.500\r\n');
    assert.deepEqual(
      next.map(({ price }) => price),
      ['1,50', '21,489', '0,50'],
    );
    assert.deepEqual(remarks, ['O ponto foi lido como vírgula decimal.']);
    assert.deepEqual(paste('1.500\n25,50').remarks, []);
    assert.deepEqual(paste('1.500\n2.300').remarks, [
      'O ponto de 1.500 foi lido como milhar: confira.',
    ]);
  });

  test('moves no price to another item where the first has none', () => {
    for (const [first, shown] of [
      [' R$ -   ', ''],
      ['Em falta', 'Em falta'],
      ['Fora de linha', 'Fora de linha'],
      ['indisp.', 'indisp.'],
      ['Preço sob consulta', 'Preço sob consulta'],
    ])
      assert.deepEqual(
        paste(`${first}\n R$ 25,50 \n R$ 3,21 `).rows.map(({ price }) => price),
        [shown, '25,50', '3,21'],
      );
  });

  test('leaves a cell as it was where accounting format shows no number', () =>
    assert.deepEqual(
      paste(' R$ 25,50 \n R$ -   \n R$ 3,21 ').rows.map(({ price }) => price),
      ['25,50', '', '3,21'],
    ));

  test('fills prices and quantities side by side, skips empty cells and counts the excess', () => {
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

  test('fills only the visible rows, and quotes a declined item again', () => {
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

  test('quotes a declined similar product as that, and leaves a declined item where words are pasted', () => {
    const declined = rows.map((row) => ({
      ...row,
      answer: 'none' as const,
      similarName: 'Outro glifosato',
    }));
    const { rows: next, filled } = pasteInto(declined, {
      order: [0, 1],
      from: 0,
      cell: 'price',
      text: '1,50\nnão tem',
    });
    assert.deepEqual(next.map(({ price, answer }) => [price, answer]).slice(0, 2), [
      ['1,50', 'similar'],
      ['', 'none'],
    ]);
    assert.equal(filled, 1);
  });

  test('leaves a single number to the cell itself', () =>
    assert.deepEqual([isTable('12,5\n'), isTable('1\n2'), isTable('1\t2')], [false, true, true]));
});
