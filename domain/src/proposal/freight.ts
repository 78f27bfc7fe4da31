/**
 * Who pays for the delivery: the supplier, within its prices (CIF), the producer (FOB), or the
 * producer in an amount that the proposal states.
 */
export const freightKinds = ['included', 'by_producer', 'amount'] as const;
export type FreightKind = (typeof freightKinds)[number];

/** The kinds that state no amount. */
export const freightKindsWithoutAmount = ['included', 'by_producer'] as const;
export type FreightKindWithoutAmount = (typeof freightKindsWithoutAmount)[number];

export const freightLabels: Readonly<Record<FreightKind, string>> = {
  included: 'Incluso (CIF)',
  by_producer: 'Por conta do produtor (FOB)',
  amount: 'Valor à parte',
};

/** The freight of a proposal; an amount is in cents. */
export type Freight =
  | { readonly kind: FreightKindWithoutAmount | 'unknown' }
  | { readonly kind: 'amount'; readonly amount: bigint };

/**
 * Returns the freight that a proposal states. An amount, in cents, outweighs the kind: clients that
 * know no kinds send the amount alone.
 */
export function freightOf(kind: FreightKindWithoutAmount | null, amount: bigint | null): Freight {
  return amount === null ? { kind: kind ?? 'unknown' } : { kind: 'amount', amount };
}

/** Why a total with freight is unknown: the producer pays an amount of its own, or nothing is said. */
export const landedUnknownReasons = ['freight_by_producer', 'freight_unknown'] as const;
export type LandedUnknownReason = (typeof landedUnknownReasons)[number];

/** What a proposal costs at the farm, in cents, or why that is unknown. */
export type LandedTotal =
  | { readonly isKnown: true; readonly total: bigint }
  | { readonly isKnown: false; readonly reason: LandedUnknownReason };

/** Returns the total with freight of a proposal whose items cost `totalAmount` cents. */
export function landedTotal(totalAmount: bigint, freight: Freight): LandedTotal {
  switch (freight.kind) {
    case 'included':
      return { isKnown: true, total: totalAmount };
    case 'amount':
      return { isKnown: true, total: totalAmount + freight.amount };
    case 'by_producer':
      return { isKnown: false, reason: 'freight_by_producer' };
    case 'unknown':
      return { isKnown: false, reason: 'freight_unknown' };
  }
}
