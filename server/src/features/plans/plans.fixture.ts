import { randomUUIDv7 } from 'node:crypto';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import type { TestService } from '../../../test/service.ts';

let ordinal = 0;

export interface TestPlan {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
}
export interface PlanFields {
  readonly profile_type: PlanProfile;
  readonly price_monthly: string | null;
  readonly price_quarterly: string | null;
  readonly price_annual: string | null;
  readonly trial_days: number;
  readonly is_default: boolean;
  readonly is_active: boolean;
}

/** Creates a plan for producers at 100.00 a month, unless `fields` overrides it. */
export async function buildPlan(
  { db, app }: TestService,
  fields: Partial<PlanFields> = {},
): Promise<TestPlan> {
  ordinal += 1;
  const now = app.platform.clock.now();
  const plan = {
    uuid: randomUUIDv7(),
    name: `Plano de teste ${ordinal}`,
    slug: `plano-de-teste-${ordinal}`,
  };
  const { id } = await db.q
    .insertInto('plans')
    .values({
      profile_type: 'producer',
      price_monthly: '100.00',
      ...fields,
      ...plan,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...plan, id };
}
