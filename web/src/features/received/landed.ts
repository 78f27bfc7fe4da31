import type { LandedUnknownReason } from '@lavra/domain/proposal/freight';

/** What a proposal costs at the farm, in reais, or why that is unknown. */
export type Landed =
  | { readonly isKnown: true; readonly total: number }
  | { readonly isKnown: false; readonly reason: LandedUnknownReason };

/** Returns what a proposal costs at the farm. */
export const landedOf = ({
  landed_total: total,
  landed_unknown: reason,
}: {
  readonly landed_total: number;
  readonly landed_unknown: LandedUnknownReason | null;
}): Landed => (reason === null ? { isKnown: true, total } : { isKnown: false, reason });
