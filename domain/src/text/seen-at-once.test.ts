import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { identityNames } from '../supplier/identity-names.ts';
import { CONTACT_MASK, createContactFinder, maskContacts } from './contacts.ts';

const MASK = CONTACT_MASK;
const { mask } = createContactFinder(
  identityNames({
    supplier_name: 'Cerrado Sol Insumos Ltda',
    supplier_email: 'vendas@gmail.com',
    supplier_phone: null,
    supplier_mobile: null,
    supplier_document: null,
    supplier_website: null,
    supplier_city: 'Sorriso',
    supplier_former: [],
  }),
);

/** Asserts that each is hidden completely: alone, and within a sentence. */
function assertHidden(texts: readonly string[]): void {
  for (const text of texts) {
    assert.equal(mask(text), MASK, text);
    assert.equal(mask(`Fale com ${text} hoje`), `Fale com ${MASK} hoje`, text);
  }
}

function assertKept(texts: readonly string[]): void {
  for (const text of texts) assert.equal(mask(text), text);
}

describe('a name that a reader sees at once', () => {
  it('is masked in the capitals of scripts that are drawn like ours', () => {
    assertHidden([
      'ꓚꓰꓣꓣꓮꓓꓳ',
      'ᏟᎬᏒᏒᎪᎠᎾ',
      'ᑕᗴᖇᖇᗩᗪO',
      'Cerradо', // ends with a Cyrillic letter
      'СΕRRΑDΟ',
      'CΣRRΛDΘ',
      'ℂ𝔼ℝℝ𝔸𝔻𝕆',
      'CɆɌɌȺĐØ',
      'ƈҽɾɾąɗօ',
    ]);
    assert.equal(mask('A ꓚ ꓰ ꓣ ꓣ ꓮ ꓓ ꓳ'), `A ${Array(7).fill(MASK).join(' ')}`);
  });

  it('is masked with any mark over, under or around each letter', () => {
    assertHidden([
      'C\u0332e\u0332r\u0332r\u0332a\u0332d\u0332o\u0332',
      'C\u20E3e\u20E3r\u20E3r\u20E3a\u20E3d\u20E3o\u20E3',
      'C\u1AB0e\uFE20r\u1DC4r\u20DDa\u0483do',
    ]);
  });

  it('is masked with digits and signs in place of letters', () => {
    assertHidden([
      'Cerrad0',
      'C3RR4D0',
      'C3rr@d0',
      'Cerrad○',
      'C€rrado',
      '₵errado',
      'C℮rrado',
      'Cerrad°',
    ]);
    assert.equal(mask('C3rrad0 S0l Insum0s!'), `${MASK}!`);
    assert.equal(
      createContactFinder(['Vila Lima']).mask('V1l4 L!ma e V11a 1ima'),
      `${MASK} e ${MASK}`,
    );
    assert.equal(createContactFinder(['Agr0 Sul']).mask('Agro Sul'), MASK);
  });

  it('is masked where isolates or marks inside an override put it together', () => {
    const [RLO, PDF, LRI, RLI, PDI, RLM] = [
      '\u202E',
      '\u202C',
      '\u2066',
      '\u2067',
      '\u2069',
      '\u200F',
    ];
    for (const text of [
      `${RLO}odar${LRI}Cer${PDI}${PDF}`,
      `${RLO}${LRI}do${PDI}ar${LRI}Cer${PDI}${PDF}`,
      `${RLI}rado${RLM}Cer${PDI}`,
      `${RLI}${LRI}rado${PDI}${LRI}Cer${PDI}${PDI}`,
    ])
      assert.doesNotMatch(mask(`De ${text} hoje`), /odar|Cer|rado/, JSON.stringify(text));
  });

  it('is not found in codes, formulas and units', () => {
    assertKept([
      'Diesel S10, S500, K2O 60%, P2O5 total, MgSO4, CuSO4.5H2O, N2',
      '50L, 10kg, 1L/ha, 250EC, 480SL, 2,4-D, 20-05-20, R$50, US$ 9,12',
      'α-cipermetrina, β-ciflutrina, λ-cialotrina, µm, 25 °C, 3 μg, Ω-3, ΔT',
      'São João d’Oeste, açúcar, 1º, 2ª, Müller, Ångström, ½ saco, 10 m², n.º 5',
      'Não!Sim! 5!',
    ]);
    for (const name of ['Solo', 'Sol', 'Boi'])
      for (const text of ['50L', '80L de água', 'S010', '5 sacos'])
        assert.equal(createContactFinder([name]).mask(text), text, name);
  });
});

