/** Where a supplier delivers: nationwide, or only to the states or municipalities that it lists. */
export const coverageKinds = ['national', 'states', 'cities'] as const;
export type CoverageKind = (typeof coverageKinds)[number];

export const coverageKindLabels: Readonly<Record<CoverageKind, string>> = {
  national: 'Nacional',
  states: 'Por estados',
  cities: 'Por municípios',
};
