import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boughtItems,
  cheapestBasket,
  leftOver,
  mayBeBought,
  planBasket,
  possibleOf,
  toggleItem,
  type BasketProposal,
} from './basket.ts';
import { partFreightText, problemText, sumName, withoutWholeText } from './award-texts.ts';

/** A proposal that offers items 1, 2, 3… at these totals; null for none. */
const proposal = (
  letter: string,
  totals: readonly (number | null)[],
  fields: Partial<BasketProposal> = {},
): BasketProposal => ({
  uuid: letter.toLowerCase(),
  label: `Proposta ${letter}`,
  mark: { name: 'Ipê', leaf: 'green' },
  status: 'submitted',
  display_status: 'submitted',
  is_available: true,
  validity_date: null,
  allows_partial: true,
  partial_minimum: null,
  freight_rule: 'full',
  freight_amount: null,
  freight_kind: null,
  award: null,
  items: totals.map((total, index) => ({
    order_item_id: index + 1,
    is_offered: total !== null,
    total_price: total ?? 0,
    unit_price: total === null ? null : total / 100,
    product_id: index + 1,
    offers_similar: false,
    quantity: 100,
    order_item: { product_id: index + 1, allow_similar: false, quantity: 100 },
  })),
  order: { status: 'em_analise', is_suspended: false },
  ...fields,
});
const award = (ids: readonly number[]): NonNullable<BasketProposal['award']> => ({
  kind: 'partial',
  order_item_ids: [...ids],
  amount: 1,
  freight_amount: null,
  state: 'awarded',
  state_label: 'Entrega a combinar',
});
const none: ReadonlySet<number> = new Set();
const money = (text: string): string => text.replaceAll('\u00A0', ' ');

describe('the running total', () => {
  it('is what the service plans: proportional and full freight, to the cent', () => {
    const a = proposal('A', [1000, 2000, null], {
      freight_amount: 90,
      freight_rule: 'proportional',
    });
    const b = proposal('B', [1200, 1800, 3000], { freight_amount: 50 });
    const plan = planBasket(
      new Map([
        [3, 'b'],
        [2, 'b'],
        [1, 'a'],
      ]),
      [b, a],
    );
    // The same case as the service's test of an award.
    assert.deepEqual(
      plan.parts.map(({ proposal: { uuid }, itemsAmount, freightAmount }) => [
        uuid,
        itemsAmount,
        freightAmount,
      ]),
      [
        ['a', 1000, 30],
        ['b', 4800, 50],
      ],
    );
    assert.deepEqual([plan.total, plan.freightAmount, plan.isBuyable], [5880, 80, true]);
    assert.deepEqual(
      plan.parts.map((part) => money(partFreightText(part))),
      ['frete proporcional: R$ 30,00', 'frete inteiro: R$ 50,00'],
    );
  });

  it('adds cents exactly', () => {
    const a = proposal('A', [0.1, 0.2, 0.7], { freight_amount: 0.1, freight_rule: 'proportional' });
    assert.equal(
      planBasket(
        new Map([
          [1, 'a'],
          [2, 'a'],
        ]),
        [a],
      ).total,
      0.33,
    );
  });

  it('asks no full freight twice', () => {
    const a = proposal('A', [1000, 2000], { freight_amount: 90, award: award([1]) });
    const plan = planBasket(new Map([[2, 'a']]), [a]);
    assert.equal(plan.total, 2000);
    assert.deepEqual(plan.parts.map(partFreightText), ['frete já contado na primeira compra']);
  });

  it('says whether the freight is in the sum', () => {
    const named = (...kinds: readonly Partial<BasketProposal>[]): string => {
      const proposals = kinds.map((fields, index) =>
        proposal('ABC'.charAt(index), [1000, 2000, 3000], fields),
      );
      const basket = new Map(proposals.map(({ uuid }, index) => [index + 1, uuid]));
      return sumName(planBasket(basket, proposals));
    };
    const [unknown, included, stated] = [
      {},
      { freight_kind: 'included' },
      { freight_amount: 90 },
    ] as const;
    assert.equal(named(unknown, { freight_kind: 'by_producer' }), 'só os itens, sem o frete');
    assert.equal(named(included, stated), 'itens e frete');
    assert.equal(named(stated, unknown), 'itens e frete informado');
  });

  it('says what the minimum lacks, and counts it from earlier purchases', () => {
    const a = proposal('A', [1000, 2000, 100], { partial_minimum: 2500 });
    const [part] = planBasket(new Map([[1, 'a']]), [a]).parts;
    assert.ok(part?.problem);
    assert.equal(
      money(problemText(part.proposal, part.problem)),
      'Faltam R$ 1.500,00 para o mínimo da Proposta A · Ipê.',
    );
    const later = proposal('A', [1000, 2000, 100], { partial_minimum: 2500, award: award([2]) });
    assert.equal(planBasket(new Map([[1, 'a']]), [later]).isBuyable, true);
  });

  it('shows what a whole-only proposal costs before it can be bought', () => {
    const a = proposal('A', [1000, 2000], { allows_partial: false });
    const plan = planBasket(new Map([[1, 'a']]), [a]);
    assert.deepEqual([plan.total, plan.isBuyable], [1000, false]);
    assert.equal(plan.parts[0]?.problem?.code, 'proposal_not_partial');
    assert.equal(planBasket(new Map(), [a]).isBuyable, false);
  });
});

