/** A limit counts something, a boolean lets or does not. */
export const featureTypes = ['limit', 'boolean'] as const;
export type FeatureType = (typeof featureTypes)[number];

/** What a plan gives of a feature: a limit is a whole number from zero on, or null for as much as one likes. */
export type FeatureValue = number | boolean | null;

export const fitsFeature = (type: FeatureType, value: unknown): value is FeatureValue =>
  type === 'boolean'
    ? typeof value === 'boolean'
    : value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);

/** The features that the service itself keeps to. */
export const enforcedFeatures = [
  'orders.max_active',
  'orders.max_items',
  'proposals.max_per_month',
  'proposals.spreadsheet',
] as const;
export type EnforcedFeature = (typeof enforcedFeatures)[number];
