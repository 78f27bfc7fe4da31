import type { UserType } from '../account/user-type.ts';

/** Profiles that plans are sold to. */
export const planProfiles = ['producer', 'supplier', 'consultant'] as const;
export type PlanProfile = (typeof planProfiles)[number];

/** The plan profile of each user type; null for administrators, who take no plan. */
export const planProfileOf: Readonly<Record<UserType, PlanProfile | null>> = {
  produtor: 'producer',
  fornecedor: 'supplier',
  consultor: 'consultant',
  admin: null,
};
