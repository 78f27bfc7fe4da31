import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, readConstraints, writeConstraints } from './constraints.ts';
import {
  basketOf,
  doubtText,
  firstPoint,
  pointAt,
  pointText,
  uncoveredOf,
  type Point,
} from './points.ts';

const purchase = (
  letter: string,
  items: readonly number[],
  kind: Point['purchases'][number]['freight_kind'] = 'included',
): Point['purchases'][number] => ({
  proposal: letter.toLowerCase(),
  label: `Proposta ${letter}`,
  mark: { name: 'Ipê', leaf: 'green' },
  items_amount: 1,
  freight_amount: null,
  freight_kind: kind,
  items: items.map((id) => ({
    order_item_id: id,
    unit_price: 1,
    quantity: 1,
    total_price: 1,
    freight_share: 0,
    alternatives: [],
  })),
});
const point = (used: number, fields: Partial<Point> = {}): Point => ({
  most_proposals: used,
  proposals_used: used,
  covered: 14,
  items_count: 14,
  items_amount: 100,
  freight_amount: 0,
  landed_total: 100,
  proven: true,
  covered_bound: 14,
  gap_percent: 0,
  purchases: [],
  uncovered_items: [],
  ...fields,
});
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00A0', ' ');

describe('points', () => {
  it('begin with the best of few proposals, and with the one in the address', () => {
    const all = [point(1), point(2), point(4)];
    assert.equal(firstPoint(all)?.proposals_used, 2);
    assert.equal(firstPoint([point(5)])?.proposals_used, 5);
    assert.equal(pointAt(all, 4)?.proposals_used, 4);
    assert.equal(pointAt(all, 3)?.proposals_used, 2);
  });

  it('say what one more proposal brings, and which freight is not in the total', () => {
    const one = point(1, { covered: 12, landed_total: 90 });
    assert.equal(plain(pointText(point(2), one)), 'mais 2 itens');
    assert.equal(
      plain(
        pointText(
          point(3, {
            landed_total: 80.5,
            freight_amount: 10,
            purchases: [
              purchase('A', []),
              purchase('B', [], null),
              purchase('C', [], 'by_producer'),
            ],
          }),
          point(2),
        ),
      ),
      'R$ 19,50 a menos; com R$ 10,00 de frete; sem o frete de 2 propostas',
    );
    assert.equal(pointText(one, undefined), '');
  });

  it('say what is not proven', () => {
    assert.equal(doubtText(point(1)), undefined);
    const open = { proven: false, gap_percent: null };
    assert.match(
      doubtText(point(1, { ...open, covered: 12, covered_bound: 13 })) ?? '',
      /até 13 itens/,
    );
    assert.match(doubtText(point(1, { ...open, gap_percent: 0.94 })) ?? '', /até 0,9% menos/);
  });

  it('become a basket, and name what they leave', () => {
    const found = point(2, {
      purchases: [purchase('A', [1, 3]), purchase('B', [2])],
      uncovered_items: [{ order_item_id: 4, reason: 'not_in_point' }],
    });
    assert.deepEqual(
      [...basketOf(found)],
      [
        [1, 'a'],
        [3, 'a'],
        [2, 'b'],
      ],
    );
    assert.deepEqual(uncoveredOf(found, [{ id: 1 }, { id: 4 }]), [
      { item: { id: 4 }, why: 'só com mais propostas' },
    ]);
  });
});

describe('constraints', () => {
  it('stand in the address, and only those that constrain are sent', () => {
    const search = {
      dias: 15,
      validade: '2026-12-01',
      mesmo: 1,
      menos: 1,
      sem: '7,x,9',
      fora: 'a,b',
    };
    const constraints = readConstraints(search);
    assert.deepEqual(bodyOf(constraints), {
      max_delivery_days: 15,
      valid_on: '2026-12-01',
      same_ingredient_only: true,
      any_quantity: true,
      exclude_order_item_ids: [7, 9],
      exclude_proposals: ['a', 'b'],
    });
    assert.deepEqual(readConstraints(writeConstraints(constraints)), constraints);
    assert.deepEqual(bodyOf(readConstraints({ dias: 'abc', sem: 7 })), {
      exclude_order_item_ids: [7],
    });
    assert.deepEqual(Object.values(writeConstraints(readConstraints({}))).filter(Boolean), []);
  });
});
