import assert from 'node:assert/strict';
import { it } from 'node:test';
import { required } from './field-rules.ts';
import { errorAt, errorsIn, valueAt, withValue, type Rules } from './field-paths.ts';

interface Farm {
  readonly name: string;
  readonly addresses: readonly { readonly city: string }[];
  readonly owner: { readonly email: string };
  readonly again: string;
}
const farm: Farm = {
  name: '',
  addresses: [{ city: 'Sorriso' }, { city: '' }],
  owner: { email: '' },
  again: 'x',
};
const rules: Rules<Farm> = {
  name: required('Nome?'),
  addresses: { city: required('Onde?') },
  owner: { email: required('E-mail?') },
  again: (value, { name }) => (value === name ? null : 'Diferente.'),
};

it('a field is found and changed by its path, and the original object stays the same', () => {
  assert.equal(valueAt(farm, 'addresses.0.city'), 'Sorriso');
  assert.equal(valueAt(farm, 'addresses.7.city'), undefined);
  const changed = withValue(farm, 'addresses.1.city', 'Sinop');
  assert.deepEqual(changed.addresses, [{ city: 'Sorriso' }, { city: 'Sinop' }]);
  assert.equal(farm.addresses[1]?.city, '');
  assert.equal(changed.addresses[0], farm.addresses[0]);
  assert.equal(withValue(farm, 'owner.email', 'a@b.c').owner.email, 'a@b.c');
});

it('every error is collected, in lists and groups too', () => {
  assert.deepEqual(errorsIn(farm, rules), {
    name: 'Nome?',
    'addresses.1.city': 'Onde?',
    'owner.email': 'E-mail?',
    again: 'Diferente.',
  });
  assert.equal(errorAt(farm, rules, 'addresses.0.city'), undefined);
  assert.equal(errorAt(farm, rules, 'addresses.1.city'), 'Onde?');
});
