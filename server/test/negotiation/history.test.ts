import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain, type Operation } from './history.ts';
import { draftOrder, step, type Answered, type Command, type ModelOrder } from './model.ts';

/** An order of two items, with a sent proposal of each of two suppliers and a draft of a third. */
const order = [
  { do: 'publish' } as const,
  ...[0, 1, 2].map(
    (supplier) =>
      ({ do: 'save', supplier, offers: [5, 6], partial: supplier !== 1, minimum: null }) as const,
  ),
  { do: 'submit', proposal: 'p0' } as const,
  { do: 'submit', proposal: 'p1' } as const,
].reduce<ModelOrder>(
  (state, command) =>
    step(state, command, command.do === 'save' ? `p${command.supplier}` : undefined).next,
  draftOrder(2),
);

const ok: Answered = { status: 200, code: null };
const no = (code: string, status = 422): Answered => ({ status, code });
const awarded = no('accept_order_awarded', 500);
const accept = (proposal: string): Command => ({ do: 'accept', proposal });
const award = (item: number, proposal: string): Command => ({
  do: 'award',
  choices: [{ item, proposal }],
});
const save = (price: number): Command => ({
  do: 'save',
  supplier: 2,
  offers: [price, price],
  partial: true,
  minimum: null,
});

type Line = readonly [begin: number, end: number, command: Command, answer?: Answered];
const linesOf = (...lines: readonly Line[]): Operation[] =>
  lines.map(([begin, end, command, answer], index) => ({
    actor: `caller ${index}`,
    command,
    begin,
    end,
    answer,
  }));

const legal: Readonly<Record<string, Operation[]>> = {
  'of nothing': [],
  'of two accepts at once, one of which wins, whichever was asked first': linesOf(
    [0, 9, accept('p0'), awarded],
    [1, 8, accept('p1'), ok],
  ),
  'of a submission that came just before the close': linesOf(
    [0, 9, { do: 'submit', proposal: 'p2' }, ok],
    [1, 8, { do: 'close' }, ok],
    [10, 11, save(7), no('order_closed')],
  ),
  'of awards by item of the same item, and of the other one': linesOf(
    [0, 9, award(0, 'p0'), no('item_already_bought')],
    [0, 9, award(1, 'p0'), ok],
    [0, 9, award(0, 'p2'), no('proposal_not_submitted')],
    [0, 9, award(0, 'p0'), ok],
    [10, 11, accept('p1'), awarded],
  ),
  'of saves whose versions tell their order': linesOf(
    [0, 9, save(3), { ...ok, name: 'p2', version: 4, total: 60 }],
    [0, 9, save(4), { ...ok, name: 'p2', version: 2, total: 80 }],
    [0, 9, save(5), { ...ok, name: 'p2', version: 3, total: 100 }],
  ),
  'with an unanswered accept that happened': linesOf(
    [0, Infinity, accept('p0')],
    [5, 6, accept('p1'), awarded],
  ),
  'with an unanswered accept that did not happen': linesOf(
    [0, Infinity, accept('p0')],
    [5, 6, accept('p1'), ok],
  ),
  'with an unanswered close that happened much later': linesOf(
    [0, Infinity, { do: 'close' }],
    [5, 6, { do: 'submit', proposal: 'p2' }, ok],
    [7, 8, { do: 'ask', supplier: 0 }, no('order_closed')],
  ),
};

