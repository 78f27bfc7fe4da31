import type { UserType } from '../account/user-type.ts';

/** Whom a plan is sold to. */
export const planProfiles = ['producer', 'supplier', 'consultant'] as const;
export type PlanProfile = (typeof planProfiles)[number];

/** The plans a person takes; administrators take none. */
export const planProfileOf: Readonly<Record<UserType, PlanProfile | null>> = {
  produtor: 'producer',
  fornecedor: 'supplier',
  consultor: 'consultant',
  admin: null,
};
