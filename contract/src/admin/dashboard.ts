import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { arr, MonthlyRevenue } from './subscriptions.ts';
import { count, date, decimal, nullable, object } from '../kit/schema.ts';

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
          'Soma das propostas aceitas, fora as de cotações revogadas; crescimento do mês ' +
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
      description: 'Soma das propostas aceitas no período, fora as de cotações revogadas',
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

export const adminDashboardEndpoints = [getAdminDashboard, getAdminPeriod];
