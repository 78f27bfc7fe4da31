import { Type, type Static } from 'typebox';
import { featureTypes } from '@lavra/domain/subscription/feature';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  flag,
  id,
  maybe,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
} from '../kit/schema.ts';
import { featureKey, featureValue, Plan, planPrices } from '../subscriptions/schemas.ts';
import { byRecord } from './people.ts';

const common = { tag: 'Planos', origin: 'interface' } as const;
const may = <const A extends 'view' | 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `plans.${action}` }) as const;

const name = () => text(100, { minLength: 1, pattern: '\\S', examples: ['Produtor Essencial'] });
/** Contains a letter: digits alone would be taken for an id. */
const slug = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$',
    examples: ['produtor-essencial'],
  });
const profile = () => oneOf(planProfiles, { examples: ['producer'] });
const description = () =>
  maybe(text(2000, { examples: ['Para quem compra algumas vezes por safra.'] }));
const planChanges = {
  slug: Type.Optional(slug()),
  price_monthly: Type.Optional(planPrices.price_monthly),
  price_quarterly: Type.Optional(planPrices.price_quarterly),
  price_annual: Type.Optional(planPrices.price_annual),
  trial_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365, examples: [30] })),
  description: description(),
  is_default: Type.Optional(flag({ examples: [false] })),
  is_active: Type.Optional(flag()),
  sort_order: Type.Optional(
    Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, examples: [1] }),
  ),
};

const PlanList = pageOf(Plan, 'PlanList');
export const CreatePlanBody = openObject(
  { name: name(), profile_type: profile(), ...planChanges },
  { title: 'CreatePlanBody' },
);
export type CreatePlanBody = Static<typeof CreatePlanBody>;
export const UpdatePlanBody = openObject(
  { name: Type.Optional(name()), profile_type: Type.Optional(profile()), ...planChanges },
  { title: 'UpdatePlanBody' },
);
export type UpdatePlanBody = Static<typeof UpdatePlanBody>;
export const PlanFeaturesBody = openObject(
  {
    features: Type.Array(openObject({ key: featureKey(), value: featureValue() }), {
      maxItems: 200,
    }),
  },
  { title: 'PlanFeaturesBody' },
);
export type PlanFeaturesBody = Static<typeof PlanFeaturesBody>;

const featureName = () =>
  text(100, { minLength: 1, pattern: '\\S', examples: ['Cotações ativas ao mesmo tempo'] });
const featureType = () => oneOf(featureTypes, { examples: ['limit'] });
const featureProfile = () =>
  nullable(
    oneOf(planProfiles, { examples: ['producer'], description: 'Nulo: de todos os perfis' }),
  );

