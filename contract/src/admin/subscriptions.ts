import { Type, type Static } from 'typebox';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  decimal,
  flag,
  id,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
} from '../kit/schema.ts';
import { Subscription } from '../subscriptions/schemas.ts';
import { byRecord } from './people.ts';

const common = { tag: 'Assinaturas', origin: 'interface' } as const;
const may = <const A extends 'view' | 'edit'>(action: A) =>
  ({ profiles: ['admin'], permission: `subscriptions.${action}` }) as const;

export const listSubscriptions = endpoint({
  ...common,
  id: 'listSubscriptions',
  method: 'GET',
  path: '/api/v1/admin/subscriptions',
  access: may('view'),
  summary: 'Assinaturas',
  query: openObject({
    ...searchQuery,
    ...adminPageQuery,
    status: Type.Optional(oneOf(subscriptionStatuses, { examples: ['trial'] })),
    plan_id: Type.Optional(id()),
    near_expiry: Type.Optional(
      flag({ description: 'Em teste ou ativas que vencem em até 7 dias; falso: as outras' }),
    ),
    profile_type: Type.Optional(oneOf(planProfiles, { examples: ['producer'] })),
    ...sortQuery(['due_date', 'created_at'] as const),
  }),
  reads: ['subscriptions'],
  reply: pageOf(Subscription, 'SubscriptionList'),
});
export const extendTrial = endpoint({
  ...common,
  id: 'extendTrial',
  method: 'POST',
  path: '/api/v1/admin/subscriptions/:id/extend-trial',
  subject: 'subscription',
  params: byRecord,
  access: may('edit'),
  summary: 'Estender o teste',
  body: openObject(
    { days: Type.Integer({ minimum: 1, maximum: 365, examples: [30] }) },
    { title: 'ExtendTrialBody' },
  ),
  outdates: ['subscriptions'],
  reply: Subscription,
  description:
    'De uma assinatura em teste ou vencida. O novo vencimento é o mais tardio entre hoje e o ' +
    'antigo, mais os dias; ela volta a ficar em teste.',
});

const month = () => Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-11'] });
export const MonthlyRevenue = object(
  { month: month(), amount: decimal({ examples: [12430.5] }) },
  { title: 'MonthlyRevenue' },
);
export type MonthlyRevenue = Static<typeof MonthlyRevenue>;
export const arr = () =>
  decimal({
    examples: [118800],
    description:
      'Receita recorrente anual das assinaturas ativas: o que se pagou pelo período em curso, ' +
      'mensal × 12, trimestral × 4, anual × 1',
  });

export const SubscriptionMetrics = object(
  {
    active: count({ examples: [42] }),
    trial: count({ examples: [9] }),
    expired: count(),
    cancelled: count(),
    near_expiry: count({ description: 'Em teste ou ativas que vencem em até 7 dias' }),
    arr: arr(),
    mrr: decimal({ examples: [9900], description: 'Um doze avos da receita anual' }),
    revenue_current_month: decimal({
      examples: [8410.2],
      description: 'Pagamentos confirmados com data no mês',
    }),
    net_revenue_current_month: Type.Number({
      examples: [8310.2],
      description: 'Menos os estornos feitos no mês',
    }),
    monthly_revenue: Type.Array(MonthlyRevenue, {
      description: 'Os últimos 6 meses, do mais antigo ao atual',
    }),
  },
  { title: 'SubscriptionMetrics' },
);
export type SubscriptionMetrics = Static<typeof SubscriptionMetrics>;

export const getSubscriptionMetrics = endpoint({
  ...common,
  id: 'getSubscriptionMetrics',
  method: 'GET',
  path: '/api/v1/admin/subscription-metrics',
  access: may('view'),
  summary: 'Números das assinaturas e da receita',
  reads: ['subscriptions'],
  reply: SubscriptionMetrics,
});

export const adminSubscriptionEndpoints = [listSubscriptions, extendTrial, getSubscriptionMetrics];
