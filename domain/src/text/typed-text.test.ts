import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmail } from '../account/email.ts';
import { parseName } from '../account/name.ts';
import { parseDocument } from '../document/document.ts';
import { parsePhone } from '../phone.ts';
import { parsePostalCode } from '../postal-code.ts';
import { numberColumn } from './number-column.ts';

/** As messengers, PDFs and contacts give it: between marks of direction, with other dashes. */
const copied = (text: string): string[] => [
  `\u202A${text}\u202C`,
  `\u200B${text}\uFEFF`,
  `${text.slice(0, 3)}\u00AD\u2060\uFE0E${text.slice(3)}`,
  ...['\u2010', '\u2011', '\u2013', '\u2212'].map((dash) => text.replaceAll('-', dash)),
];

describe('a text that was copied from elsewhere', () => {
  it('is the phone, the document, the CEP and the address that one sees', () => {
    for (const phone of copied('+55 65 99999-8888')) assert.equal(parsePhone(phone), '65999998888');
    for (const code of copied('78550-000')) assert.equal(parsePostalCode(code), '78550000');
    for (const cpf of copied('529.982.247-25'))
      assert.deepEqual(parseDocument('cpf', cpf), { ok: true, document: '52998224725' });
    for (const cnpj of copied('12.ABC.345/01DE-35'))
      assert.deepEqual(parseDocument('cnpj', cnpj), { ok: true, document: '12ABC34501DE35' });
    assert.equal(parseEmail('\u200Bvendas@agro.com.br\u200B'), 'vendas@agro.com.br');
  });

  it('is a name on one line, without what no one sees', () => {
    for (const raw of [
      'José\u200B da Silva',
      'José\u00A0da  Silva',
      'José\nda\tSilva',
      '\u202AJosé da Silva\u202C',
    ])
      assert.deepEqual(parseName(raw), { ok: true, name: 'José da Silva' }, JSON.stringify(raw));
  });

  it('proves the decimal sign of its column', () => {
    assert.deepEqual(numberColumn(['\u200B0.500', '1.500\u200B']).cells, ['0,500', '1,500']);
  });
});