describe('a number or an address that a reader puts right at once', () => {
  it('is masked with letters in place of digits', () => {
    assertHidden(['65-98765-432l', '65 9876S-4321', '(65) 9B765-4321', '65 98765 432O']);
    assertHidden(['1122233300018l', '11.222.333/0O01-81']);
    assertKept([
      'Sacos de 20 kg, 100l, 480SL, 2000l de calda, 10S, B12',
      '12 95 100l, 50l e 200l',
      '12 3000 200l',
      '12 95100 150l',
      'Formulação 480 SL ou 500 SC, 1O unidades',
    ]);
  });

  it('is masked with any bracket around the words for its signs', () => {
    assertHidden([
      'joao {at} outra {dot} com',
      'joao <at> outra <dot> com',
      'joao*at*outra*dot*com',
      'joao_arroba_outra_ponto_com',
      'joao-arroba-outra-ponto-com',
      'outra<.>com',
      'outra"."com',
    ]);
  });

  it('is masked with accents in the words of an address', () => {
    assertHidden([
      'joao árroba outra ponto com',
      'joao arrobâ outra pónto côm',
      'joao [Ärŕoba] outra.com',
      'joao àt outra dôt com',
      'joao no gmáil',
      'outra pontó com ponto br',
      'lojas.cóm',
    ]);
    assertKept(['Bônus de 2%', 'até o pônto', 'às 8h, côm frete', 'São 15 árrobas a R$ 300,00']);
  });

  it('is masked without its ending, or behind the word that announces it', () => {
    assertHidden([
      'joao@outra',
      'joao.silva@gmail',
      'joao gmail com',
      'joao no gmail',
      'joao hotmail',
      'www outra com br',
      'www-outra-com-br',
      'http : // outra . com',
      String.raw`https:\\outra`,
      'ftp://1.2.3.4/precos',
      'hxxp://outra.com',
    ]);
    assertKept(['Boi a R$ 300/@, 15@, 20 @', 'preço por @ de boi', 'Entrega com. Br 163']);
  });

  it('is masked behind the plus of another country', () => {
    assertHidden(['+595 981 123456', '+1 415 555 2671', '+54 9 11 2345-6789']);
    assertKept(['+10 20 30 40 50', '20-00-20 + 2% B', 'NPK + 300 400 kg', '+5 a +10 °C']);
  });
});

describe('a telephone number that a reader sees at once', () => {
  it('is masked as keycaps, in circles, and with a mark under each digit', () => {
    const digits = Array.from('65987654321');
    assertHidden([
      digits.map((digit) => `${digit}\uFE0F\u20E3`).join(''),
      digits.map((digit) => `${digit}\u20E3`).join(' '),
      digits.map((digit) => `${digit}\u0332`).join(''),
      digits.map((digit) => `${digit}\u0332`).join(' '),
      '⑥⑤ ⑨⑧⑦⑥⑤ ④③②①',
      '❻❺ ❾❽❼❻❺ ❹❸❷❶',
      '➏➎ ➒➑➐➏➎ ➍➌➋➊',
      '⒍⒌ ⒐⒏⒎⒍⒌ ⒋⒊⒉⒈',
      '⑹⑸ ⑼⑻⑺⑹⑸ ⑷⑶⑵⑴',
    ]);
  });

  it('is masked as a document whose dots are those of its digits', () => {
    assertHidden([
      '1⒈222.333/0001-81',
      '⒒222.333/0001-81',
      '1⒈22⒉333/0001-81',
      '52⒐98⒉247-25',
      'outra⒈com',
    ]);
    assertKept([
      '⒈ Ureia\n⒉ MAP\n⒊ KCl',
      '⒈Entrega em 5 dias ⒉Frete incluso',
      'R$ ⒈234,56 e R$ 1⒉000,00',
      '⒑000 kg a 2⒌000 kg',
    ]);
  });

  it('is masked in any groups and with anything between them', () => {
    assertHidden([
      '(65) 987 654 321',
      '65-987-654-321',
      '65 98765 (4321)',
      '65_98765_4321',
      '65·98765·4321',
      '65 / 98765 / 4321',
      '65:98765:4321',
      '65\u000B98765\u000B4321',
      '65\u202898765\u20284321',
      '65 📞 98765 📞 4321',
      '65, 98765, 4321',
      '659 8765 4321',
      '6598 765 4321',
      '+55 65 987 654 321',
      '55 (65) 987.654.321',
      '(65) 33 33 44 44',
      '(65) 333-344-44',
      '65_3333_4444',
      '65 3333 (4444)',
      '065 987 654 321',
      '98765_4321',
      '98765·4321',
    ]);
    assert.equal(mask('1 (65) 987 654 321'), `1 ${MASK}`);
    assert.equal(mask('R$ 25,00 65 987 654 321'), `R$ 25,00 ${MASK}`);
  });

  it('is masked before a unit too', () => {
    for (const number of ['65 98765-4321', '(65) 3333-4444', '65987654321', '+55 65 98765 4321'])
      for (const unit of ['kg', 'L', 'sacas', 't'])
        assert.equal(mask(`${number} ${unit}`), `${MASK} ${unit}`, number);
  });
});

