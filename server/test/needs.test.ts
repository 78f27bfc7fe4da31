import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { lacking } from './needs.ts';

describe('a program that tests need', () => {
  const before = process.env['LAVRA_NEEDS'];
  afterEach(() => {
    if (before === undefined) delete process.env['LAVRA_NEEDS'];
    else process.env['LAVRA_NEEDS'] = before;
  });

  it('is a reason to skip them where it is missing', () => {
    assert.equal(lacking('sh'), false);
    assert.equal(lacking('sh', 'no-such-program'), 'no-such-program missing on this machine');
  });

  it('must not be missing where it is demanded', () => {
    process.env['LAVRA_NEEDS'] = 'sh,no-such-program';
    assert.equal(lacking('sh'), false);
    assert.equal(lacking('another-program'), 'another-program missing on this machine');
    assert.throws(() => lacking('no-such-program'), /demands no-such-program/);
  });
});
