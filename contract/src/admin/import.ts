import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { sheetFiles, sheetFormat, sheetUploads } from '../kit/sheet.ts';
import {
  count,
  flag,
  id,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

const tag = 'Importação';
const viewers = { profiles: ['admin'], permission: 'imports.view' } as const;
const importers = { profiles: ['admin'], permission: 'imports.create' } as const;

export const importTypes = [
  'producers',
  'suppliers',
  'consultants',
  'products',
  'orders',
  'proposals',
] as const;
export type ImportTypeName = (typeof importTypes)[number];
export const importStates = ['previewed', 'processing', 'completed', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 10_000;

const importType = () => oneOf(importTypes, { examples: ['producers'] });
const byType = Type.Object({ type: importType() });
const byImport = Type.Object({
  import_id: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
});

/**
 * The parsed values of a row, by column: dates as ISO, numbers as numbers, documents without mask.
 */
const ImportData = Type.Unsafe<Readonly<Record<string, string | number | boolean | null>>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  examples: [{ name: 'Fazenda Demonstração', document: '52998224725' }],
});
export type ImportData = Static<typeof ImportData>;

const sentences = (example: string) => Type.Array(Type.String(), { examples: [[example]] });

export const ImportRow = object(
  {
    row: Type.Integer({
      minimum: 2,
      examples: [2],
      description: 'Linha do arquivo como a planilha a mostra; a 1 é o cabeçalho',
    }),
    status: oneOf(['success', 'error'], { examples: ['success'] }),
    action: oneOf(['create', 'skip'], {
      examples: ['create'],
      description: 'skip: já existe e não muda, ou a linha tem erro',
    }),
    errors: sentences('CPF ou CNPJ: Informe um CPF válido.'),
    warnings: sentences('Unidade: "Kg." foi lida como KG.'),
    data: ImportData,
  },
  { title: 'ImportRow' },
);
export type ImportRow = Static<typeof ImportRow>;

const ImportSummary = object(
  {
    total: count({ examples: [120] }),
    valid: count({ examples: [118] }),
    invalid: count({ examples: [2] }),
  },
  { title: 'ImportSummary', description: 'Em linhas' },
);

export const ImportPreview = object(
  {
    import_id: uuid(),
    type: importType(),
    filename: text(300, { examples: ['produtores.csv'] }),
    summary: ImportSummary,
    warnings: sentences('A coluna "Apelido" não é conhecida e foi ignorada.'),
    rows: Type.Array(ImportRow),
  },
  { title: 'ImportPreview' },
);
export type ImportPreview = Static<typeof ImportPreview>;

const head = {
  import_id: uuid(),
  type: importType(),
  type_label: text(30, { examples: ['Produtores'] }),
  state: oneOf(importStates, { examples: ['processing'] }),
  state_label: text(30, { examples: ['Em processamento'] }),
  filename: text(300, { examples: ['produtores.csv'] }),
  allow_partial: flag({ examples: [false] }),
  summary: ImportSummary,
  progress: object(
    {
      processed: count(),
      total: count(),
      percent: Type.Integer({ minimum: 0, maximum: 100, examples: [40] }),
    },
    { title: 'ImportProgress', description: 'Em linhas' },
  ),
  created: count({ description: 'Cadastros criados; uma cotação de vários itens é uma' }),
  skipped: count({
    description: 'Linhas cujo cadastro já existia, e não mudou; antes de gravar, as que já existem',
  }),
  failure: nullable(
    Type.String({
      examples: ['Linha 7: E-mail: Este e-mail já está cadastrado.'],
      description: 'Por que nada foi gravado',
    }),
  ),
  requested_by: nullable(
    object(
      { id: id(), name: text(200, { examples: ['Conta de demonstração'] }) },
      { title: 'ImportRequester' },
    ),
  ),
  created_at: timestamp(),
  started_at: nullable(timestamp()),
  finished_at: nullable(timestamp()),
};

export const ImportSummaryRecord = object(head, { title: 'Import' });
export type ImportSummaryRecord = Static<typeof ImportSummaryRecord>;

/** A problem of one cell, and what was probably meant: the cells that accepting it fills. */
const ImportCellProblem = object(
  {
    column: text(60, { examples: ['city'] }),
    sentence: Type.String({ examples: ['Este município não existe neste estado.'] }),
    suggestion: nullable(
      object(
        {
          label: Type.String({ examples: ['Sorriso/MT'] }),
          cells: Type.Unsafe<Readonly<Record<string, string>>>({
            type: 'object',
            additionalProperties: { type: 'string' },
            examples: [{ city: 'Sorriso', state: 'MT' }],
          }),
        },
        { title: 'ImportSuggestion' },
      ),
    ),
  },
  { title: 'ImportCellProblem' },
);
export type ImportCellProblem = Static<typeof ImportCellProblem>;

const typedCells = (maxLength?: number) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: {
      type: 'string',
      ...(maxLength === undefined ? {} : { maxLength }),
    },
    examples: [{ city: 'Sorrizo', state: 'MT' }],
  });

/** A row of a stored preview: also its cells as they were typed, without passwords. */
const ImportGridRow = object(
  { ...ImportRow.properties, cells: typedCells(), problems: Type.Array(ImportCellProblem) },
  { title: 'ImportGridRow' },
);
export type ImportGridRow = Static<typeof ImportGridRow>;

