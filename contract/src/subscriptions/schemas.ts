import { Type, type Static } from 'typebox';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { featureTypes, type FeatureValue } from '@lavra/domain/subscription/feature';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { subscriptionStatuses } from '@lavra/domain/subscription/subscription-machine';
import { userTypes } from '@lavra/domain/account/user-type';
import {
  date,
  decimal,
  flag,
  id,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

/** Creates the schema of the value that a plan has for a feature. */
export const featureValue = () =>
  Type.Unsafe<FeatureValue>({
    type: ['integer', 'boolean', 'null'],
    examples: [5],
    description:
      'De um limite, um inteiro a partir de 0, ou nulo quando não há limite; de um recurso sim ou não, um booleano',
  });
export const featureKey = () =>
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$',
    examples: ['orders.max_active'],
  });

export const PlanFeature = object(
  {
    key: featureKey(),
    name: text(100, { examples: ['Cotações ativas ao mesmo tempo'] }),
    type: oneOf(featureTypes, { examples: ['limit'] }),
    value: featureValue(),
  },
  { title: 'PlanFeature' },
);
export type PlanFeature = Static<typeof PlanFeature>;

const price = (example: number) =>
  nullable(
    decimal({ examples: [example], description: 'Nulo quando o plano não é vendido neste ciclo' }),
  );
export const planPrices = {
  price_monthly: price(99.9),
  price_quarterly: price(269.9),
  price_annual: price(999),
};

const planFields = {
  id: id(),
  uuid: uuid(),
  name: text(100, { examples: ['Produtor Essencial'] }),
  slug: text(100, { examples: ['produtor-essencial'] }),
  profile_type: oneOf(planProfiles, { examples: ['producer'] }),
  ...planPrices,
  trial_days: Type.Integer({ minimum: 0, maximum: 365, examples: [30] }),
  description: nullable(text(2000, { examples: ['Para quem compra algumas vezes por safra.'] })),
  is_default: flag(),
  sort_order: Type.Integer({ examples: [1] }),
  features: Type.Array(PlanFeature),
};

/** A plan as the public sees it. */
export const PublicPlan = object(planFields, { title: 'PublicPlan' });
export type PublicPlan = Static<typeof PublicPlan>;

/** A plan as administrators manage it. */
export const Plan = object(
  { ...planFields, is_active: flag(), created_at: timestamp(), updated_at: timestamp() },
  { title: 'Plan' },
);
export type Plan = Static<typeof Plan>;

/** A plan as other resources embed it. */
export const PlanRef = object(
  {
    id: id(),
    name: text(100, { examples: ['Produtor Essencial'] }),
    slug: text(100, { examples: ['produtor-essencial'] }),
    profile_type: oneOf(planProfiles, { examples: ['producer'] }),
  },
  { title: 'PlanRef' },
);
export type PlanRef = Static<typeof PlanRef>;

export const Subscriber = object(
  {
    id: id(),
    name: text(200, { examples: ['Fazenda Demonstração Sorriso'] }),
    email: text(254, { examples: ['produtor@demo.lavra.example'] }),
    document: nullable(text(14, { examples: ['52998224725'] })),
    user_type: oneOf(userTypes, { examples: ['produtor'] }),
  },
  { title: 'Subscriber' },
);
export type Subscriber = Static<typeof Subscriber>;

const cycle = () => oneOf(billingCycles, { examples: ['monthly'] });

/** A running or waiting period: the plan for its cycle, as it was paid for. */
export const SubscriptionPeriod = object(
  {
    id: id(),
    plan: PlanRef,
    billing_cycle: cycle(),
    kind: oneOf(['paid', 'trial', 'free'] as const, {
      examples: ['paid'],
      description: '`trial`: dias que restam do teste; `free`: de um plano sem custo',
    }),
    amount: nullable(
      decimal({
        examples: [99.9],
        description:
          'O que foi pago; nulo quando não se sabe, como antes de os períodos serem guardados',
      }),
    ),
    payment_id: nullable(id()),
    starts_on: date({ description: 'O primeiro dia' }),
    ends_on: date({ description: 'Vale até o fim deste dia' }),
  },
  { title: 'SubscriptionPeriod' },
);
export type SubscriptionPeriod = Static<typeof SubscriptionPeriod>;

const subscriptionFields = {
  id: id(),
  uuid: uuid(),
  user: Subscriber,
  plan: PlanRef,
  status: oneOf(subscriptionStatuses, { examples: ['trial'] }),
  status_label: text(20, { examples: ['Em teste'] }),
  billing_cycle: cycle(),
  due_date: date({ description: 'Vale até o fim deste dia' }),
  days_left: Type.Integer({
    examples: [14],
    description: 'Dias até o vencimento; negativo depois dele',
  }),
  cancel_requested_at: nullable(
    timestamp({ description: 'O cancelamento pedido vale no fim do período' }),
  ),
  cancelled_at: nullable(timestamp()),
  next_plan: nullable(PlanRef),
  next_billing_cycle: nullable(cycle()),
  periods: Type.Array(SubscriptionPeriod, {
    description:
      'O período em curso e os que vêm depois, na ordem; vazio num teste que ainda não foi pago e depois do vencimento',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** A subscription with its subscriber and plan. */
export const Subscription = object(subscriptionFields, { title: 'Subscription' });
export type Subscription = Static<typeof Subscription>;

/** The caller's own subscription, with what the plan includes and the price of its next period. */
export const OwnSubscription = object(
  {
    ...subscriptionFields,
    next_amount: nullable(
      decimal({
        examples: [99.9],
        description:
          'O que o próximo período custa: o preço, ou o que já foi pedido por ele e ainda pode ser pago, se for menos; ' +
          'nulo quando o plano não é mais vendido neste ciclo',
      }),
    ),
    features: Type.Array(PlanFeature),
  },
  { title: 'OwnSubscription' },
);
export type OwnSubscription = Static<typeof OwnSubscription>;
