import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { sheetUploads } from '../kit/sheet.ts';
import { count, flag, nullable, object, oneOf, text } from '../kit/schema.ts';

const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
const cell = (example: string) => nullable(text(4096, { examples: [example] }));

/**
 * A parsed row; types, subtypes and units have their catalogue names when they were found there.
 */
export const ProductImportData = object(
  {
    type: cell('Defensivos'),
    subtype: cell('Herbicidas'),
    name: cell('Roundup Original'),
    description: cell('Uso agrícola'),
    brand: cell('Roundup Original'),
    active_ingredient: cell('Glifosato-sal de isopropilamina'),
    concentration: cell('480 g/L'),
    unit: cell('L'),
    active: nullable(flag()),
  },
  { title: 'ProductImportData' },
);
export type ProductImportData = Static<typeof ProductImportData>;

export const ProductImportRow = object(
  {
    row: Type.Integer({
      minimum: 2,
      examples: [2],
      description: 'Linha do arquivo; a 1 é o cabeçalho',
    }),
    status: oneOf(['success', 'error'], { examples: ['success'] }),
    action: oneOf(['create', 'skip'], {
      examples: ['create'],
      description: 'skip: o produto já existe e não muda, ou a linha tem erro',
    }),
    errors: Type.Array(Type.String(), {
      examples: [['Subtipo: não existe. Você quis dizer Herbicidas?']],
    }),
    data: ProductImportData,
  },
  { title: 'ProductImportRow' },
);
export type ProductImportRow = Static<typeof ProductImportRow>;

export const ProductImport = object(
  {
    summary: object(
      {
        total: count({ examples: [120] }),
        valid: count({ examples: [120] }),
        invalid: count({ examples: [0] }),
        created: count({ examples: [118], description: 'Zero quando há linhas com erro' }),
        skipped: count({ examples: [2], description: 'Já existiam' }),
      },
      { title: 'ProductImportSummary' },
    ),
    rows: Type.Array(ProductImportRow),
  },
  { title: 'ProductImport' },
);
export type ProductImport = Static<typeof ProductImport>;

export const importProducts = endpoint({
  id: 'importProducts',
  method: 'POST',
  path: '/api/v1/products/import',
  tag: 'Catálogo',
  origin: 'interface',
  access: { profiles: ['admin'], permission: 'products.create' },
  summary: 'Importar produtos de uma planilha',
  description:
    'CSV ou .xlsx. Colunas: Tipo;Subtipo;Nome;Descrição;Marca;Ingrediente ' +
    'ativo;Concentração;Unidade;Ativo. Sem linhas com erro, tudo é gravado de uma vez; com ' +
    'erro, nada.',
  upload: { maxBytes: MAX_IMPORT_BYTES, mediaTypes: sheetUploads },
  outdates: ['catalogue'],
  reply: ProductImport,
});
