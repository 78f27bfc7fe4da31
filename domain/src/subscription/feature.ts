/** A `limit` is a maximum count; a `boolean` allows something or not. */
export const featureTypes = ['limit', 'boolean'] as const;
export type FeatureType = (typeof featureTypes)[number];

/**
 * The value that a plan has for a feature: a limit is an integer from zero, or null for unlimited.
 */
export type FeatureValue = number | boolean | null;

export const fitsFeature = (type: FeatureType, value: unknown): value is FeatureValue =>
  type === 'boolean'
    ? typeof value === 'boolean'
    : value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);

/** Features that the service itself enforces. */
export const enforcedFeatures = [
  'orders.max_active',
  'orders.max_items',
  'proposals.max_per_month',
  'proposals.spreadsheet',
] as const;
export type EnforcedFeature = (typeof enforcedFeatures)[number];