describe('choosing items', () => {
  const whole = proposal('A', [1000, 2000, null], { allows_partial: false });
  const parts = proposal('B', [900, 2100, 300]);
  const cheap = proposal('C', [950, 1900, null]);

  it('takes a whole-only proposal with all that it offers, and gives it back whole', () => {
    const chosen = toggleItem(new Map([[3, 'b']]), 1, whole, none);
    assert.deepEqual(
      [...chosen],
      [
        [3, 'b'],
        [1, 'a'],
        [2, 'a'],
      ],
    );
    assert.deepEqual([...toggleItem(chosen, 2, whole, none)], [[3, 'b']]);
    assert.deepEqual([...toggleItem(chosen, 1, parts, none)].at(-2), [1, 'b']);
  });

  it('finds the lowest price of each item among those that sell in part', () => {
    assert.deepEqual(
      [...cheapestBasket([cheap, parts, whole], none)],
      [
        [1, 'b'],
        [2, 'c'],
        [3, 'b'],
      ],
    );
    assert.deepEqual([...cheapestBasket([whole], none)], []);
    // What is left out is said: it may be the cheapest.
    const [inParts, atOnce] = [cheap, whole].map((one) => ({ ...one, total_amount: 120 }));
    assert.ok(inParts && atOnce);
    assert.equal(withoutWholeText([inParts, inParts]), undefined);
    assert.match(
      withoutWholeText([inParts, atOnce]) ?? '',
      /^Sem a Proposta . · Ipê \(R\$\s120,00 pelos itens\), que só vende inteira/,
    );
    assert.match(
      withoutWholeText([atOnce, atOnce]) ?? '',
      / e a Proposta .*, que só vendem inteiras/,
    );
    const unlike = (part: object): BasketProposal => {
      const one = proposal('A', [1, 1, 1]);
      return { ...one, items: one.items.map((item) => ({ ...item, ...part })) };
    };
    for (const aside of [unlike({ quantity: 1 }), unlike({ offers_similar: true })])
      assert.deepEqual(
        [...cheapestBasket([aside, cheap], none)],
        [...cheapestBasket([cheap], none)],
      );
    assert.deepEqual([...cheapestBasket([cheap, parts], new Set([1, 3]))], [[2, 'c']]);
  });

  it('forgets what cannot be bought any more', () => {
    const kept = new Map([
      [1, 'b'],
      [2, 'gone'],
      [3, 'c'],
    ]);
    assert.deepEqual([...possibleOf(kept, [parts, cheap], none)], [[1, 'b']]);
    assert.deepEqual(
      [...possibleOf(kept, [parts, cheap], boughtItems([{ award: award([1]) }]))],
      [],
    );
  });

  it('says why an item stays unbought', () => {
    const items = [1, 2, 3, 4].map((id) => ({ id }));
    const off = proposal('D', [null, null, null, 5], { is_available: false });
    assert.deepEqual(
      leftOver(items, new Map([[1, 'a']]), {
        proposals: [whole, cheap, parts, off],
        bought: none,
      }).map(({ item, why }) => [item.id, why]),
      [
        [2, 'not_chosen'],
        [3, 'not_chosen'],
        [4, 'not_offered'],
      ],
    );
  });
});

describe('buying', () => {
  const now = new Date('2026-11-20T15:00:00Z');
  const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
  const may = (fields: Partial<BasketProposal>, awardedAt: Date | null = null) =>
    mayBeBought(proposal('A', [1], fields), { awardedAt, now });

  it('is possible while the order is undecided, also past a validity', () => {
    assert.equal(may({ validity_date: '2026-11-01' }), true);
    assert.equal(may({ is_available: false }), false);
    assert.equal(may({ order: { status: 'em_analise', is_suspended: true } }), false);
    assert.equal(may({ status: 'rejected' }), false);
    assert.equal(may({ order: { status: 'cancelada', is_suspended: false } }), false);
  });

  it('goes on for 72 hours and within the validity, from winners and others', () => {
    const order = { status: 'adjudicada', is_suspended: false } as const;
    assert.equal(may({ order }, ago(71)), true);
    assert.equal(may({ order, status: 'accepted' }, ago(71)), true);
    assert.equal(may({ order }, ago(73)), false);
    assert.equal(may({ order, validity_date: '2026-11-19' }, ago(1)), false);
    assert.equal(may({ order, validity_date: '2026-11-20' }, ago(1)), true);
  });
});
