import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import type { Proposal, ProposalDraftBody } from '@lavra/contract/proposals/schemas';
import { ApiError, NoAnswer } from '../../api/api-error.ts';
import { createDraftSaver, type Base, type SaveState } from './draft-saver.ts';
import { draftOf, type Draft } from './draft.ts';

const product = {
  id: 10,
  name: 'Ureia',
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'KG',
};
const item: OrderItem = {
  id: 1,
  position: 1,
  product_id: 10,
  quantity: 5,
  unit: 'KG',
  notes: null,
  allow_similar: true,
  product,
};
const order = { items: [item] };
const priced = (price: string): Draft => ({
  ...draftOf(order),
  rows: draftOf(order).rows.map((row) => ({ ...row, price })),
});

/** Creates a fake service with one draft that may lose its responses, and a saver that uses it. */
function stand({ base }: { base?: Base } = {}) {
  let stored: { version: number; body: ProposalDraftBody } | undefined;
  let weather: 'fair' | 'answer lost' | 'offline' = 'fair';
  const states: SaveState[] = [];
  const local: unknown[] = [];
  // The fields of a proposal that the saver reads.
  const present = (): Proposal =>
    ({
      uuid: 'p',
      updated_at: `v${stored?.version}`,
      version: stored?.version,
      items:
        stored?.body.items.map((one) => ({
          ...one,
          has_price: one.unit_price !== null,
          has_justification: false,
        })) ?? [],
    }) as unknown as Proposal;
  const saver = createDraftSaver({
    order,
    base,
    delay: 5,
    onState: (state) => states.push(state),
    storeLocally: (one) => local.push(one),
    findTheirs: async () => {
      if (weather === 'offline') throw new NoAnswer();
      return stored === undefined ? undefined : present();
    },
    send: async (body, from) => {
      if (weather === 'offline') throw new NoAnswer();
      if (from !== undefined && from.version !== stored?.version)
        throw new ApiError(409, { code: 'stale_version' });
      stored = { version: (stored?.version ?? 0) + 1, body };
      if (weather === 'answer lost') throw new NoAnswer();
      return present();
    },
  });
  return {
    saver,
    states,
    local,
    stored: () => stored,
    be: (next: typeof weather) => {
      weather = next;
    },
    elsewhere: (price: number) => {
      stored = {
        version: (stored?.version ?? 0) + 1,
        body: { items: [{ order_item_id: 1, product_id: 10, quantity: 5, unit_price: price }] },
      };
    },
  };
}

const last = <T>(list: readonly T[]): T | undefined => list.at(-1);

describe('a draft that saves itself', () => {
  test('is created once and then changed by its version, the last typing winning', async () => {
    const { saver, states, stored, local } = stand();
    saver.change(priced('1'));
    const first = saver.flush();
    saver.change(priced('2'));
    assert.equal(await first, true);
    assert.deepEqual([stored()?.version, stored()?.body.items[0]?.unit_price], [2, 2]);
    assert.deepEqual([last(states), last(local)], [{ kind: 'saved', at: 'v2' }, undefined]);
  });

  test('stays on the device while there is no connection, and goes when it is back', async () => {
    const { saver, states, local, be, stored } = stand();
    be('offline');
    saver.change(priced('1'));
    assert.equal(await saver.flush(), false);
    assert.equal(last(states)?.kind, 'device');
    assert.deepEqual(last(local), { draft: priced('1'), base: undefined });
    be('fair');
    assert.equal(await saver.flush(), true);
    assert.equal(stored()?.version, 1);
  });

  test('knows its own work again when only the answer was lost', async () => {
    const { saver, states, be, stored } = stand();
    be('answer lost');
    saver.change(priced('1'));
    assert.equal(await saver.flush(), false);
    be('fair');
    assert.equal(await saver.flush(), true);
    assert.deepEqual([stored()?.version, last(states)?.kind], [1, 'saved']);
    be('answer lost');
    saver.change(priced('2'));
    await saver.flush();
    be('fair');
    assert.equal(await saver.flush(), true);
    assert.deepEqual([stored()?.version, last(states)?.kind], [2, 'saved']);
  });

  test('never overwrites what another tab saved: it shows both, and the person chooses', async () => {
    const { saver, states, elsewhere, stored } = stand();
    saver.change(priced('1'));
    await saver.flush();
    elsewhere(7);
    saver.change(priced('2'));
    assert.equal(await saver.flush(), false);
    const conflict = last(states);
    assert.equal(conflict?.kind, 'conflict');
    assert.equal(stored()?.body.items[0]?.unit_price, 7);
    if (conflict?.kind !== 'conflict') return;
    saver.adopt(conflict.theirs, priced('2'));
    assert.equal(await saver.flush(), true);
    assert.deepEqual([stored()?.version, stored()?.body.items[0]?.unit_price], [3, 2]);
  });

  test('finds the other tab’s draft also before its own first save', async () => {
    const { saver, states, elsewhere } = stand();
    elsewhere(7);
    saver.change(priced('1'));
    assert.equal(await saver.flush(), false);
    assert.equal(last(states)?.kind, 'conflict');
  });

  test('waits while a field cannot be read', async () => {
    const { saver, states, stored } = stand();
    saver.change(priced('doze'));
    assert.equal(await saver.flush(), false);
    assert.deepEqual(last(states), {
      kind: 'device',
      why: 'problems',
      sentence: 'Corrija um campo para salvar.',
    });
    assert.equal(stored(), undefined);
  });
});
