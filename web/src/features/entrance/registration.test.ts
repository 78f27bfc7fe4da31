import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filledBy } from '../account/postal-code.ts';
import {
  emptyRegistration,
  registrationRules,
  stepOf,
  writeRegistration,
  type RegistrationValues,
} from './registration.ts';

const farm: RegistrationValues = {
  ...emptyRegistration('produtor'),
  document_number: '529.982.247-25',
  name: ' Ana Lima ',
  email: ' ana@fazenda.example',
  password: 'Colheita2027',
  phone: '(66) 99999-8888',
  address: { postal_code: '78890-000', state: 'MT', city: 'Sorriso', street: ' ', number: '' },
};

describe('a registration', () => {
  it('of a farm without a street is sent with what the service asks of an address', () => {
    const body = writeRegistration('produtor', farm);
    assert.deepEqual(body.addresses, [
      {
        kind: 'farm',
        name: 'Sede',
        postal_code: '78890-000',
        state: 'MT',
        city: 'Sorriso',
        street: 'Zona rural',
        number: 'S/N',
      },
    ]);
    assert.deepEqual([body.name, body.email], ['Ana Lima', 'ana@fazenda.example']);
    assert.equal(body.password_confirmation, body.password);
  });

  it('sends its one phone as the mobile too, where it is one', () => {
    assert.equal(writeRegistration('produtor', farm).mobile, '(66) 99999-8888');
    assert.equal(writeRegistration('produtor', { ...farm, phone: '(66) 3333-4444' }).mobile, null);
  });

  it('asks a supplier for the street, and a farm not', () => {
    assert.ok(!('street' in Object(registrationRules('produtor').address)));
    assert.ok('street' in Object(registrationRules('fornecedor').address));
  });

  it('has who one is in the first step, and everything else in the second', () => {
    for (const path of ['email', 'password', 'document_number', 'name'])
      assert.equal(stepOf(path), 0, path);
    for (const path of ['phone', 'address.city', 'coverage.states', 'product_type_ids.0'])
      assert.equal(stepOf(path), 1, path);
  });
});

describe('a CEP', () => {
  it('fills in the state, and the municipality where the state has one alone', () => {
    assert.deepEqual(filledBy('78890-000', { state: '' }), { state: 'MT', city: '' });
    assert.deepEqual(filledBy('70040010', { state: 'MT' }), { state: 'DF', city: 'Brasília' });
  });

  it('changes nothing while it is incomplete, or where the state is chosen already', () => {
    assert.equal(filledBy('7889', { state: '' }), undefined);
    assert.equal(filledBy('78890-000', { state: 'MT' }), undefined);
  });
});
