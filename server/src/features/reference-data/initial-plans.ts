import type {
  EnforcedFeature,
  FeatureType,
  FeatureValue,
} from '@lavra/domain/subscription/feature';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';

interface InitialFeature {
  readonly key: EnforcedFeature;
  readonly name: string;
  readonly type: FeatureType;
  readonly profile: PlanProfile;
  readonly description: string;
}

/** Features that the service itself enforces, when subscriptions are enforced. */
export const initialFeatures: readonly InitialFeature[] = [
  {
    key: 'orders.max_active',
    name: 'Cotações ativas ao mesmo tempo',
    type: 'limit',
    profile: 'producer',
    description: 'Pendentes, publicadas, em análise e adjudicadas.',
  },
  {
    key: 'orders.max_items',
    name: 'Itens por cotação',
    type: 'limit',
    profile: 'producer',
    description: 'Quantos itens uma cotação pode ter ao ser publicada.',
  },
  {
    key: 'proposals.max_per_month',
    name: 'Propostas enviadas por mês',
    type: 'limit',
    profile: 'supplier',
    description: 'Contadas pelo mês do envio, também as canceladas depois.',
  },
  {
    key: 'proposals.spreadsheet',
    name: 'Proposta por planilha',
    type: 'boolean',
    profile: 'supplier',
    description: 'Preencher a proposta em uma planilha e enviá-la de volta.',
  },
];

interface InitialPlan {
  readonly slug: string;
  readonly name: string;
  readonly profile_type: PlanProfile;
  readonly price_monthly: string;
  readonly price_quarterly: string | null;
  readonly price_annual: string | null;
  readonly trial_days: number;
  readonly description: string;
  readonly values: { readonly [K in EnforcedFeature]?: FeatureValue };
}

/** The default plan of each profile on a new installation, to be adapted by its operator. */
export const initialPlans: readonly InitialPlan[] = [
  {
    slug: 'produtor-essencial',
    name: 'Produtor Essencial',
    profile_type: 'producer',
    price_monthly: '99.90',
    price_quarterly: '269.90',
    price_annual: '999.00',
    trial_days: 30,
    description: 'Para quem compra algumas vezes por safra.',
    values: { 'orders.max_active': 10, 'orders.max_items': 100 },
  },
  {
    slug: 'fornecedor-essencial',
    name: 'Fornecedor Essencial',
    profile_type: 'supplier',
    price_monthly: '149.90',
    price_quarterly: '404.90',
    price_annual: '1499.00',
    trial_days: 30,
    description: 'Para revendas que respondem às cotações da sua região.',
    values: { 'proposals.max_per_month': 50, 'proposals.spreadsheet': true },
  },
  {
    slug: 'consultor',
    name: 'Consultor',
    profile_type: 'consultant',
    price_monthly: '0.00',
    price_quarterly: null,
    price_annual: null,
    trial_days: 30,
    description: 'Sem custo para quem acompanha produtores.',
    values: {},
  },
];
