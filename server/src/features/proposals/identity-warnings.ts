import type { IdentityWarning } from '@lavra/contract/proposals/schemas';
import { findContacts } from '@lavra/domain/text/contacts';
import { identityNames, type SupplierIdentity } from '@lavra/domain/supplier/identity-names';
import type { ProposalView } from './proposal-view.ts';

const MAX_WARNINGS = 100;
const LONGEST_EXCERPT = 80;

type Texts = SupplierIdentity & Pick<ProposalView, 'notes' | 'payment_terms' | 'items'>;
const itemTexts = ['justification', 'similar_product_name', 'similar_product_description', 'notes'] as const;

/** Where a proposal's free text would tell the producer who wrote it, at most a hundred places. It warns and never blocks. */
export function findIdentityWarnings(view: Texts): IdentityWarning[] {
  const texts = [...textsOf(view)];
  if (texts.length === 0) return [];
  const names = identityNames(view);
  // Nearly always there is nothing, and one look at everything, a line each, tells so.
  if (findContacts(texts.map(([, text]) => text).join('\n'), names).length === 0) return [];
  const found = texts.flatMap(([path, text]) => findContacts(text, names).map(({ kind, start, end }) => (
    { path, kind, excerpt: text.slice(start, Math.min(end, start + LONGEST_EXCERPT)).toWellFormed() })));
  return found.slice(0, MAX_WARNINGS);
}

/** What the producer will read, by its path in the reply; most proposals have little of it. */
function* textsOf({ notes, payment_terms, items }: Texts): Generator<[path: string, text: string]> {
  if (notes !== null) yield ['notes', notes];
  if (payment_terms !== null) yield ['payment_terms', payment_terms];
  for (const [index, item] of items.entries()) {
    for (const name of itemTexts) {
      const text = item[name];
      if (text !== null) yield [`items.${index}.${name}`, text];
    }
  }
}
