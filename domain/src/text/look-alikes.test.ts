import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identityNames } from '../supplier/identity-names.ts';
import { createContactFinder, maskContacts } from './contacts.ts';

const supplier = {
  supplier_name: 'Agropecuária Curió do Vale Ltda',
  supplier_email: 'pedidos@curiovale.com.br',
  supplier_phone: '66987654321',
  supplier_mobile: null,
  supplier_document: null,
  supplier_website: null,
  supplier_city: 'Sorriso',
  supplier_former: [],
};
const whole = (text: string): boolean => maskContacts(text) === '[contato oculto]';

describe('text that reads as a contact', () => {
  it('is masked in any digits, width, dash or space, and with invisible characters in between', () => {
    for (const text of [
      '65 9\u200B9911-2\u200B233',
      '６５ ９９９１１-２２３３',
      '٦٥ ٩٩٩١١-٢٢٣٣',
      '65 𝟗𝟗𝟗𝟏𝟏-𝟐𝟐𝟑𝟑',
      '65 99911\u20112233',
      '65 99911\u22122233',
      '65 99911\u20142233',
      '65\u202F99911\u20092233',
      'joao\u200B@outra\u200B.com\u200B.br',
      'joao＠outra．com．br',
      'joao@outra․com․br',
      'www\u200B.outra\u200B.com',
      'ｏｕｔｒａ．ｃｏｍ．ｂｒ',
      '11.222.333\u200B/0001-81',
      '１１.２２２.３３３/０００１-８１',
      '⑪.222.㉝3⁄0001-81',
      '65 9\u00019911-2\u0007233',
      'j\u0001o\u0001a\u0001o\u0001@outra.c\u0001o\u0001m',
      'o\fu\ft\fr\fa\f.\fc\fo\fm',
    ])
      assert.ok(whole(text), text);
  });

  it("is masked where look-alike letters spell a supplier's name", () => {
    const { mask } = createContactFinder(identityNames(supplier));
    for (const text of [
      'Curi\u043E',
      '\u0421uri\u00F3',
      'C\u03C5rió',
      'Cur\u0131o',
      'Curiø',
      'ᴄᴜʀɪᴏ',
      '🅲🆄🆁🅸🅾',
      'Cur\u3164ió',
      'Cur\uFFA0ió',
    ])
      assert.equal(mask(text), '[contato oculto]', text);
  });

  it("is masked where a supplier's own number is written without its area code", () => {
    assert.equal(
      createContactFinder(identityNames(supplier)).mask('987654321'),
      '[contato oculto]',
    );
  });

  it('is not found in prices, quantities and years written with such characters', () => {
    for (const text of [
      'R$ 1.234,56 — 30 dias',
      'Safra 2025—2026',
      '2500—3250 kg',
      'Entrega em ５ dias',
      '25 m² a R$ 10½',
      'Ｎº 12',
    ])
      assert.equal(maskContacts(text), text);
  });
});
