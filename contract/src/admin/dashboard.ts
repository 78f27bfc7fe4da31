import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { arr, MonthlyRevenue } from './subscriptions.ts';
import { count, date, decimal, nullable, object, oneOf, timestamp } from '../kit/schema.ts';

const average = (example: number, description: string) =>
  nullable(Type.Number({ minimum: 0, examples: [example], description }));

export const AdminDashboard = object(
  {
    users: object(
      {
        producers: count({ examples: [20] }),
        suppliers: count({ examples: [33] }),
        consultants: count(),
        admins: count(),
        total: count({ examples: [57] }),
      },
      { title: 'UserCounts', description: 'Contas não excluídas, por perfil' },
    ),
    orders: object(
      { total: count({ examples: [120] }), active: count({ examples: [35] }) },
      {
        title: 'OrderCounts',
        description: 'Ativas: pendentes, publicadas, em análise e adjudicadas',
      },
    ),
    proposals: object(
      { total: count({ examples: [480] }), accepted: count({ examples: [64] }) },
      { title: 'ProposalCounts', description: 'Propostas já enviadas; rascunhos não contam' },
    ),
    accepted_amount: object(
      {
        total: decimal({ examples: [812340.5] }),
        growth_percent: nullable(Type.Number({ examples: [12.3] })),
      },
      {
        title: 'AcceptedAmount',
        description:
          'Soma do que foi comprado, sem frete, fora o de cotações revogadas; crescimento do mês ' +
          'sobre o mês anterior, nulo quando este foi zero',
      },
    ),
    average_order_duration_days: average(
      12.5,
      'Da publicação à finalização, nas cotações finalizadas',
    ),
    average_approval_hours: average(31.2, 'Do envio ao aceite, nas propostas aceitas'),
    approval_reference_hours: Type.Integer({ examples: [48] }),
    average_first_proposal_hours: average(5.4, 'Da publicação à primeira proposta enviada'),
    coverage_percent: average(
      87.5,
      'Das cotações já publicadas, as que receberam ao menos uma proposta',
    ),
    items_bought_percent: average(
      93.3,
      'Dos itens das cotações adjudicadas e finalizadas, os comprados',
    ),
    subscriptions: object(
      {
        active: count({ examples: [51], description: 'Pagas e em teste' }),
        paid: count({ examples: [42] }),
        trial: count({ examples: [9] }),
        near_expiry: count({ description: 'Vencem em até 7 dias' }),
      },
      { title: 'SubscriptionCounts' },
    ),
    trials: object(
      {
        in_trial: count({ examples: [9] }),
        expired: count({ description: 'Vencidas sem nenhum pagamento' }),
      },
      { title: 'TrialCounts' },
    ),
    arr: arr(),
    revenue_current_month: decimal({
      examples: [8410.2],
      description: 'Pagamentos confirmados com data no mês',
    }),
    monthly_revenue: Type.Array(MonthlyRevenue, {
      description: 'Os últimos 6 meses, do mais antigo ao atual',
    }),
  },
  { title: 'AdminDashboard' },
);
export type AdminDashboard = Static<typeof AdminDashboard>;

export const getAdminDashboard = endpoint({
  id: 'getAdminDashboard',
  method: 'GET',
  path: '/api/v1/admin/dashboard',
  tag: 'Administração',
  origin: 'interface',
  access: { profiles: ['admin'] },
  summary: 'Painel da administração',
  reads: ['orders', 'users', 'payments'],
  reply: AdminDashboard,
});

