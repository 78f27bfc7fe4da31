import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPhone, internationalPhone, parsePhone } from '../phone.ts';
import { formatPostalCode, parsePostalCode } from '../postal-code.ts';
import { addressKindLabels, addressKinds, parseAddressKind } from './address-kind.ts';

describe('a phone number', () => {
  it('is stored as its ten or eleven digits however it was typed', () => {
    const mobile = [
      '(65) 99999-8888',
      '65999998888',
      '+55 65 99999-8888',
      '5565999998888',
      '065 99999-8888',
      ' 65.99999.8888 ',
      '0055 65 99999-8888',
      '+55 (065) 99999-8888',
      '(0xx65) 99999-8888',
      '015 65 99999-8888',
    ];
    for (const raw of mobile) assert.equal(parsePhone(raw), '65999998888', raw);
    assert.equal(parsePhone('(65) 3333-4444'), '6533334444');
    assert.equal(
      parsePhone('55 99999-8888'),
      '55999998888',
      'area code 55 is in Rio Grande do Sul',
    );
    assert.equal(parsePhone('+55 55 99999-8888'), '55999998888');
  });

  it('of a mobile without its ninth digit gets it, for landlines begin with 2 to 5', () => {
    for (const raw of ['(65) 9999-8888', '+55 65 9999-8888', '0xx65 9999 8888'])
      assert.equal(parsePhone(raw), '65999998888', raw);
    assert.equal(parsePhone('(65) 8123-4567'), '65981234567');
    assert.equal(parsePhone('(65) 5123-4567'), '6551234567');
  });

  it('is refused without an area code, from abroad, or with other characters in it', () => {
    for (const raw of [
      '',
      '99999-8888',
      '(10) 99999-8888',
      '65 89999-8888',
      '65 1333-4444',
      '+1 415 555 2671',
      '659999988889',
      'tel 65 99999-8888',
      '+65 9999 8888',
      '(23) 99999-8888',
      '(36) 3333-4444',
      '0800 123 4567',
      '0015 65 99999-8888',
    ]) {
      assert.equal(parsePhone(raw), null, raw);
    }
  });

  it('is shown with its mask, and gets the country code for messages', () => {
    assert.equal(formatPhone('65999998888'), '(65) 99999-8888');
    assert.equal(formatPhone('6533334444'), '(65) 3333-4444');
    assert.equal(internationalPhone('65999998888'), '5565999998888');
  });
});

describe('a postal code', () => {
  it('is stored as eight digits and shown with its hyphen', () => {
    for (const raw of ['78550-000', '78550000', '78.550-000', ' 78550 000 '])
      assert.equal(parsePostalCode(raw), '78550000', raw);
    assert.equal(formatPostalCode('01001000'), '01001-000');
    for (const raw of ['', '7855000', '785500000', '7855-0000', '78550-00A'])
      assert.equal(parsePostalCode(raw), null, raw);
  });
});

describe('the kind of an address', () => {
  it('is read from a spreadsheet in Portuguese or English', () => {
    for (const kind of addressKinds) {
      assert.equal(parseAddressKind(kind), kind);
      assert.equal(parseAddressKind(addressKindLabels[kind].toUpperCase()), kind);
    }
    assert.equal(parseAddressKind(' Armazém '), 'warehouse');
    for (const raw of ['', 'casa', 'constructor', '__proto__'])
      assert.equal(parseAddressKind(raw), null, raw);
  });
});
