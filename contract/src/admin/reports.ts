import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { count, date, flag, object, oneOf, openObject } from '../kit/schema.ts';

const tag = 'Relatórios';
const viewers = { profiles: ['admin'], permission: 'reports.view' } as const;

/** Available reports, in the order of the archive. */
export const reportViews = [
  'orders',
  'proposals',
  'producers',
  'suppliers',
  'consultants',
] as const;
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
  'Separado por ponto e vírgula, UTF-8 com BOM, datas dd/mm/aaaa e vírgula decimal, como o Excel em português lê. ' +
  'O período conta pessoas pelo cadastro, cotações pela publicação e propostas pelo envio; rascunhos de propostas não entram.';

export const exportReport = endpoint({
  id: 'exportReport',
  method: 'GET',
  path: '/api/v1/admin/reports/export/csv',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Um relatório em CSV',
  description: spreadsheet,
  query: openObject({ view: oneOf(reportViews, { examples: ['orders'] }), ...period }),
  reply: {
    file: 'text/csv; charset=utf-8',
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
  summary: 'Todos os relatórios em um ZIP',
  description: `Os cinco relatórios, lidos no mesmo instante. ${spreadsheet}`,
  query: openObject(period),
  reply: {
    file: 'application/zip',
    description: 'Cinco arquivos CSV, enviados à medida que são lidos',
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
