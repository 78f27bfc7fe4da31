import type { CombinationsBody } from '@lavra/contract/purchases/combinations';
import { readDay, readText } from '../../lists/url-state.ts';

type Search = Readonly<Record<string, unknown>>;

/** What combinations must respect, as the address holds it. */
export interface Constraints {
  /** As typed. */
  readonly days: string;
  readonly validOn: string;
  readonly sameIngredient: boolean;
  readonly anyQuantity: boolean;
  readonly withoutItems: readonly number[];
  readonly withoutProposals: readonly string[];
}

export const readConstraints = (search: Search): Constraints => ({
  days: readText(search['dias']),
  validOn: readDay(search['validade']) ?? '',
  sameIngredient: search['mesmo'] === 1,
  anyQuantity: search['menos'] === 1,
  withoutItems: listOf(search['sem'])
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0),
  withoutProposals: listOf(search['fora']),
});

/** Returns the parameters of an address that change a constraint. */
export const writeConstraints = (change: Partial<Constraints>): Search => ({
  ...('days' in change ? { dias: change.days || undefined } : {}),
  ...('validOn' in change ? { validade: change.validOn || undefined } : {}),
  ...('sameIngredient' in change ? { mesmo: change.sameIngredient ? 1 : undefined } : {}),
  ...('anyQuantity' in change ? { menos: change.anyQuantity ? 1 : undefined } : {}),
  ...('withoutItems' in change ? { sem: change.withoutItems?.join(',') || undefined } : {}),
  ...('withoutProposals' in change
    ? { fora: change.withoutProposals?.join(',') || undefined }
    : {}),
});

export const isConstrained = (constraints: Constraints): boolean =>
  Object.keys(bodyOf(constraints)).length > 0;

/** Returns what is sent: only what constrains. Days that are no whole number do not. */
export function bodyOf({
  days,
  validOn,
  sameIngredient,
  anyQuantity,
  withoutItems,
  withoutProposals,
}: Constraints): CombinationsBody {
  return {
    ...(/^\d{1,3}$/.test(days) ? { max_delivery_days: Number(days) } : {}),
    ...(validOn === '' ? {} : { valid_on: validOn }),
    ...(sameIngredient ? { same_ingredient_only: true } : {}),
    ...(anyQuantity ? { any_quantity: true } : {}),
    ...(withoutItems.length === 0 ? {} : { exclude_order_item_ids: [...withoutItems] }),
    ...(withoutProposals.length === 0 ? {} : { exclude_proposals: [...withoutProposals] }),
  };
}

const listOf = (value: unknown): readonly string[] =>
  readText(value)
    .split(',')
    .filter((one) => one !== '');