describe('an address that a reader sees at once', () => {
  it('is masked with a dot of any kind', () => {
    assertHidden([
      'outra·com·br',
      'outra•com•br',
      'outra∙agr∙br',
      'outra▪com▪br',
      'outra˙com˙br',
      'outra■com■br',
      'outra◾com',
      'outra⸱com⸱br',
      'outra,com,br',
      'outra,agr,br',
      'joao@outra,com',
      'joao@outra·com',
      'joao@outra•com•br',
    ]);
    assert.equal(mask('Veja outra,com'), `Veja ${MASK}`);
  });

  it('is masked when it is short, or ends with any domain that exists', () => {
    assertHidden([
      'youtu.be/3abcd',
      't.co/3abcd',
      'linktr.ee/outra',
      'lnkd.in/3abcd',
      'is.gd/outra',
      'outra.co',
      'outra.ai',
      'outra.eu',
      'outra.agro.uk',
      'outra.fyi',
      'outra.business',
      'outra.to/loja',
      'outra.pro/loja',
    ]);
  });

  it('is not found where the space after a full stop or comma is missing', () => {
    assertKept([
      'Frete incluso.Em até 5 dias.De segunda a sexta.No porto.Na fazenda.Se chover.Do silo.Ao lado',
      'Preço bom.Pro campo.Para soja.As sacas.So ate sexta.La.Ao lado, frete,com desconto,sem juros',
      'Sorriso.MT, Londrina.PR, Toledo.Pr, 10 sc.SC50, 5 kg.Kg, 2 t.To, K2O.Cl/ha, MgO.Mg, 30 ml.ML',
      'Final.Total.Casa.Data.Vale.Plus.Prime.Bio.Eco.Cal.Menu.Mil.Bom.Zero.Rio.Via.Global.Max',
      'Produto,com garantia,com br-163 livre',
      'Entrega rápida • com frete • Galões · Ureia • Br',
    ]);
  });
});

describe('honest doses, prices and columns', () => {
  it('stay as they are', () => {
    assertKept([
      'R$ 3450-3500 por t, R$ 3.450-3.500, preço 3250-3475, valores: 2995-3120',
      '3450-3500/t, 2875–2990 por saca',
      '15/30/45/60/75 dias',
      '14/28/42/56/70 dias',
      'Prazos 11 22 33 44 55',
      'Entrega 11/9/2026 15:30',
      'Entrega 11/09/2026 às 15:30, 12/2025 3000 kg',
      'Preços 11,90 12,50 130',
      'Preços 11.90 12.50 130.5',
      '21 2000 3000 L',
      '12 3456 7890 sacas',
      'Lote 12: 3500 / 4000 kg',
      'R$ 1.234.567.890,00',
      '12,5 95,25 100,75 4',
      'CEP 78550-000, 78890-000',
    ]);
  });

  it('stay as they are in any list of them', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const price = fc
      .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) => `${whole.toLocaleString('pt-BR')},${two(cents)}`);
    const dose = fc
      .tuple(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom('L/ha', 'kg/ha', 'mL', 'g'),
      )
      .map(([whole, part, unit]) => `${whole},${part} ${unit}`);
    const quantity = fc
      .tuple(fc.integer({ min: 1, max: 999_999 }), fc.constantFrom('kg', 'L', 'sacas', 't', 'un'))
      .map(([amount, unit]) => `${amount.toLocaleString('pt-BR')} ${unit}`);
    const date = fc
      .tuple(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(2026, 2027, 26),
      )
      .map(([day, month, year]) => `${two(day)}/${two(month)}/${year}`);
    const terms = fc
      .tuple(fc.constantFrom(7, 10, 14, 15, 21, 28, 30), fc.integer({ min: 2, max: 6 }))
      .map(
        ([step, times]) =>
          Array.from({ length: times }, (_, at) => step * (at + 1)).join('/') + ' dias',
      );
    const formula = fc
      .array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 })
      .map((parts) => parts.map(two).join('-'));
    for (const kind of [price, dose, quantity, date, terms, formula])
      for (const gap of [' ', '  ', '\t', '\n', ' / ', '; ', ' | ', ', ', ' • '])
        fc.assert(
          fc.property(fc.array(kind, { maxLength: 6 }), (cells) => {
            const text = cells.join(gap);
            assert.equal(maskContacts(text), text);
          }),
          { numRuns: 40, seed: 20261125 },
        );
  });
});
