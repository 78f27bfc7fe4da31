import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { itemTexts, proposalTexts } from '@lavra/domain/proposal/free-texts';
import { timestamp } from '../kit/schema.ts';
import { Proposal, ProposalItem } from './schemas.ts';

/** What is read of a field's schema. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
}
const instant: Shape = timestamp();

/** Whether a field holds words: neither a date nor an id, and none of a fixed vocabulary. */
const isText = ({ type = [], format, pattern, enum: values }: Shape): boolean =>
  [type].flat().includes('string') &&
  format === undefined &&
  pattern !== instant.pattern &&
  values === undefined;

const textsOf = ({ properties }: { properties: Readonly<Record<string, TSchema>> }): string[] =>
  Object.entries(properties)
    .filter(([, schema]) => isText(schema))
    .map(([name]) => name);

/** Texts that their supplier does not write freely for the producer to read, and why. */
const notFree = {
  item: {
    justification_label: 'written by the service, for a reason chosen from a list',
  },
  proposal: {
    status_label: 'written by the service',
    display_status_label: 'written by the service',
    review_state_label: 'written by the service',
    rejection_reason: 'the producer’s words, which have a mask of their own',
    supplier_reference: 'in no reply to producers that hides the supplier',
  },
};

// A text that is in no list would reach producers unmasked.
describe('free texts of a proposal', () => {
  it('are all listed, those of an item', () => {
    assert.deepEqual(
      textsOf(ProposalItem).toSorted(),
      [...itemTexts, ...Object.keys(notFree.item)].toSorted(),
    );
  });

  it('are all listed, those of the whole', () => {
    assert.deepEqual(
      textsOf(Proposal).toSorted(),
      [...proposalTexts, ...Object.keys(notFree.proposal)].toSorted(),
    );
  });
});
