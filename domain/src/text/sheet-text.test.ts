import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sheetText } from './sheet-text.ts';

const bytesOf = (text: string, page: Readonly<Record<string, number>>): Uint8Array =>
  Uint8Array.from(text, (letter) => page[letter] ?? letter.charCodeAt(0));
const mac = {
  Á: 0xe7,
  É: 0x83,
  Ã: 0xcc,
  Õ: 0xcd,
  Ç: 0x82,
  á: 0x87,
  é: 0x8e,
  í: 0x92,
  ó: 0x97,
  ú: 0x9c,
  ã: 0x8b,
  õ: 0x9b,
  ç: 0x8d,
  â: 0x89,
  ê: 0x90,
  ô: 0x99,
  º: 0xbc,
};
const dos = {
  Á: 0xb5,
  É: 0x90,
  Ã: 0xc7,
  Õ: 0xe5,
  Ç: 0x80,
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  ã: 0xc6,
  õ: 0xe4,
  ç: 0x87,
  â: 0x83,
  ê: 0x88,
  ô: 0x93,
  º: 0xa7,
};

// In the manner of a Brazilian producers' price list with CR line ends, reported as charlock_holmes
// #98 and rchardet #27: SÍTIO came out as SêTIO, ALMEIRÃO as ALMEIRÌO.
const lists = [
  'Produtor;PRODUTO;Unidade\rSÍTIO SÃO JOÃO;ALMEIRÃO;maço\r'.replace('Í', 'I'),
  'Nome;Associacao\nJosé Conceição Demonstração;Associação dos Produtores\n',
  'Nome\nAntônio Três Corações, 2º distrito\n',
  'NOME\nCONCEIÇÃO DO ARAGUÁIA\n',
  'Nome\nJosé\n',
  'Nome\nJoão\n',
  'Produto\nAdubação orgânica, pó único\n',
];

describe('the text of a spreadsheet file', () => {
  it('is read from the code pages of Windows, of an old Mac and of DOS', () => {
    for (const text of lists) {
      assert.equal(sheetText(bytesOf(text, {})), text, `Windows: ${text}`);
      assert.equal(sheetText(bytesOf(text, mac)), text, `Mac: ${text}`);
      assert.equal(sheetText(bytesOf(text, dos)), text, `DOS: ${text}`);
      assert.equal(sheetText(new TextEncoder().encode(text)), text, `UTF-8: ${text}`);
    }
  });

  it('is Windows text where signs and foreign names stand in it', () => {
    for (const text of [
      'Preço – 25 °C, “à vista” º ª ½ m²',
      'Müller & Søren; R$ 2 · 10 µg ±5%',
      'Ângela',
    ]) {
      const windows = Uint8Array.from(
        text,
        (letter) => ({ '–': 0x96, '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0),
      );
      assert.equal(sheetText(windows), text);
    }
  });

  it('is none where no page makes text of it', () => {
    assert.equal(sheetText(Uint8Array.of(0x41, 0x81, 0x8d, 0x9d, 0xb0, 0xdb, 0xb2)), undefined);
  });
});
