import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boughtHint,
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

describe('the form of a person in the administration', () => {
  it('shows values with masks, and sends empty ones as null', () => {
    const values = readPerson('produtor', ana);
    assert.deepEqual(
      [values.phone, values.document_number, values.mobile],
      ['(66) 99999-8888', '529.982.247-25', ''],
    );
    assert.equal(writeIdentity(values).mobile, null);
  });

  it('sends only the changed fields', () => {
    const values = readPerson('produtor', ana);
    const write = (one: typeof values) => ({ ...writeIdentity(one), ...writeDocument(one) });
    assert.deepEqual(changedOf(write(values), write(values)), {});
    assert.deepEqual(changedOf(write({ ...values, name: ' Ana de Lima ' }), write(values)), {
      name: 'Ana de Lima',
    });
  });

  it('accepts a person without a document', () =>
    assert.deepEqual(writeDocument(emptyPerson('admin')), {}));

  it('shows which share of the items was bought, and that there were none', () => {
    const hint = (items_bought_percent: number | null) =>
      boughtHint({ items_bought_percent }, 'das cotações que ganhou');
    assert.deepEqual(
      [hint(93.3), hint(null)],
      ['93,3% dos itens das cotações que ganhou', 'nenhum item das cotações que ganhou'],
    );
  });

  it('starts for a supplier with a head office and the whole country', () => {
    const supplier = emptyPerson('fornecedor');
    assert.deepEqual(
      [supplier.document_type, supplier.addresses.length, writeTrade(supplier).coverage],
      ['cnpj', 1, { kind: 'national' }],
    );
  });
});
