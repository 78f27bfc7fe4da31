import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskContacts } from '../text/contacts.ts';
import { identityNames } from './identity-names.ts';

const supplier = {
  supplier_name: 'Agropecuária Tucunaré do Araguaia Ltda',
  supplier_email: 'tucunare.vendas@firma.example',
  supplier_phone: '66999990000',
  supplier_mobile: null,
  supplier_document: '11222333000181',
  supplier_website: 'https://www.tucunare.example/loja',
  supplier_city: 'São Félix do Araguaia',
  supplier_former: [],
};
const masked = (text: string): string => maskContacts(text, identityNames(supplier));

test('a supplier is identified by the distinctive words of its name, its address, number and site', () => {
  for (const text of [
    'Tratar com a Tucunaré',
    'TUCUNARE entrega',
    'CNPJ 11.222.333/0001-81',
    'ligue 66 99999-0000',
    'veja tucunare.example',
  ]) {
    assert.match(masked(text), /\[contato oculto\]/, text);
  }
});

test('common words of the trade and the name of the town identify no supplier', () => {
  for (const text of [
    'Entrega agropecuária em São Félix do Araguaia',
    'Preço da saca à vista',
    'Frete por conta da revenda',
  ])
    assert.equal(masked(text), text);
});
