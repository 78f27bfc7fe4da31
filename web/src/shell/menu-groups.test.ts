import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { openGroups, pressGroup, type GroupChoices } from './menu-groups.ts';

const groups = [
  { name: 'Mercado', entries: 2 },
  { name: 'Pessoas', entries: 4 },
  { name: 'Receita', entries: 3 },
  { name: 'Plataforma', entries: 5 },
];
const none: GroupChoices = { opened: [], folded: [] };
const open = (choices: GroupChoices, room: number, current?: string) => [
  ...openGroups(groups, choices, { current, room }),
];

describe('the groups of the menu', () => {
  it('are open from the top as far as they fit, the current page’s before them', () => {
    assert.deepEqual(open(none, 99), ['Mercado', 'Pessoas', 'Receita', 'Plataforma']);
    assert.deepEqual(open(none, 9), ['Mercado', 'Pessoas', 'Receita']);
    assert.deepEqual(open(none, 9, 'Plataforma'), ['Plataforma', 'Mercado']);
    assert.deepEqual(open(none, 0, 'Plataforma'), ['Plataforma']);
  });

  it('open by a press at the cost of those that were open for longer, and stay as they were left', () => {
    const pressed = pressGroup(none, 'Receita', false);
    assert.deepEqual(open(pressed, 8), ['Receita', 'Mercado']);
    const again = pressGroup(pressed, 'Pessoas', false);
    assert.deepEqual(open(again, 8), ['Pessoas', 'Receita']);
    assert.deepEqual(open(pressGroup(again, 'Pessoas', true), 8), ['Receita', 'Mercado']);
    assert.deepEqual(open(pressGroup(none, 'Receita', true), 99, 'Receita'), [
      'Mercado',
      'Pessoas',
      'Plataforma',
    ]);
  });

  it('never take more room than there is, but for the current page’s group', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...groups.map(({ name }) => name))),
        fc.nat(20),
        fc.constantFrom(undefined, 'Pessoas', 'Plataforma'),
        (presses, room, current) => {
          let choices = none;
          for (const name of presses)
            choices = pressGroup(choices, name, open(choices, room, current).includes(name));
          const taken = groups.filter(({ name }) => open(choices, room, current).includes(name));
          const sum = taken.reduce((all, { entries }) => all + entries, 0);
          const own = groups.find(({ name }) => name === current)?.entries ?? 0;
          assert.ok(sum <= Math.max(room, own));
        },
      ),
    ));
});
