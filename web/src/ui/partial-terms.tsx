import { freightRuleShortLabels, saleInPartText } from '@lavra/domain/award/partial-terms';
import type { FreightRule } from '@lavra/domain/award/partial-terms';
import { formatMoney } from '../text/decimal.ts';
import { Term } from './record.tsx';
import { WithMoney } from './money.tsx';

/** On which terms a proposal is sold in part. */
export interface OfferedTerms {
  readonly allows_partial: boolean;
  readonly partial_minimum: number | null;
  readonly freight_rule: FreightRule;
  /** Null where the proposal states no amount: then no purchase shares it. */
  readonly freight_amount: number | null;
}

/** Returns `Vende em parte, a partir de R$ 5.000,00`, or that only the whole proposal is sold. */
export const saleText = ({
  allows_partial,
  partial_minimum,
}: Pick<OfferedTerms, 'allows_partial' | 'partial_minimum'>): string =>
  saleInPartText(allows_partial, partial_minimum === null ? null : formatMoney(partial_minimum));

/** Returns how the freight is due in a purchase of some items; undefined where it says nothing. */
export const freightRuleText = ({
  allows_partial,
  freight_amount,
  freight_rule,
}: Omit<OfferedTerms, 'partial_minimum'>): string | undefined =>
  allows_partial && freight_amount !== null ? freightRuleShortLabels[freight_rule] : undefined;

/** The rows of a list of terms about a sale in part. */
export function PartialTermsFacts({ terms }: { readonly terms: OfferedTerms }) {
  const rule = freightRuleText(terms);
  return (
    <>
      <Term name="Venda em parte">
        <WithMoney text={saleText(terms)} />
      </Term>
      {rule !== undefined && <Term name="Frete em compra parcial">{rule}</Term>}
    </>
  );
}
