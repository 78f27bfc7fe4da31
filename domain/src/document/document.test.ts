import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cnpj as otherCnpj, cpf as otherCpf } from 'cpf-cnpj-validator';
import { fc } from '../seeded.fixture.ts';
import { cnpjCheckDigits, isCnpj } from './cnpj.ts';
import { cpfCheckDigits, isCpf } from './cpf.ts';
import { documentTypeOf, formatDocument, parseDocument, type DocumentType } from './document.ts';
import { invalidCnpjs, invalidCpfs, validCnpjs, validCpfs } from './document-vectors.fixture.ts';
import { isRepeated, stripDocumentMask } from './mask.ts';

const read = (type: DocumentType, raw: string): string => {
  const parsed = parseDocument(type, raw);
  return parsed.ok ? parsed.document : parsed.reason;
};

const text = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength: length, maxLength: length });

const DIGITS = '0123456789';
const ALPHANUMERIC = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

describe('a CNPJ', () => {
  it('is accepted in every known format, numeric or alphanumeric, with or without its mask', () => {
    for (const raw of validCnpjs) {
      assert.equal(read('cnpj', raw), stripDocumentMask(raw), raw);
      assert.equal(read('cnpj', ` ${raw.toLowerCase()} `), stripDocumentMask(raw), raw);
    }
  });

  it('is refused with the reason', () => {
    for (const [raw, reason] of invalidCnpjs) assert.equal(read('cnpj', raw), reason, raw);
  });

  it('is refused when it holds a look-alike letter of another script', () => {
    assert.equal(read('cnpj', '12.АBC.345/01DE-35'), 'bad_character');
    assert.equal(read('cnpj', '12.ABC.345/01DE-3\u0665'), 'bad_character');
    assert.equal(read('cnpj', '12ABC34501DEſ5'), 'bad_character');
  });

  it('is shown again with its mask', () => {
    assert.equal(formatDocument('cnpj', '12ABC34501DE35'), '12.ABC.345/01DE-35');
  });

  it('has the check digits that an independent implementation computes', () => {
    fc.assert(
      fc.property(text(ALPHANUMERIC, 12), (base) => {
        const document = base + cnpjCheckDigits(base);
        assert.equal(isCnpj(document), otherCnpj.isValid(document) && !isRepeated(document));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(text(ALPHANUMERIC, 12), text(DIGITS, 2), (base, digits) => {
        assert.equal(isCnpj(base + digits), otherCnpj.isValid(base + digits));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a CPF', () => {
  it('is accepted with or without its mask', () => {
    for (const raw of validCpfs) assert.equal(read('cpf', raw), stripDocumentMask(raw), raw);
    assert.equal(formatDocument('cpf', '52998224725'), '529.982.247-25');
  });

  it('is refused with the reason', () => {
    for (const [raw, reason] of invalidCpfs) assert.equal(read('cpf', raw), reason, raw);
  });

  it('is judged as an independent implementation judges it', () => {
    fc.assert(
      fc.property(text(DIGITS, 9), text(DIGITS, 2), (base, digits) => {
        assert.equal(isCpf(base + digits), otherCpf.isValid(base + digits));
        assert.equal(
          otherCpf.isValid(base + cpfCheckDigits(base)),
          !isRepeated(base + cpfCheckDigits(base)),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a stored document', () => {
  it('is a CPF or a CNPJ by its length', () => {
    assert.equal(documentTypeOf('52998224725'), 'cpf');
    assert.equal(documentTypeOf('12ABC34501DE35'), 'cnpj');
    assert.equal(documentTypeOf('123'), null);
  });
});
