import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BODY, FOOTER_TOP } from '../../../platform/pdf/pdf-canvas.ts';
import { marksIn, ONE_MARK } from '../../../platform/pdf/brand-on-pages.fixture.ts';
import { readPdf, type ReadPage } from '../../../platform/pdf/read-pdf.fixture.ts';
import type { DecisionContent } from './decision-content.ts';
import { renderDecisionPdf } from './decision-pdf.ts';

const ITEMS = 14;
const PRICED = 10;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A record of an order of 14 items bought from two of so many proposals, each with its remarks. */
const contentOf = (count: number): DecisionContent => ({
  order: {
    number: 'COT-2026-000123',
    description: 'Insumos para a safra: ração, fertilizantes, herbicidas e suplementos',
    closure_type: 'aberta',
    deadline_date: '2026-12-07',
    delivery_date: null,
    city: 'Sorriso',
    state: 'MT',
    payment_terms: null,
    published_at: '2026-11-20 10:00:00',
    awarded_at: '2026-11-25 10:00:00',
    has_pesticide: true,
  },
  items: times(ITEMS, (index) => ({
    position: index + 1,
    product: `Produto ${index + 1}`,
    brand: null,
    active_ingredient: null,
    concentration: null,
    quantity: '100',
    unit: 'L',
    best_unit_price: '10',
    chosen: index % Math.min(count, 2),
    answers: times(count, (letter) => ({
      letter,
      unit_price: index < PRICED ? '10' : null,
      quantity: '100',
      total_price: '1000',
      is_best: letter === 0 && index < PRICED,
      justification_type: index < PRICED ? null : 'unavailable',
      justification: index < PRICED ? null : 'Não trabalhamos com este item.',
      similar: null,
      similar_description: null,
      notes: index < PRICED ? `Marca ${index + 1}` : null,
    })),
  })),
  proposals: times(count, (letter) => ({
    letter,
    mark: letter + 1,
    status: letter < 2 ? 'accepted' : 'submitted',
    submitted_at: '2026-11-21 10:00:00',
    validity_date: '2026-12-25',
    delivery_days: 10,
    priced_items: PRICED,
    best_prices: 1,
    total_amount: '10000',
    freight_amount: null,
    freight_kind: 'included',
    landed_total: '10000',
    payment_terms: '28 dias',
    notes: null,
    rejection_reason: null,
  })),
  chosen: count === 1 ? 0 : null,
  winners: times(Math.min(count, 2), (letter) => ({
    letter,
    items: ITEMS / 2,
    items_amount: '7000',
    freight_amount: null,
  })),
  comparable: 0,
  cheaper: [],
  is_cheapest: false,
  reason: 'Menor custo.',
});

const bytesOf = (count: number): Promise<Buffer> =>
  renderDecisionPdf({
    generated_at: new Date(0),
    time_zone: 'America/Sao_Paulo',
    zone_label: 'horário de Brasília',
    producer: 'Fazenda Boa Vista',
    content: contentOf(count),
    rounds: [],
  });
const print = async (count: number): Promise<readonly ReadPage[]> =>
  (await readPdf(await bytesOf(count))).pages;

/** Returns how far the texts of a page reach down, as a share of its body. */
function fillOf({ runs, height }: ReadPage): number {
  const body = runs.filter(({ y }) => y > height - FOOTER_TOP);
  return (Math.max(...body.map(({ y }) => height - y)) - BODY.top) / (BODY.bottom - BODY.top);
}

describe('the pages of a decision record', () => {
  it('each bear the mark of the brand', async () => {
    const marks = await marksIn(await bytesOf(5));
    assert.ok(marks.length > 1);
    for (const page of marks) assert.deepEqual(page, ONE_MARK);
  });

  it('end on one that is filled by a fifth, with up to 14 proposals listed on the first', async () => {
    for (let count = 1; count <= 20; count += 2) {
      const pages = await print(count);
      const [first, last] = [pages[0], pages.at(-1)];
      assert.ok(first !== undefined && last !== undefined);
      assert.ok(fillOf(last) > 0.2, `${count} proposals end at ${fillOf(last)}`);
      const rows = [...first.text.matchAll(/10 de 14/g)].length;
      assert.ok(rows >= Math.min(count, 14), `${rows} of ${count} proposals`);
    }
  });
});
