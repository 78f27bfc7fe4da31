import type { CreatePlanBody, UpdatePlanBody } from '@lavra/contract/admin/plans';
import { formatDecimal, parseDecimal } from '@lavra/domain/money/decimal';
import { blankToNull, isBlank } from '@lavra/domain/text/blank';
import { FieldErrors } from '../../platform/errors.ts';

/** The stored fields of a plan, prices as exact text with two decimals. */
export interface PlanValues {
  readonly name: string;
  readonly slug: string;
  readonly price_monthly: string | null;
  readonly price_quarterly: string | null;
  readonly price_annual: string | null;
  readonly trial_days: number;
  readonly description: string | null;
  readonly is_default: boolean;
  readonly is_active: boolean;
  readonly sort_order: number;
}

/**
 * Returns the sent fields in stored form; `undefined` leaves a field unchanged. Throws all
 * validation errors at once.
 */
export function readPlanValues(body: CreatePlanBody | UpdatePlanBody): {
  readonly [F in keyof PlanValues]: PlanValues[F] | undefined;
} {
  const fields = new FieldErrors();
  const values = {
    name: readName(fields, body.name),
    slug: body.slug,
    trial_days: body.trial_days,
    is_default: body.is_default,
    is_active: body.is_active,
    sort_order: body.sort_order,
    description: body.description === undefined ? undefined : blankToNull(body.description),
    price_monthly: readPrice(fields, 'price_monthly', body.price_monthly),
    price_quarterly: readPrice(fields, 'price_quarterly', body.price_quarterly),
    price_annual: readPrice(fields, 'price_annual', body.price_annual),
  };
  fields.throwIfAny();
  return values;
}

/** Returns a name with white space normalised; adds a field error when the name is blank. */
export function readName(fields: FieldErrors, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (isBlank(name)) fields.add('name', 'not_blank');
  return name.trim().replaceAll(/\s+/g, ' ');
}

function readPrice(
  fields: FieldErrors,
  path: string,
  price: number | null | undefined,
): string | null | undefined {
  if (price === null || price === undefined) return price;
  const parsed = parseDecimal(price, 2);
  if (parsed.ok) return formatDecimal(parsed.units, 2);
  fields.add(path, parsed.reason === 'too_many_decimals' ? 'too_many_decimals' : 'too_large', {
    limit: 2,
  });
  return undefined;
}
