import type { IdentityWarning } from '@lavra/contract/proposals/schemas';
import type { SupplierIdentity } from '@lavra/domain/supplier/identity-names';
import { findIdentityLeaks } from '../identities/identities-feature.ts';
import type { ProposalView } from './proposal-view.ts';

const MAX_WARNINGS = 100;

type Texts = Pick<ProposalView, 'notes' | 'payment_terms' | 'items'>;
const itemTexts = [
  'justification',
  'similar_product_name',
  'similar_product_description',
  'notes',
] as const;

/**
 * Returns the parts of a proposal's free text that would identify the supplier to the producer, at
 * most a hundred. They are warnings and block nothing.
 */
export const findIdentityWarnings = (view: SupplierIdentity & Texts): Promise<IdentityWarning[]> =>
  findIdentityLeaks(view, textsOf(view), MAX_WARNINGS);

/**
 * Yields the texts that the producer will read with their path in the reply; most proposals contain
 * few.
 */
export function* textsOf({
  notes,
  payment_terms,
  items,
}: Texts): Generator<[path: string, text: string]> {
  if (notes !== null) yield ['notes', notes];
  if (payment_terms !== null) yield ['payment_terms', payment_terms];
  for (const [index, item] of items.entries()) {
    for (const name of itemTexts) {
      const text = item[name];
      if (text !== null) yield [`items.${index}.${name}`, text];
    }
  }
}
