import type { IdentityWarning } from '@lavra/contract/proposals/schemas';
import { draftTextsOf } from '@lavra/domain/proposal/free-texts';
import type { SupplierIdentity } from '@lavra/domain/supplier/identity-names';
import { findIdentityLeaks } from '../identities/identities-feature.ts';
import type { ProposalView } from './proposal-view.ts';

const MAX_WARNINGS = 100;

type Texts = Pick<ProposalView, 'notes' | 'payment_terms' | 'items'>;

/**
 * Returns the parts of a proposal's free text that would identify the supplier to the producer, at
 * most a hundred. They are warnings and block nothing.
 */
export const findIdentityWarnings = (view: SupplierIdentity & Texts): Promise<IdentityWarning[]> =>
  findIdentityLeaks(view, draftTextsOf(view), MAX_WARNINGS);
