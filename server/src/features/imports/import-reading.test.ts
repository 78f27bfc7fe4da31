import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cnpjCheckDigits } from '@lavra/domain/document/cnpj';
import { cpfCheckDigits } from '@lavra/domain/document/cpf';
import { someCpf } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { errorsOf, importDesk } from './imports.fixture.ts';

const service = await startService();
const desk = await importDesk(service);

const HEADING =
  'Nome;E-mail;CPF ou CNPJ;Telefone;Área plantada;Latitude;CEP;Logradouro;Município;UF';
let ordinal = 0;
const farmer = ({
  name = 'Sítio',
  document = someCpf(),
  phone = '',
  area = '',
  latitude = '',
  cep = '78890-000',
  city = 'Sorriso',
  uf = 'MT',
} = {}): string =>
  `${name};leitura-${(ordinal += 1)}@teste.example;${document};${phone};${area};${latitude};${cep};Rua A;${city};${uf}`;
const sheet = (...rows: string[]): string => [HEADING, ...rows].join('\r\n');
const dataOf = async (file: string | Buffer) => {
  const { status, body } = await desk.send('producers', file);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(errorsOf(body), {});
  return body.rows.map(({ data }) => data);
};

describe('an import file', () => {
  it('may be composed or decomposed Unicode, Windows-1252 or UTF-16, with or without a BOM', async () => {
    const text = sheet(farmer({ name: 'Agropecuária São João', city: 'São José do Rio Claro' }));
    const files = [
      text,
      text.normalize('NFD'),
      `\uFEFF${text}`,
      Buffer.from(text, 'latin1'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
    ];
    for (const file of files)
      assert.equal((await dataOf(file))[0]?.['name'], 'Agropecuária São João');
  });

  it('of an old Mac or of DOS keeps its names', async () => {
    // A producers' list with CR line ends is reported as charlock_holmes #98.
    const pages = {
      mac: { é: 0x8e, ç: 0x8d, ã: 0x8b, í: 0x92 },
      dos: { é: 0x82, ç: 0x87, ã: 0xc6, í: 0xa1 },
    };
    for (const page of Object.values(pages)) {
      const text =
        `Nome;Email;CPF;Cidade;UF;CEP;Rua\rJosé Conceição;velha-${(ordinal += 1)}@teste.example;` +
        `${someCpf()};Sorriso;MT;78890-000;Estrada São João\r`;
      const bytes = Buffer.from(
        Array.from(text, (letter) => ({ ...page })[letter as 'é'] ?? letter.charCodeAt(0)),
      );
      assert.equal((await dataOf(bytes))[0]?.['name'], 'José Conceição');
    }
  });

  it('may have a CNPJ that reads like a number in scientific notation', async () => {
    // Letters in the root since July 2026: IN RFB 2.229/2024, erpbrasil.base PR #63.
    const { status, body } = await desk.send(
      'suppliers',
      [
        'Nome;E-mail;CNPJ;CEP;Logradouro;Município;UF',
        `Revenda Um;um-${(ordinal += 1)}@teste.example;1E234567000113;78890-000;Rodovia BR-163;Sorriso;MT`,
        `Revenda Dois;dois-${(ordinal += 1)}@teste.example;4E765432000145;78890-000;Rodovia BR-163;Sorriso;MT`,
        `Revenda Três;tres-${(ordinal += 1)}@teste.example;1,23457E+13;78890-000;Rodovia BR-163;Sorriso;MT`,
      ].join('\r\n'),
    );
    assert.equal(status, 200, JSON.stringify(body));
    const problems = errorsOf(body);
    assert.deepEqual(Object.keys(problems), ['4']);
    assert.match(JSON.stringify(problems), /notação científica/);
  });

  it('may have its columns in any order, under other names, with extra ones, and commas or tabs', async () => {
    const row = `"Rio Verde","GO","75901-000","a${(ordinal += 1)}@teste.example","${someCpf()}","Rua B","Fulano de Teste","x"`;
    const { body } = await desk.send(
      'producers',
      `cidade,ESTADO,cep,EMAIL,"CPF/CNPJ",Endereço,nome_completo,Apelido\n${row}`,
    );
    assert.deepEqual(
      [errorsOf(body), body.warnings, body.rows[0]?.data['city']],
      [{}, ['A coluna "Apelido" não é conhecida e foi ignorada.'], 'Rio Verde'],
    );
    assert.equal(
      (await desk.send('producers', sheet(farmer()).replaceAll(';', '\t'))).body.summary.valid,
      1,
    );
  });

  it('has its rows numbered as in the spreadsheet: blank rows, multi-line cells and remarks count', async () => {
    const { body } = await desk.send(
      'producers',
      sheet(
        '',
        `"Sítio\nde duas linhas${farmer().replace('Sítio', '"')}`,
        '# Um exemplo;x',
        ';;;;',
        farmer({ cep: 'x' }),
      ),
    );
    assert.deepEqual(
      [body.rows.map(({ row }) => row), body.rows[0]?.data['name'], errorsOf(body)],
      [[3, 6], 'Sítio\nde duas linhas', { 6: ['CEP: Informe um CEP com 8 dígitos.'] }],
    );
  });

  it('reports damage done by a spreadsheet, and restores lost leading zeros by the check digits', async () => {
    const root = '004740714';
    const cpf = root + cpfCheckDigits(root);
    const base = '004740710001';
    const cnpj = base + cnpjCheckDigits(base);
    const preview = await desk.preview(
      'producers',
      HEADING,
      farmer({ document: cpf.replace(/^0+/, '') }),
      farmer({ document: cnpj.replace(/^0+/, '') }),
      farmer({ document: '1,23457E+13' }),
      farmer({ document: '4740714' }),
      farmer({ cep: '1001000' }),
      farmer({ name: '#N/D' }),
      farmer({ document: '12345678901234' }),
    );
    assert.deepEqual(errorsOf(preview), {
      2: [
        `CPF ou CNPJ: A planilha parece ter tirado os zeros à esquerda. Formate a coluna como texto e escreva ${cpf}.`,
      ],
      3: [
        `CPF ou CNPJ: A planilha parece ter tirado os zeros à esquerda. Formate a coluna como texto e escreva ${cnpj}.`,
      ],
      4: [
        'CPF ou CNPJ: A planilha trocou o número por notação científica (1,23457E+13). Formate a coluna como texto e digite-o de novo.',
      ],
      5: ['CPF ou CNPJ: Informe um CPF ou CNPJ válido.'],
      6: [
        'CEP: A planilha parece ter tirado os zeros à esquerda. Formate a coluna como texto e escreva 01001-000.',
      ],
      7: ['Nome: A célula tem um erro de fórmula (#N/D). Corrija-a na planilha.'],
      8: ['CPF ou CNPJ: Informe um CNPJ válido.'],
    });
  });

  it('has its numbers read in the Brazilian way, and refused where they are ambiguous', async () => {
    const [first, second] = await dataOf(
      sheet(
        farmer({ area: '1.234,56', latitude: '-12,5425' }),
        farmer({ area: '1234.5', latitude: '-12.5425' }),
      ),
    );
    assert.deepEqual([first?.['planted_area'], second?.['planted_area']], [1234.56, 1234.5]);
    const refused = await desk.preview(
      'producers',
      HEADING,
      ...['1.500', '1e400', '-3', '1,234', 'muito', '99999999999', '=1+1'].map((area) =>
        farmer({ area }),
      ),
      farmer({ latitude: '91' }),
    );
    assert.deepEqual(
      Object.values(errorsOf(refused)).map(([sentence]) => sentence),
      [
        'Área plantada (ha): Não dá para saber se o ponto separa milhares ou decimais. Escreva 1234 ou 1,234.',
        'Área plantada (ha): Informe um número, por exemplo 1234,56.',
        'Área plantada (ha): Não pode ser negativo.',
        'Área plantada (ha): Use no máximo 2 casas decimais.',
        'Área plantada (ha): Informe um número, por exemplo 1234,56.',
        'Área plantada (ha): Deve ser no máximo 9.999.999.999,99.',
        'Área plantada (ha): Informe um número, por exemplo 1234,56.',
        'Latitude: Deve ser no máximo 90.',
      ],
    );
  });

  it('gets an error for an unknown city or state, and may use other known spellings', async () => {
    const rows = await dataOf(
      sheet(
        farmer({ city: 'VILA BELA DA SANTISSIMA TRINDADE' }),
        farmer({ city: "Olho d'Agua", uf: 'PB' }),
        farmer({ city: 'Bom Jesus', uf: 'Piauí' }),
      ),
    );
    assert.equal(rows.length, 3);
    assert.deepEqual(
      errorsOf(
        await desk.preview(
          'producers',
          HEADING,
          farmer({ city: 'Sorriso', uf: 'GO' }),
          farmer({ uf: 'XX' }),
        ),
      ),
      {
        2: ['Município: Este município não existe neste estado. Você quis dizer Sorriso/MT?'],
        3: ['UF: Este estado não existe.'],
      },
    );
  });
});

describe('an invalid import file', () => {
  it('is refused with the position of the error, and nothing of it is stored', async () => {
    const wide = `${HEADING}${';x'.repeat(55)}`;
    const files: readonly (readonly [string | Buffer, number, string, RegExp])[] = [
      ['', 422, 'file', /vazia/],
      ['Nome;E-mail\na;b', 422, 'file', /Falta a coluna CPF ou CNPJ/],
      [`${HEADING};Nome`, 422, 'file', /coluna Nome aparece mais de uma vez/],
      [`${HEADING};Razão social`, 422, 'file', /coluna Nome aparece mais de uma vez/],
      [Buffer.from('%PDF-1.7\n\0\0'), 422, 'file', /não (pôde ser lida|é uma planilha)/],
      [Buffer.from('PK\x03\x04\x14\0\0\0'), 422, 'file', /não (pôde ser lida|é uma planilha)/],
      [sheet(farmer({ name: 'com\0nulo' })), 422, 'file', /não (pôde ser lida|é uma planilha)/],
      [sheet(farmer(), `"Sítio;a@b.example`), 422, 'rows.3', /aspas/],
      [sheet(`Sítio "torto;x`, `"a"b;c`), 422, 'rows.2', /aspas/],
      [sheet(`"${'"'.repeat(4_000_000)}`), 422, 'rows.2', /./],
      [`${wide}\n${farmer()}`, 422, 'rows.1', /no máximo 64/],
      [sheet(farmer({ name: 'x'.repeat(4097) })), 422, 'rows.2', /longo demais/],
      [sheet(farmer({ name: 'é'.repeat(2049) })), 422, 'rows.2', /longo demais/],
      [
        sheet(...Array.from({ length: 10_001 }, () => 'a;b')),
        422,
        'file',
        /linhas demais: use no máximo 10000/,
      ],
      [`${HEADING}\n${'\n'.repeat(1_000_000)}`, 422, 'file', /linhas demais/],
    ];
    const before = await service.db.q.selectFrom('imports').select('id').execute();
    for (const [file, status, field, sentence] of files) {
      const { status: answered, body } = await desk.send('producers', file);
      assert.deepEqual(
        [answered, Object.keys(body.errors ?? {})],
        [status, [field]],
        `${sentence}: ${JSON.stringify(body).slice(0, 200)}`,
      );
      assert.match(body.errors[field]?.[0] ?? '', sentence);
    }
    assert.equal(
      (await desk.send('producers', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status,
      413,
    );
    assert.equal(
      (await service.db.q.selectFrom('imports').select('id').execute()).length,
      before.length,
    );
  });

  it('may contain any cells: every reply is a list of sentences', async () => {
    const nasty = [
      '=HYPERLINK("x")',
      '@SUM(A1)',
      '+55',
      "'; DROP TABLE users;--",
      '<script>',
      '__proto__',
      'constructor',
      '\u202Etxt',
      '\uD83D',
      'NaN',
      '1e400',
      '2026-02-30',
      '💥'.repeat(500),
      '٥٢٩',
    ];
    for (const cell of nasty) {
      const quoted = `"${cell.replaceAll('"', '""')}"`;
      for (const type of [
        'producers',
        'suppliers',
        'consultants',
        'products',
        'orders',
        'proposals',
      ]) {
        const { raw } = await service.call('GET', `/api/v1/admin/import/template/${type}`, {
          token: desk.token,
        });
        const [heading = ''] = raw.toString('utf8').split('\r\n');
        const { status, body } = await desk.send(
          type,
          `${heading}\r\n${heading
            .split(';')
            .map(() => quoted)
            .join(';')}`,
        );
        assert.deepEqual(
          [status, body.summary?.invalid],
          [200, 1],
          `${type} ${cell}: ${JSON.stringify(body).slice(0, 300)}`,
        );
        assert.ok(
          body.rows[0]?.errors.every(
            (sentence) => sentence.endsWith('.') || sentence.endsWith('?'),
          ),
          JSON.stringify(body.rows[0]?.errors),
        );
      }
    }
  });
});
