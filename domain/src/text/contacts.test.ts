import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { CONTACT_MASK, findContacts, maskContacts, nameKey } from './contacts.ts';

const MASK = CONTACT_MASK;

/**
 * Asserts that each contact is hidden completely, in the middle of a sentence and at both ends of
 * it.
 */
function assertHidden(contacts: readonly string[], names: readonly string[] = []): void {
  for (const contact of contacts) {
    assert.equal(
      maskContacts(`Fale em ${contact}, por favor`, names),
      `Fale em ${MASK}, por favor`,
      contact,
    );
    assert.equal(maskContacts(contact, names), MASK, contact);
  }
}

function assertKept(texts: readonly string[], names: readonly string[] = []): void {
  for (const text of texts) assert.equal(maskContacts(text, names), text);
}

describe('contacts in free text', () => {
  it('are masked when they are e-mail addresses or handles', () => {
    assertHidden([
      'vendas@agro.com.br',
      'Jose.Silva+cota@agro-sul.ind.br',
      'joão@exemplo.com',
      'vendas @ agro.com.br',
      'vendas (arroba) agro.com.br',
      'vendas[at]agro.com.br',
      'vendas arroba gmail ponto com',
      '@agrosul_oficial',
    ]);
  });

  it('are masked when they are web addresses', () => {
    assertHidden([
      'https://agro.com.br/contato?x=1',
      'www.agro.com.br',
      'agrosul.com.br',
      'agro.agr.br',
      'wa.me/5565999998888',
    ]);
  });

  it('are masked when they are phone numbers', () => {
    assertHidden([
      '(65) 99999-8888',
      '(65)3333-4444',
      '65 3300-4400',
      '65 99999 8888',
      '65 9 9999-8888',
      '65999998888',
      '6533334444',
      '65.3333.4444',
      '65.99999.8888',
      '+55 65 99999-8888',
      '+5565999998888',
      '5565999998888',
      '(065) 3333-4444',
      '0xx65 3333-4444',
      '0 15 65 3333-4444',
      '(65) 9999-8888',
      '99999-8888',
      '99999 8888',
      '3333-4444',
      '0800 123 4567',
      '0800-700-1234',
    ]);
    assert.equal(maskContacts('65 99999-8888whats'), `${MASK}whats`);
    assert.equal(maskContacts('tel: 33334444'), `tel: ${MASK}`);
    assert.equal(maskContacts('Ligue para 3333 4444.'), `Ligue para ${MASK}.`);
    assert.equal(maskContacts('(65) 3333-4444/3333-5555'), `${MASK}/${MASK}`);
    assert.equal(maskContacts('99999-8888,99999-7777'), `${MASK},${MASK}`);
  });

  it('are masked when they are a CNPJ or CPF, with or without punctuation', () => {
    assertHidden([
      '11.222.333/0001-81',
      '12.ABC.345/01DE-35',
      '12.abc.345/01de-35',
      '11222333/0001-81',
      '11222333000181',
      '12ABC34501DE35',
      '529.982.247-25',
      '529982247-25',
      '52998224725',
      '11.222.333/0001-99',
    ]);
  });

  it('are all masked when one text has several, and reported by kind and position', () => {
    const text = 'Contato: vendas@agro.com.br ou (65) 99999-8888. CNPJ 11.222.333/0001-81';
    assert.equal(maskContacts(text), `Contato: ${MASK} ou ${MASK}. CNPJ ${MASK}`);
    assert.deepEqual(
      findContacts(text).map(({ kind }) => kind),
      ['email', 'phone', 'document'],
    );
    assert.deepEqual(
      findContacts(text).map(({ start, end }) => text.slice(start, end)),
      ['vendas@agro.com.br', '(65) 99999-8888', '11.222.333/0001-81'],
    );
  });
});

describe("the supplier's own name", () => {
  it('is masked whatever its accents, case, spacing and legal form', () => {
    assertHidden(
      [
        'Agro São José',
        'AGRO SAO JOSE',
        'agro  são-josé',
        'AgroSãoJosé',
        'Agro São José'.normalize('NFD'),
      ],
      ['Agro São José Ltda.'],
    );
    assert.equal(
      maskContacts('Agro São José LTDA agradece', ['Agro São José Ltda']),
      `${MASK} LTDA agradece`,
    );
  });

  it('is not searched for inside other words, nor when it is too short', () => {
    assertKept(['Agrotóxico e agronegócio, entrega a e i'], ['Agro', 'AE', '', '  ', 'S/A']);
    assert.equal(maskContacts('A Agro entrega', ['Agro S/A']), `A ${MASK} entrega`);
  });

  it('may contain characters that have a meaning in a pattern', () => {
    assert.equal(
      maskContacts('Da C++ (Insumos) para você', ['C++ (Insumos) [MT]*']),
      'Da C++ (Insumos) para você',
    );
    assert.equal(
      maskContacts('Da C++ (Insumos) para você', ['C++ (Insumos)']),
      `Da ${MASK}) para você`,
    );
  });
});

describe('the search key of a name', () => {
  it('is its folded text without punctuation', () => {
    assert.deepEqual(['Agro São José S/A', 'a@b.com.br', '11.222.333/0001-81'].map(nameKey), [
      'agrosaojose',
      'abcombr',
      '11222333000181',
    ]);
  });
});

describe('text without a contact', () => {
  it('keeps its prices, dates, quantities, formulas and products', () => {
    assertKept([
      'NPK 04-14-08 e 20-05-20, 2,4-D 806 g/L, 480 g/L, 997.7 g/L',
      'R$ 1.234,56 por tonelada, total R$ 1.234.567,89',
      'Preço 21.3925 ou 28.7712 por litro; US$ 9,1234',
      'Entrega em 20/11/2026, validade 2026-12-31, às 08:00:00',
      'Safra 2025-2026, 2025/2026 e 24/25',
      '1.500.000 kg, 3260000 un, 147000 L, 10 x 20 L, 2000-3000 L, 2500-3250 kg',
      '12 3456 7890 sacas',
      '21 2000 3000 L',
      'Frete CIF até 300 km; CEP 78550-000; BR-163 km 745',
      'Roundup Original DI, Primestar 50% SL, Select 240 EC',
      'Lote 20261120-01, registro MAPA 017622, NCM 3808.93.24, ONU 3082',
      'R$ 300/@ de boi, 15 @ por cabeça',
      'Herbicida 2,4-D.com desconto',
      'Sacos de 50 kg.com frete incluso. R$ 1.000.com desconto. Eng.Agr. responsável',
      'Pagamento 30/60/90 dias, 50% à vista, 1º de março',
      'Processo 21000.012345/2020-11',
      'EAN 7891234567895',
    ]);
  });

  it('stays the same when it is empty or blank', () => {
    assertKept(['', '   ', '\n']);
  });
});

describe('masking', () => {
  it('leaves no contact to mask a second time, and never fails on any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'vendas@agro.com.br',
        '(65) 99999-8888',
        '11.222.333/0001-81',
        'Agro Sul',
        ' ',
        '-',
        '.',
        '2,4-D',
        '7',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const masked = maskContacts(pieces.join(' '), ['Agro Sul']);
        assert.deepEqual(findContacts(masked, ['Agro Sul']), []);
      }),
      { numRuns: 500 },
    );
  });
});
