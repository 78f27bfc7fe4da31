/** Returns one registration in the register's form, by default a plain herbicide. */
export const registration = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  nr_registro: '12345',
  marcas: ['Herbicida Pleno'],
  titular: 'Química Exemplo S.A. – São Paulo/SP',
  classes: ['Herbicida'],
  formulacao: 'SC',
  class_tox: 'Categoria 4 – Produto Pouco Tóxico',
  class_amb: 'Produto Perigoso ao Meio Ambiente',
  ingredientes: [{ ia: 'glifosato', grupo: 'glicina substituída', conc: '480', un: 'g/L' }],
  unidade_derivada: 'L',
  culturas: [],
  ...fields,
});

const ingredient = (ia: string, conc: string, un: string) => ({ ia, grupo: 'qualquer', conc, un });
const decomposed = (text: string): string => text.normalize('NFD');

/** Registrations that importers commonly get wrong, each with a brand of its own. */
export const pitfalls: readonly Record<string, unknown>[] = [
  registration({ nr_registro: '00125', marcas: ['Zero à Esquerda'] }),
  registration({ nr_registro: '944/26R', marcas: ['Com Barra'] }),
  registration({ marcas: ['2,4-D Nortox'], ingredientes: [ingredient('2,4-D', '806', 'g/L')] }),
  registration({
    marcas: ['Haloxifop CCAB 124,7 EC'],
    ingredientes: [ingredient('haloxifope-P-metílico', '124.7', 'g/L')],
  }),
  registration({ marcas: ['1,4 Sight'] }),
  registration({ marcas: ['Trionil, Tricross, Trizap'], classes: ['Fungicida microbiológico'] }),
  registration({ marcas: ['Glufosinato Vírgula,'] }),
  registration({
    marcas: ['Baculo', 'Spinix', 'Biosixx®', 'Spinix'],
    classes: ['Inseticida Microbiológico'],
    unidade_derivada: 'KG',
  }),
  registration({
    marcas: [decomposed('Ação Decomposta')],
    titular: decomposed('Indústria Química'),
    classes: [decomposed('Regulador de Crescimento')],
  }),
  registration({ marcas: ['Byte\u0096Perdido\u0099'], titular: 'Empresa \u0096 Jataí/GO' }),
  registration({ marcas: ['  Espaço\u00A0 \t sobrando  '] }),
  registration({
    marcas: ['Vespa'],
    classes: ['Agente Biológico de Controle'],
    ingredientes: [ingredient('Telenomus podisi&#8203', '', '')],
    unidade_derivada: null,
  }),
  registration({
    marcas: ['Vespa no Copo'],
    classes: ['Agente Biológico de Controle'],
    ingredientes: [ingredient('Cotesia flavipes', '1500', 'vespas/copo')],
    unidade_derivada: null,
  }),
  registration({
    marcas: ['Mistura'],
    ingredientes: [ingredient('2,4-D', '406', 'g/L'), ingredient('picloram', '103.6', 'g/L')],
  }),
  registration({
    marcas: ['Repetido por Dentro'],
    ingredientes: [ingredient('Atrazina', '900', 'g/kg'), ingredient('atrazina', '900', 'g/kg')],
    unidade_derivada: 'KG',
  }),
  registration({
    marcas: ['Meia Concentração'],
    ingredientes: [
      ingredient('Bacillus subtilis', '', ''),
      ingredient('Bacillus pumilus', '100', 'g/L'),
    ],
  }),
  registration({ marcas: ['Duas Classes'], classes: ['Acaricida', 'Inseticida'] }),
  registration({ marcas: ['Homônimo'], nr_registro: '1' }),
  registration({ marcas: ['HOMONIMO'], nr_registro: '2' }),
  registration({ marcas: ['Homônimo'], nr_registro: '3', classes: ['Inseticida'] }),
  registration({ marcas: ['Tudo em Soja'], culturas: [11, 22, 33] }),
  registration({ marcas: ['Sem Ingrediente'], ingredientes: [] }),
  registration({ marcas: ['Meio\u0000Nulo\uD800'] }),
  registration({ marcas: ['Sinais + % (D2)'] }),
];

export const linesOf = (records: readonly unknown[]): string =>
  records
    .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
    .join('\n');

/** Lines that are not registrations, with the problem of each. */
export const badLines: readonly (readonly [line: unknown, problem: RegExp])[] = [
  ['{"nr_registro": "1", ', /não é JSON/],
  ['[1, 2]', /não é um objeto/],
  [registration({ nr_registro: 12345 }), /nr_registro não é um texto/],
  [registration({ nr_registro: ' ' }), /falta o número do registro/],
  [registration({ marcas: [] }), /falta a marca/],
  [registration({ marcas: undefined }), /falta o campo marcas/],
  [registration({ marcas: ['x'.repeat(201)] }), /passa de 200 caracteres/],
  [registration({ classes: ['Poção'] }), /não é conhecida: Poção/],
  [registration({ unidade_derivada: 'SACO' }), /unidade/],
  [registration({ ingredientes: ['glifosato'] }), /ingrediente não é um objeto/],
];
