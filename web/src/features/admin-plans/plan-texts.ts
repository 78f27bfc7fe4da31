import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { adminPaths } from '../../paths/admin.ts';
import { formatMoney, formatQuantity, readDecimal } from '../../text/decimal.ts';

export const profileLabels: Readonly<Record<PlanProfile, string>> = {
  producer: 'Produtor',
  supplier: 'Fornecedor',
  consultant: 'Consultor',
};

/** There are few plans: one page holds them all. */
export const allPlans = { per_page: 100, sort: 'sort_order' } as const;

export const planTabs = [
  [adminPaths.plans, 'Planos'],
  [adminPaths.planMatrix, 'O que cada plano dá'],
  [adminPaths.planFeatures, 'Recursos'],
] as const;

/** Formats a price; `não vendido` for a cycle that is not sold. */
export const showPrice = (price: number | null): string =>
  price === null ? 'não vendido' : price === 0 ? 'grátis' : formatMoney(price);
export const writePrice = (price: number | null): string =>
  price === null ? '' : formatQuantity(price);
export const readPrice = (text: string): number | null =>
  text.trim() === '' ? null : (readDecimal(text, 2) ?? null);

/** Returns the plan that stops being the default of its profile when another one becomes it. */
export const formerDefault = (
  plans: readonly Plan[],
  profile: Plan['profile_type'],
  except: number | undefined,
): Plan | undefined =>
  plans.find((plan) => plan.is_default && plan.profile_type === profile && plan.id !== except);