const ImportColumn = object(
  {
    name: text(60, { examples: ['city'] }),
    heading: text(100, { examples: ['Município'] }),
    secret: flag({ examples: [false], description: 'Nunca é mostrada de novo' }),
  },
  { title: 'ImportColumn' },
);

const { data: _data, ...paging } = pageOf(ImportGridRow, 'ImportRowPage').properties;
/** An import with a page of its rows. */
export const ImportRecord = object(
  {
    ...head,
    warnings: sentences('A coluna "Apelido" não é conhecida e foi ignorada.'),
    columns: Type.Array(ImportColumn),
    rows: Type.Array(ImportGridRow),
    ...paging,
  },
  { title: 'ImportRecord' },
);
export type ImportRecord = Static<typeof ImportRecord>;

export const getImportTemplate = endpoint({
  id: 'getImportTemplate',
  method: 'GET',
  path: '/api/v1/admin/import/template/:type',
  tag,
  origin: 'interface',
  access: importers,
  params: byType,
  query: openObject({ format: sheetFormat() }),
  summary: 'Modelo de planilha',
  reply: {
    file: sheetFiles,
    description: 'As colunas do tipo e linhas de exemplo, que começam com # e são ignoradas',
  },
});

export const previewImport = endpoint({
  id: 'previewImport',
  method: 'POST',
  path: '/api/v1/admin/import/preview',
  tag,
  origin: 'interface',
  access: importers,
  summary: 'Conferir uma planilha sem gravar',
  description:
    'CSV ou .xlsx (a primeira folha visível) de até 10 MiB, 10.000 linhas, 64 colunas e 4 KiB ' +
    'por célula; o CSV, separado por ponto e ' +
    'vírgula (vírgula e tabulação também são ' +
    'reconhecidas), em UTF-8 ou na página do Windows, de Macs antigos ou do DOS. ' +
    'Linhas ' +
    'em branco e as que começam com # são puladas.',
  upload: { maxBytes: MAX_IMPORT_BYTES, mediaTypes: sheetUploads },
  body: openObject({ type: importType() }, { title: 'PreviewImportBody' }),
  outdates: ['imports'],
  reply: ImportPreview,
});

export const processImport = endpoint({
  id: 'processImport',
  method: 'POST',
  path: '/api/v1/admin/import/process',
  tag,
  origin: 'interface',
  access: importers,
  summary: 'Gravar uma planilha conferida',
  description:
    'Roda em segundo plano: tudo ou nada, ou, com allow_partial, sem as linhas com erro. ' +
    'Cada linha é conferida de novo na hora de gravar. Pedir de novo não grava de novo.',
  body: openObject(
    { import_id: uuid(), allow_partial: Type.Optional(flag({ examples: [false] })) },
    { title: 'ProcessImportBody' },
  ),
  outdates: ['imports'],
  reply: ImportSummaryRecord,
  errors: [422],
});

const MOST_CORRECTED_ROWS = 500;

const ImportCorrections = object(
  {
    rows: Type.Array(
      object(
        { row: Type.Integer({ minimum: 2, examples: [2] }), cells: typedCells(4096) },
        { title: 'ImportCorrection' },
      ),
      { minItems: 1, maxItems: MOST_CORRECTED_ROWS },
    ),
  },
  { title: 'ImportCorrections' },
);
export type ImportCorrections = Static<typeof ImportCorrections>;

export const correctImport = endpoint({
  id: 'correctImport',
  method: 'POST',
  path: '/api/v1/admin/import/:import_id/corrections',
  tag,
  origin: 'own',
  access: importers,
  subject: 'import',
  params: byImport,
  summary: 'Corrigir células de uma planilha conferida',
  description:
    'Troca as células indicadas (vazio apaga) e confere todas as linhas de novo, sem gravar nada do que elas criariam.',
  body: ImportCorrections,
  outdates: ['imports'],
  reply: ImportSummaryRecord,
  errors: [422],
});

export const listImports = endpoint({
  id: 'listImports',
  method: 'GET',
  path: '/api/v1/admin/import',
  tag,
  origin: 'own',
  access: viewers,
  summary: 'Importações, das mais novas às mais antigas',
  query: object({
    type: Type.Optional(importType()),
    state: Type.Optional(oneOf(importStates)),
    ...adminPageQuery,
  }),
  reads: ['imports'],
  reply: pageOf(ImportSummaryRecord, 'ImportPage'),
});

export const getImport = endpoint({
  id: 'getImport',
  method: 'GET',
  path: '/api/v1/admin/import/:import_id',
  tag,
  origin: 'own',
  access: viewers,
  subject: 'import',
  params: byImport,
  summary: 'Uma importação, seu andamento e suas linhas',
  query: object({ status: Type.Optional(oneOf(['success', 'error'])), ...adminPageQuery }),
  reads: ['imports'],
  reply: ImportRecord,
});

export const getImportErrors = endpoint({
  id: 'getImportErrors',
  method: 'GET',
  path: '/api/v1/admin/import/:import_id/errors',
  tag,
  origin: 'own',
  access: viewers,
  subject: 'import',
  params: byImport,
  query: object({ format: sheetFormat() }),
  summary: 'As linhas com erro, como planilha',
  reply: {
    file: sheetFiles,
    description:
      'As linhas como foram enviadas, com o número e o erro de cada uma; corrigida, pode ser enviada de novo',
  },
});

export const importEndpoints = [
  getImportTemplate,
  previewImport,
  processImport,
  correctImport,
  listImports,
  getImport,
  getImportErrors,
];
