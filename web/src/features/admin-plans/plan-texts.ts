import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { EndpointId } from '../../api/endpoint-types.ts';
import { formatMoney, formatQuantity, readDecimal } from '../../text/decimal.ts';

/** Plans are few: one page holds them all. */
export const allPlans = { per_page: 100, sort: 'sort_order' } as const;

/** What a change of a plan or a feature changes elsewhere. */
export const planReads: readonly EndpointId[] = ['listPlans', 'listFeatures'];

export const planTabs = [
  ['/planos', 'Planos'],
  ['/planos/matriz', 'O que cada plano dá'],
  ['/planos/recursos', 'Recursos'],
] as const;

/** Nothing where a cycle is not sold. */
export const showPrice = (price: number | null): string =>
  price === null ? 'não vendido' : price === 0 ? 'grátis' : formatMoney(price);
export const writePrice = (price: number | null): string =>
  price === null ? '' : formatQuantity(price);
export const readPrice = (text: string): number | null =>
  text.trim() === '' ? null : (readDecimal(text, 2) ?? null);

/** The plan that stops being the default of a profile when another one becomes it. */
export const formerDefault = (
  plans: readonly Plan[],
  profile: Plan['profile_type'],
  except: number | undefined,
): Plan | undefined =>
  plans.find((plan) => plan.is_default && plan.profile_type === profile && plan.id !== except);
