import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from './initials.ts';

test('a name is shortened to its first letters, without its particles', () => {
  assert.equal(initialsOf('Fazenda Boa Vista do Sul'), 'F. B. V. S.');
  assert.equal(initialsOf('  água   clara '), 'Á. C.');
  assert.equal(initialsOf('3 Irmãos'), 'I.');
  assert.equal(initialsOf('Um Dois Três Quatro Cinco'), 'U. D. T. Q.');
  assert.equal(initialsOf(''), '');
});
