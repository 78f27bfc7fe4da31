import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { autosaveStories, openEditor, type AutosaveUse } from '../../forms/autosave.fixture.ts';
import { proposalFormat, proposalProblem, proposalStart } from './draft-format.ts';
import { bodyOf, draftOf, type Draft, type DraftRow, type DraftTerms } from './draft.ts';

// The fields of an item that the editor reads.
const item = (id: number): OrderItem =>
  ({ id, position: id, product_id: id * 10, quantity: 100, unit: 'L' }) as unknown as OrderItem;
const order = { items: [item(1), item(2)], split_award: false };

const draft = (part: Partial<DraftRow>, terms: Partial<DraftTerms> = {}): Draft => {
  const blank = draftOf(order);
  return {
    rows: blank.rows.map((row, index) => (index === 0 ? { ...row, ...part } : row)),
    terms: { ...blank.terms, ...terms },
  };
};
const basedOn = (basis: Proposal | undefined): AutosaveUse<Draft, Proposal> => ({
  format: proposalFormat(order),
  startOf: (proposal, local) => proposalStart({ order, proposal, basis }, local),
  problemOf: proposalProblem,
  // The fields of a proposal that the editor reads.
  stored: (typed, version) => {
    const { items, ...terms } = bodyOf(order, typed);
    return {
      ...terms,
      ...version,
      items: items.map((offered) => ({
        ...offered,
        has_price: offered.unit_price !== null,
        has_justification: offered.justification !== null,
      })),
    } as unknown as Proposal;
  },
});
const proposal = basedOn(undefined);

autosaveStories('the draft of a proposal', proposal, {
  mine: draft({ price: '12,50' }),
  more: draft({ price: '12,50' }, { freightKind: 'amount', freight: '300,00' }),
  theirs: draft({ answer: 'none' }),
});

describe('the draft of a proposal', () => {
  it('says how many fields have to be corrected before it is sent', async () => {
    const { saver, state, service } = openEditor(proposal);
    saver.change(draft({ price: 'x' }));
    assert.equal(await saver.flush(), false);
    assert.deepEqual(state(), { kind: 'refused', sentence: 'Corrija um campo para salvar.' });
    assert.deepEqual(service.sent, []);
  });

  it('begins with another proposal, which is stored as the draft', async () => {
    const basis = proposal.stored(draft({ price: '9,00' }), { uuid: 'b', version: 4 });
    const { saver, start, service } = openEditor(basedOn(basis));
    assert.deepEqual([start.draft.rows[0]?.price, start.isRestored], ['9,00', false]);
    saver.resume();
    assert.equal(await saver.flush(), true);
    assert.equal(service.stored()?.items[0]?.unit_price, 9);
  });

  it('keeps on the device the proposal that it begins with, where nothing can be saved', () => {
    const basis = proposal.stored(draft({ price: '9,00' }), { uuid: 'b', version: 4 });
    const { saver, start, kept } = openEditor(basedOn(basis));
    saver.hold();
    assert.deepEqual(kept(), { draft: start.draft, base: undefined });
  });

  it('drops what the device kept for other items', () => {
    const other = { ...draft({ price: '1,00' }), rows: [] };
    const { start } = openEditor(proposal, undefined, { draft: other, base: undefined });
    assert.deepEqual([start.draft, start.isRestored], [draftOf(order), false]);
  });

  it('completes what an earlier release kept', () => {
    const { freightKind: _chosen, ...terms } = draft({}, { freight: '300,00' }).terms;
    const kept = { ...draft({ price: '12,50' }), terms } as unknown as Draft;
    const { start } = openEditor(proposal, undefined, { draft: kept, base: undefined });
    assert.equal(start.draft.terms.freightKind, 'amount');
  });
});
