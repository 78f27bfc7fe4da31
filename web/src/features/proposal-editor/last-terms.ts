import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { addDays } from '@lavra/domain/calendar/calendar';
import { freightTermsOf, partialTermsOf, type DraftTerms } from './draft.ts';

type FilledTerms = Pick<
  DraftTerms,
  'paymentTerms' | 'deliveryDays' | 'validity' | 'freightKind' | 'freight'
>;
type OfferedTerms = FilledTerms & Pick<DraftTerms, 'allowsPartial' | 'minimum' | 'freightRule'>;

/**
 * Returns the terms of the supplier's latest proposal, its validity counted from `today`; undefined
 * when it had none, or when some are filled in already.
 */
export function lastTerms(
  last: SupplierOrder['last_terms'],
  { paymentTerms, deliveryDays, validity, freightKind, freight }: FilledTerms,
  today: string,
): OfferedTerms | undefined {
  const filled = [paymentTerms, deliveryDays, validity, freightKind, freight];
  if (last === null || filled.some((text) => text.trim() !== '')) return undefined;
  const { payment_terms, delivery_days, validity_days, freight_kind } = last;
  if ([payment_terms, delivery_days, validity_days, freight_kind].every((term) => term === null))
    return undefined;
  return {
    paymentTerms: payment_terms ?? '',
    deliveryDays: String(delivery_days ?? ''),
    validity: validity_days === null ? '' : addDays(today, validity_days),
    ...freightTermsOf(last),
    ...partialTermsOf(last, false),
  };
}
