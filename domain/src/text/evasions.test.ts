import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { contactPatterns } from './contact-patterns.ts';
import { CONTACT_MASK, findContacts, maskContacts } from './contacts.ts';

const MASK = CONTACT_MASK;
const RLO = '\u202E';
const PDF = '\u202C';
const backwards = (text: string): string => Array.from(text).toReversed().join('');

function assertHidden(contacts: readonly string[]): void {
  for (const contact of contacts) {
    assert.equal(
      maskContacts(`Fale em ${contact}, por favor`),
      `Fale em ${MASK}, por favor`,
      contact,
    );
    assert.equal(maskContacts(contact), MASK, contact);
  }
}

function assertKept(texts: readonly string[], names: readonly string[] = []): void {
  for (const text of texts) assert.equal(maskContacts(text, names), text);
}

describe('a contact that was split up', () => {
  it('is masked when its digits are separated', () => {
    assertHidden([
      '6 5 9 9 9 9 9 8 8 8 8',
      '6 5 3 3 3 3 4 4 4 4',
      '5 5 6 5 9 9 9 9 9 8 8 8 8',
      '6-5-9-9-9-9-9-8-8-8-8',
      '6.5.9.9.9.9.9.8.8.8.8',
      '(6 5) 9 9 9 9 9 - 8 8 8 8',
      '9 9 9 9 9 8 8 8 8',
      '5 2 9 9 8 2 2 4 7 2 5',
      '1 1 2 2 2 3 3 3 0 0 0 1 8 1',
    ]);
  });

  it('is masked when the groups of a document are separated', () => {
    assertHidden([
      '11 222 333 0001 81',
      '11 222 333/0001 81',
      '11.222.333 0001-81',
      '529 982 247 25',
      '529.982.247 25',
    ]);
  });

  it('is masked when some groups of a document are joined, with any sign between the others', () => {
    assertHidden([
      '11222333 0001-81',
      '11222333/0001 81',
      '112223330001-81',
      '11,222,333/0001-81',
      '11_222_333_0001_81',
      '1 1 . 2 2 2 . 3 3 3 / 0 0 0 1 - 8 1',
      '529.982.24725',
      '529982247 25',
      '529,982,247-25',
    ]);
    assertKept(['11222333 0001-80', '529982247 24', '100,200,300,40', '12345678 1234-56']);
  });

  it('is masked when it is a mobile without its area code, however it is parted', () => {
    assertHidden(['99999 - 8888', '99999--8888', '99999 – 8888', '9.9999.8888', '9_9999_8888']);
  });

  it('is masked behind a word that announces a number, whatever stands between', () => {
    for (const [said, number] of [
      ['fone=', '33334444'],
      ['Fone = ', '3333 4444'],
      ['WhatsApp - ', '3333 4444'],
      ['whats nº ', '33334444'],
      ['zap é o ', '3333.4444'],
      ['meu celular é ', '3333 4444'],
      ['Tel. número: ', '33334444'],
    ] as const)
      assert.equal(maskContacts(`${said}${number}, por favor`), `${said}${MASK}, por favor`, said);
    assertKept(['Divisão celular: 10 a 20 dias', 'Ligar o pivô 12 h', 'Tel-Aviv 2026']);
  });

  it('is masked at any usual provider of mail', () => {
    assertHidden([
      'joao outlook com',
      'joao no outlook',
      'joao em yahoo com br',
      'joao yahoo.com.br',
      'joao no icloud',
      'joao uol com br',
      'joao g mail com',
      'joao no g-mail',
      'joao hot mail com',
    ]);
    assertKept(['Planilha do outlook', 'Mail 3 e e-mail', 'Yahoo 2026']);
  });

  it('is masked when its dots are separated or written as words', () => {
    assertHidden([
      'a . com . br',
      'outra . com . br',
      'outra. com. br',
      'outra ponto com ponto br',
      'outra[.]com[.]br',
      'outra (ponto) com',
      'www.outra . com . br',
      'joao at outra dot com',
      'joao at outra.com.br',
      'joao@outra ponto com',
      'joao (at) outra (dot) com',
      'joao@outra . com . br',
      'joao arroba outra ponto com ponto br',
    ]);
  });

  it('is masked when a line ends within the phone number', () => {
    assertHidden([
      '65 99999\n8888',
      '(65) 99999\r\n8888',
      '(65)\n3333 4444',
      '(65) 3333\n4444',
      '+55 65 99999-\n8888',
    ]);
  });

  it('is masked when it is written backwards behind a direction mark', () => {
    for (const contact of ['outra.com.br', 'joao@outra.com.br', '(65) 99999-8888']) {
      const turned = backwards(contact).replaceAll(/[()]/g, (one) => (one === '(' ? ')' : '('));
      assert.doesNotMatch(
        maskContacts(`Fale em ${RLO}${backwards(contact)}${PDF}, por favor`),
        /artuo|8888/,
        contact,
      );
      assert.doesNotMatch(maskContacts(`${RLO}${turned}`), /artuo|8888/, contact);
    }
    assert.equal(
      maskContacts(`A ${RLO}rb.moc.artuo${PDF} entrega`),
      `A ${RLO}${MASK}${PDF} entrega`,
    );
    assert.equal(
      maskContacts(`A ${RLO}luS orgA, sim${PDF} entrega`, ['Agro Sul']),
      `A ${RLO}${MASK}, sim${PDF} entrega`,
    );
    assert.equal(maskContacts(`${RLO}rb.moc.artuo\nagro.com.br`), `${RLO}${MASK}\n${MASK}`);
  });

  it('is masked when the address has an unusual ending', () => {
    assertHidden([
      'outra.xyz',
      'outra.info',
      'outra.biz',
      'outra.dev/precos',
      'bit.ly/3abcd',
      'loja.outra.club',
    ]);
  });
});