/** A feature for which each plan can have its own value. */
export const Feature = object(
  {
    id: id(),
    key: featureKey(),
    name: featureName(),
    type: featureType(),
    profile: featureProfile(),
    description: nullable(text(2000, { examples: ['Quantas cotações podem estar em andamento.'] })),
    plans_count: count({ description: 'Planos que têm um valor dele' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'Feature' },
);
export type Feature = Static<typeof Feature>;
const FeatureList = pageOf(Feature, 'FeatureList');
const featureChanges = { profile: Type.Optional(featureProfile()), description: description() };
export const CreateFeatureBody = openObject(
  { key: featureKey(), name: featureName(), type: featureType(), ...featureChanges },
  { title: 'CreateFeatureBody' },
);
export type CreateFeatureBody = Static<typeof CreateFeatureBody>;
export const UpdateFeatureBody = openObject(
  {
    key: Type.Optional(featureKey()),
    name: Type.Optional(featureName()),
    type: Type.Optional(featureType()),
    ...featureChanges,
  },
  { title: 'UpdateFeatureBody' },
);
export type UpdateFeatureBody = Static<typeof UpdateFeatureBody>;

const plan = { ...common, subject: 'plan', params: byRecord } as const;
const feature = {
  ...common,
  path: '/api/v1/admin/features/:id',
  subject: 'feature',
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
} as const;

export const listPlans = endpoint({
  ...common,
  id: 'listPlans',
  method: 'GET',
  path: '/api/v1/admin/plans',
  access: may('view'),
  summary: 'Planos, ativos e inativos',
  query: openObject({
    ...searchQuery,
    ...adminPageQuery,
    profile_type: Type.Optional(profile()),
    is_active: Type.Optional(flag()),
    ...sortQuery(['sort_order', 'name', 'created_at'] as const),
  }),
  reads: ['plans'],
  reply: PlanList,
});
export const createPlan = endpoint({
  ...common,
  id: 'createPlan',
  method: 'POST',
  path: '/api/v1/admin/plans',
  access: may('create'),
  summary: 'Criar plano',
  body: CreatePlanBody,
  outdates: ['plans'],
  reply: Plan,
  description:
    'Sem `slug`, ele vem do nome. Um plano padrão desmarca o anterior do mesmo perfil. Um ' +
    'preço nulo ou ausente não é vendido.',
});
export const updatePlan = endpoint({
  ...plan,
  id: 'updatePlan',
  method: 'PUT',
  path: '/api/v1/admin/plans/:id',
  access: may('edit'),
  summary: 'Alterar plano',
  body: UpdatePlanBody,
  outdates: ['plans'],
  reply: Plan,
  description: 'O preço novo vale para pagamentos futuros. O perfil não muda.',
});
export const deletePlan = endpoint({
  ...plan,
  id: 'deletePlan',
  method: 'DELETE',
  path: '/api/v1/admin/plans/:id',
  access: may('delete'),
  summary: 'Desativar plano',
  outdates: ['plans'],
  reply: Message,
  errors: [422],
  description:
    'Um plano nunca é removido: deixa de ser vendido, e quem o tem continua com ele. O ' +
    'padrão do perfil não pode ser desativado.',
});
export const setPlanFeatures = endpoint({
  ...plan,
  id: 'setPlanFeatures',
  method: 'PUT',
  path: '/api/v1/admin/plans/:id/features',
  access: may('edit'),
  summary: 'Definir o que o plano dá',
  body: PlanFeaturesBody,
  outdates: ['plans'],
  reply: Plan,
  description: 'Substitui todos os valores do plano. Um recurso sem valor não é restringido.',
});
export const listFeatures = endpoint({
  ...common,
  id: 'listFeatures',
  method: 'GET',
  path: '/api/v1/admin/features',
  access: may('view'),
  summary: 'Recursos dos planos',
  query: openObject({
    ...searchQuery,
    ...adminPageQuery,
    profile: Type.Optional(profile()),
    type: Type.Optional(featureType()),
    ...sortQuery(['key', 'name', 'created_at'] as const),
  }),
  reads: ['plans'],
  reply: FeatureList,
});
export const createFeature = endpoint({
  ...common,
  id: 'createFeature',
  method: 'POST',
  path: '/api/v1/admin/features',
  access: may('create'),
  summary: 'Criar recurso',
  body: CreateFeatureBody,
  outdates: ['plans'],
  reply: Feature,
});
export const updateFeature = endpoint({
  ...feature,
  id: 'updateFeature',
  method: 'PUT',
  access: may('edit'),
  summary: 'Alterar recurso',
  body: UpdateFeatureBody,
  outdates: ['plans'],
  reply: Feature,
  description:
    'Com valores em planos, o tipo e o perfil não mudam. A chave e o tipo dos recursos que o serviço aplica são fixos.',
});
export const deleteFeature = endpoint({
  ...feature,
  id: 'deleteFeature',
  method: 'DELETE',
  access: may('delete'),
  summary: 'Excluir um recurso sem valores em planos',
  outdates: ['plans'],
  reply: Message,
  errors: [422],
});

export const planEndpoints = [
  listPlans,
  createPlan,
  updatePlan,
  deletePlan,
  setPlanFeatures,
  listFeatures,
  createFeature,
  updateFeature,
  deleteFeature,
];
