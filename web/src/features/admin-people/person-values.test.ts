import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changedOf,
  emptyPerson,
  readPerson,
  writeDocument,
  writeIdentity,
  writeTrade,
} from './person-values.ts';

const ana = {
  name: 'Ana Lima',
  email: 'ana@fazenda.example',
  phone: '66999998888',
  mobile: null,
  status: 'ativo',
  document_type: 'cpf',
  document: '52998224725',
} as const;

describe('a person in a form of the back office', () => {
  it('is shown with masks, and what is empty is sent as nothing', () => {
    const values = readPerson('produtor', ana);
    assert.deepEqual(
      [values.phone, values.document_number, values.mobile],
      ['(66) 99999-8888', '529.982.247-25', ''],
    );
    assert.equal(writeIdentity(values).mobile, null);
  });

  it('sends only what was changed', () => {
    const values = readPerson('produtor', ana);
    const write = (one: typeof values) => ({ ...writeIdentity(one), ...writeDocument(one) });
    assert.deepEqual(changedOf(write(values), write(values)), {});
    assert.deepEqual(changedOf(write({ ...values, name: ' Ana de Lima ' }), write(values)), {
      name: 'Ana de Lima',
    });
  });

  it('may be somebody without a document', () =>
    assert.deepEqual(writeDocument(emptyPerson('admin')), {}));

  it('begins, as a supplier, with a head office and the whole country', () => {
    const supplier = emptyPerson('fornecedor');
    assert.deepEqual(
      [supplier.document_type, supplier.addresses.length, writeTrade(supplier).coverage],
      ['cnpj', 1, { kind: 'national' }],
    );
  });
});
