import { Type } from 'typebox';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { endpoint } from '../kit/endpoint.ts';
import { id, object, oneOf } from '../kit/schema.ts';
import { OwnSubscription, PublicPlan } from './schemas.ts';

const tag = 'Assinatura';
const common = {
  tag,
  origin: 'own',
  path: '/api/v1/subscription',
  access: { profiles: ['produtor', 'fornecedor', 'consultor'] },
  subject: 'subscription',
} as const;

export const listPublicPlans = endpoint({
  id: 'listPublicPlans',
  method: 'GET',
  path: '/api/v1/plans',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Planos à venda',
  query: object({ profile_type: Type.Optional(oneOf(planProfiles, { examples: ['producer'] })) }),
  reply: object({ data: Type.Array(PublicPlan) }, { title: 'PublicPlanList' }),
});
export const getOwnSubscription = endpoint({
  ...common,
  id: 'getOwnSubscription',
  method: 'GET',
  summary: 'A própria assinatura, com o que o plano dá',
  reads: ['subscriptions'],
  reply: OwnSubscription,
});
const ChangePlanBody = object(
  { plan_id: id(), billing_cycle: oneOf(billingCycles, { examples: ['annual'] }) },
  { title: 'ChangePlanBody' },
);
export const changeOwnPlan = endpoint({
  ...common,
  id: 'changeOwnPlan',
  method: 'PUT',
  summary: 'Trocar de plano a partir do próximo período',
  body: ChangePlanBody,
  outdates: ['subscriptions'],
  reply: OwnSubscription,
  description: 'O período em curso segue como está. Escolher o plano em curso desfaz a troca.',
});
export const cancelOwnSubscription = endpoint({
  ...common,
  id: 'cancelOwnSubscription',
  method: 'POST',
  path: '/api/v1/subscription/cancel',
  summary: 'Cancelar no fim do período',
  body: object({}),
  bodyOptional: true,
  outdates: ['subscriptions'],
  reply: OwnSubscription,
  errors: [422],
  description:
    'A assinatura continua em vigor até o vencimento. Um novo pagamento desfaz o cancelamento.',
});

export const subscriptionEndpoints = [
  listPublicPlans,
  getOwnSubscription,
  changeOwnPlan,
  cancelOwnSubscription,
];
