import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingFreightText } from './award-amount.ts';

const included = { freight_kind: 'included', freight_amount: null } as const;
const stated = { freight_kind: 'amount', freight_amount: 850 } as const;
const unknown = { freight_kind: null, freight_amount: null } as const;

describe('the sum of what was bought', () => {
  it('says that it lacks the freight of all or of some proposals', () => {
    assert.equal(missingFreightText([included, stated]), '');
    assert.equal(missingFreightText([unknown, unknown]), ', sem o frete');
    assert.equal(missingFreightText([included, unknown]), ', sem parte do frete');
  });
});
