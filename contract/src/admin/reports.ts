import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { sheetFiles, sheetFormat } from '../kit/sheet.ts';
import { count, date, flag, object, oneOf, openObject } from '../kit/schema.ts';

const tag = 'Relatórios';
const viewers = { profiles: ['admin'], permission: 'reports.view' } as const;

/** The reports of the archive, in its order. */
export const archivedViews = [
  'orders',
  'proposals',
  'producers',
  'suppliers',
  'consultants',
] as const;
/** All reports. */
export const reportViews = [...archivedViews, 'purchases'] as const;
export type ReportView = (typeof reportViews)[number];

const period = {
  start_date: Type.Optional(
    date({ description: 'Primeiro dia do período, no fuso da plataforma' }),
  ),
  end_date: Type.Optional(date({ description: 'Último dia do período, incluído' })),
  with_deleted: Type.Optional(
    flag({
      examples: [false],
      description: 'Inclui pessoas excluídas, marcadas na coluna Excluído em',
    }),
  ),
};

const spreadsheet =
  'O CSV: separado por ponto e vírgula, UTF-8 com BOM, datas dd/mm/aaaa e vírgula decimal, como o Excel em português lê. ' +
  'O período conta pessoas pelo cadastro, cotações pela publicação, propostas pelo envio e compras ' +
  'pela data da compra; rascunhos de propostas não entram.';

export const exportReport = endpoint({
  id: 'exportReport',
  method: 'GET',
  path: '/api/v1/admin/reports/export/csv',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Um relatório em CSV ou .xlsx',
  description: spreadsheet,
  query: openObject({
    view: oneOf(reportViews, { examples: ['orders'] }),
    format: sheetFormat(),
    ...period,
  }),
  reply: {
    file: sheetFiles,
    description: 'Uma linha por registro, enviada à medida que é lida',
    streamed: true,
  },
});

export const exportAllReports = endpoint({
  id: 'exportAllReports',
  method: 'GET',
  path: '/api/v1/admin/reports/export/zip',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Os relatórios em um ZIP',
  description: `Cinco relatórios (${archivedViews.map((view) => `\`${view}\``).join(', ')}) ou, com \`include=all\`, também o de compras, lidos no mesmo instante. ${spreadsheet}`,
  query: openObject({
    include: Type.Optional(
      oneOf(['all'], { examples: ['all'], description: 'Inclui também o relatório de compras' }),
    ),
    format: sheetFormat(),
    ...period,
  }),
  reply: {
    file: 'application/zip',
    description: 'Cinco planilhas, ou seis, enviadas à medida que são lidas',
    streamed: true,
  },
});

export const ReportSizes = object(
  {
    data: Type.Array(
      object(
        { view: oneOf(reportViews, { examples: ['orders'] }), rows: count({ examples: [312] }) },
        { title: 'ReportSize' },
      ),
    ),
  },
  { title: 'ReportSizes' },
);
export type ReportSizes = Static<typeof ReportSizes>;

export const countReportRows = endpoint({
  id: 'countReportRows',
  method: 'GET',
  path: '/api/v1/admin/reports/sizes',
  tag,
  origin: 'own',
  access: viewers,
  summary: 'Quantas linhas cada relatório teria agora',
  query: object(period),
  reply: ReportSizes,
});

export const reportEndpoints = [countReportRows, exportReport, exportAllReports];
