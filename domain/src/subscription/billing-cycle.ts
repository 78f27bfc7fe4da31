export const billingCycles = ['monthly', 'quarterly', 'annual'] as const;
export type BillingCycle = (typeof billingCycles)[number];

export const billingCycleLabels: Readonly<Record<BillingCycle, string>> = {
  monthly: 'Mensal',
  quarterly: 'Trimestral',
  annual: 'Anual',
};

/** Number of months that a cycle pays for. */
export const cycleMonths: Readonly<Record<BillingCycle, number>> = {
  monthly: 1,
  quarterly: 3,
  annual: 12,
};

/** Prices of a plan by cycle, as exact decimal text; null for a cycle that is not sold. */
export interface PlanPrices {
  readonly price_monthly: string | null;
  readonly price_quarterly: string | null;
  readonly price_annual: string | null;
}

/** Returns the price of one cycle of a plan, or null when that cycle is not sold. */
export const priceOf = (plan: PlanPrices, cycle: BillingCycle): string | null =>
  plan[`price_${cycle}`];

/** Returns true for a price of zero: such a period begins without a payment. */
export const isFree = (price: string | null): boolean => price !== null && Number(price) === 0;