/** Figures between two days; each description states which date assigns a record to the period. */
export const AdminPeriod = object(
  {
    start_date: date(),
    end_date: date(),
    orders_published: count({ description: 'Cotações publicadas no período' }),
    proposals_submitted: count({
      description: 'Propostas enviadas no período, em qualquer situação',
    }),
    proposals_accepted: count({ description: 'Propostas aceitas no período' }),
    accepted_amount: decimal({
      examples: [81234.5],
      description: 'Soma do que foi comprado no período, sem frete, fora o de cotações revogadas',
    }),
    average_order_duration_days: average(
      12.5,
      'Da publicação à finalização, nas cotações finalizadas no período',
    ),
    average_approval_hours: average(31.2, 'Do envio ao aceite, nas propostas aceitas no período'),
    average_first_proposal_hours: average(
      5.4,
      'Da publicação à primeira proposta, nas cotações publicadas no período',
    ),
    coverage_percent: average(
      87.5,
      'Das cotações publicadas no período, as que já receberam ao menos uma proposta',
    ),
    revenue: decimal({
      examples: [8410.2],
      description: 'Pagamentos confirmados com data no período',
    }),
  },
  { title: 'AdminPeriod' },
);
export type AdminPeriod = Static<typeof AdminPeriod>;

export const getAdminPeriod = endpoint({
  id: 'getAdminPeriod',
  method: 'GET',
  path: '/api/v1/admin/dashboard/period',
  tag: 'Administração',
  origin: 'own',
  access: { profiles: ['admin'] },
  summary: 'Painel de um período',
  description:
    'Os números do painel que têm data. Os dias, o último incluído, são contados no fuso da plataforma.',
  query: object({ start_date: date(), end_date: date() }),
  reply: AdminPeriod,
});

/** What may wait for an administrator, in the order in which it is shown. */
export const workKinds = [
  'worker_silent',
  'scheduler_silent',
  'orders_to_approve',
  'suppliers_to_approve',
  'missed_contacts',
  'requested_products',
  'failed_jobs',
  'failed_deliveries',
  'overdue_payments',
  'expiring_subscriptions',
  'no_mail_server',
  'no_payment_gateway',
  'no_backup',
] as const;
export type WorkKind = (typeof workKinds)[number];

const WorkLine = object(
  {
    kind: oneOf(workKinds, { examples: ['orders_to_approve'] }),
    count: count({ examples: [3], description: '1 onde falta uma configuração' }),
    since: nullable(
      timestamp({
        description:
          'Desde quando espera o mais antigo; de `no_backup`, a última cópia vista, nulo sem nenhuma',
      }),
    ),
    due_date: nullable(date({ description: 'O vencimento mais próximo, ou mais antigo' })),
  },
  { title: 'WorkLine' },
);
export type WorkLine = Static<typeof WorkLine>;

/** The figures of the first screen. */
export const weeklyFigures = [
  'orders_published',
  'proposals_submitted',
  'accepted_amount',
  'new_accounts',
  'revenue',
] as const;
export type WeeklyFigure = (typeof weeklyFigures)[number];

const WeekPoint = object(
  {
    week: date({ description: 'A segunda-feira em que a semana começa' }),
    value: decimal({ examples: [12] }),
  },
  { title: 'WeekPoint' },
);

export const AdminWork = object(
  {
    lines: Type.Array(WorkLine, {
      description:
        'Só o que espera por alguém, e só o que o papel de quem pede pode abrir; vazia quando ' +
        'nada espera',
    }),
    figures: Type.Array(
      object(
        {
          figure: oneOf(weeklyFigures, {
            description: '`new_accounts`: produtores e fornecedores que entraram',
          }),
          weeks: Type.Array(WeekPoint, {
            description: 'As últimas 12 semanas, da mais antiga à atual, que ainda corre',
          }),
        },
        { title: 'WeeklyFigure' },
      ),
    ),
  },
  { title: 'AdminWork' },
);
export type AdminWork = Static<typeof AdminWork>;

export const getAdminWork = endpoint({
  id: 'getAdminWork',
  method: 'GET',
  path: '/api/v1/admin/dashboard/work',
  tag: 'Administração',
  origin: 'own',
  access: { profiles: ['admin'] },
  summary: 'O que espera por quem administra',
  description:
    'Cada linha pede a permissão da lista que ela abre: `orders.view`, `suppliers.view`, ' +
    '`logs.view`, `payments.view`, `subscriptions.view` ou `settings.view`.',
  reads: ['catalogue_requests'],
  reply: AdminWork,
});

export const adminDashboardEndpoints = [getAdminDashboard, getAdminPeriod, getAdminWork];