const broken: Readonly<Record<string, Operation[]>> = {
  'two accepts win': linesOf([0, 9, accept('p0'), ok], [1, 8, accept('p1'), ok]),
  'an item is bought twice': linesOf([0, 9, award(0, 'p0'), ok], [0, 9, award(0, 'p0'), ok]),
  'neither of two accepts wins': linesOf(
    [0, 9, accept('p0'), awarded],
    [1, 8, accept('p1'), awarded],
  ),
  'a proposal is sent after the close was acknowledged': linesOf(
    [0, 1, { do: 'close' }, ok],
    [2, 3, { do: 'submit', proposal: 'p2' }, ok],
  ),
  'a proposal is refused before anything closed the order': linesOf(
    [0, 1, { do: 'submit', proposal: 'p2' }, no('order_closed')],
    [2, 3, { do: 'close' }, ok],
  ),
  'a proposal is withdrawn and accepted': linesOf(
    [0, 9, { do: 'withdraw', proposal: 'p0' }, ok],
    [1, 8, accept('p0'), ok],
  ),
  'a proposal that is sold whole is bought in part': linesOf([0, 9, award(0, 'p1'), ok]),
  'an acknowledged save is lost to the next one': linesOf(
    [0, 1, save(3), { ...ok, name: 'p2', version: 2, total: 60 }],
    [2, 3, save(4), { ...ok, name: 'p2', version: 2, total: 80 }],
  ),
  'a repeated save has happened twice': linesOf(
    [0, 5, save(3), { ...ok, name: 'p2', version: 2, total: 60 }],
    [6, 9, save(4), { ...ok, name: 'p2', version: 4, total: 80 }],
  ),
  'a save answers with the total of another': linesOf(
    [0, 5, save(3), { ...ok, name: 'p2', version: 2, total: 80 }],
    [6, 9, save(4), { ...ok, name: 'p2', version: 3, total: 80 }],
  ),
  'a suspended order is awarded': linesOf(
    [0, 1, { do: 'suspend' }, ok],
    [2, 9, accept('p0'), ok],
    [2, 9, { do: 'close' }, ok],
  ),
  'a question is answered twice': linesOf(
    [0, 1, { do: 'ask', supplier: 0 }, { ...ok, name: 'q' }],
    [2, 9, { do: 'answer', question: 'q' }, ok],
    [2, 9, { do: 'answer', question: 'q' }, ok],
  ),
};

describe('a history is explained', () => {
  for (const [what, history] of Object.entries(legal))
    it(what, () => {
      const found = explain(order, history);
      assert.ok(found.legal, JSON.stringify(found));
    });

  it('by the only order that explains it', () => {
    const found = explain(
      order,
      linesOf(
        [0, 9, { do: 'cancel' }, no('order_not_cancellable')],
        [0, 9, { do: 'finalize' }, ok],
        [0, 9, accept('p0'), ok],
      ),
    );
    assert.ok(found.legal);
    assert.deepEqual(found.end.status, 'finalizada');
    assert.ok(found.order.indexOf(2) < found.order.indexOf(1));
  });

  it('only if it leads to the end that was found', () => {
    const history = linesOf([0, Infinity, accept('p0')], [0, Infinity, { do: 'cancel' }]);
    for (const status of ['publicada', 'adjudicada', 'cancelada'])
      assert.ok(explain(order, history, (end) => end.status === status).legal, status);
    assert.ok(!explain(order, history, (end) => end.status === 'em_analise').legal);
  });

  it('in little time where dozens overlap', () => {
    const history = linesOf(
      ...Array.from({ length: 40 }, (_, index): Line => [
        0,
        9,
        award(index % 2, 'p0'),
        index < 2 ? ok : no('item_already_bought'),
      ]),
    );
    assert.ok(explain(order, history).legal);
  });

  it('in little time where a save just before the cancelling is found late', () => {
    const refused = Array.from({ length: 17 }, (_, index): Line => [
      0,
      9,
      save(index + 4),
      no('order_closed'),
    ]);
    const history = linesOf([0, 9, { do: 'cancel' }, ok], ...refused, [
      0,
      9,
      save(3),
      { ...ok, name: 'p2', version: 2, total: 60 },
    ]);
    const found = explain(order, history);
    assert.ok(found.legal);
    assert.deepEqual(found.order.slice(0, 2), [18, 0]);
  });
});

describe('a history is refused in which', () => {
  for (const [what, history] of Object.entries(broken))
    it(what, () => {
      const found = explain(order, history);
      assert.ok(!found.legal, JSON.stringify(found));
      assert.match(found.why, /^caller \d .*: answered .*, where the model says /);
    });
});