describe('the quick check before a pattern search', () => {
  it('lets every text through that contains the pattern', () => {
    const piece = fc.constantFrom(
      'joao',
      '@',
      ' @ ',
      ' (at) ',
      '[ARROBA]',
      ' at ',
      ' arroba ',
      'outra',
      '.',
      ' . ',
      ' ponto ',
      '[.]',
      ' (DOT) ',
      'com',
      'BR',
      'xyz',
      'www.',
      'HTTPS://',
      '/',
      ' ',
      '-',
      ',',
      '\n',
      '(',
      ')',
      '65',
      '9',
      '1',
      '99999',
      '8888',
      '3333',
      '11',
      '222',
      '333',
      '0001',
      '81',
      '529',
      '982',
      '247',
      '25',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('');
        for (const { shape, needs } of contactPatterns)
          if (needs !== undefined && text.search(shape) >= 0) assert.match(text, needs);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('text of honest offers', () => {
  it('keeps its lists, columns, sums, doses and sentences, which resemble split contacts', () => {
    assertKept([
      'Talhões 1 2 3 4 5 6 7 8 9',
      'Parcelas 1, 2, 3, 4, 5, 6, 7, 8, 9 e 10',
      'Doses 1,5 2,5 3,5 4,5 5,5 6,5',
      'Doses 1.5 2.5 3.5 4.5 5.5 6.5',
      '1 2 3 4 5 6 7 8 9 10 11 12',
      '1 000 000',
      '12 000 000 kg',
      'Total 1 234 567 89',
      'R$ 11 222 333 0001 80',
      '100 200 300 40',
      'Formulados 4-1-8 2-5-2 0-2-0 8-2-8',
      '21\n2000\n3000',
      '12\n3456\n7890',
      '50 2500\n3000',
      '95000\n7500',
      '12 95000\n13 80000',
      'Dia 10\n2000-3000 kg',
      'Sacos de 50 kg . com frete',
      'Entrega no ponto com frete incluso',
      'Rota sul. BR-163 km 745',
      'Rod. com. BR 163',
      'Resp. Eng. Agr. br',
      'Big bag . br',
      'Galões. Com desconto',
      'Qualidade top. Info no rótulo',
      'K2O.Cl 60%',
      '480 g.ia/ha',
      'Produto at rede elétrica',
      'Kit A.T 2.5',
    ]);
  });

  it('keeps a name that is joined to other letters, since names are whole words', () => {
    assertKept(['xAgroSul', 'AgroSulx', 'agrotóxico'], ['Agro Sul', 'Agro']);
  });

  it('keeps reversed text that is no contact', () => {
    assert.deepEqual(findContacts(`Entrega ${RLO}otnorp${PDF} em 20/11/2026`), []);
  });
});
