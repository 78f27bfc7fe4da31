import {
  freightLabels,
  type FreightKind,
  type LandedUnknownReason,
} from '@lavra/domain/proposal/freight';
import { formatMoney } from './decimal.ts';

interface FreightFacts {
  readonly freight_amount: number | null;
  readonly freight_kind: FreightKind | null;
}
interface LandedFacts {
  readonly landed_total: number;
  readonly landed_unknown: LandedUnknownReason | null;
}

/** Returns who pays for the freight, or its amount. */
export function freightText({ freight_amount, freight_kind }: FreightFacts): string {
  if (freight_amount !== null) return formatMoney(freight_amount);
  return freight_kind === null ? 'Não informado' : freightLabels[freight_kind];
}

/** Returns what a total is that holds the freight as far as it is known. */
export const totalName = ({ freight_amount, freight_kind }: FreightFacts): string =>
  freight_amount === null && freight_kind !== 'included' ? 'Total sem o frete' : 'Total com frete';

const reasons: Readonly<Record<LandedUnknownReason, string>> = {
  freight_by_producer: 'Não se sabe: o frete é por conta do produtor',
  freight_unknown: 'Não se sabe: o frete não foi informado',
};

/** Returns the total with freight, or why it is unknown. */
export const landedText = ({ landed_total, landed_unknown }: LandedFacts): string =>
  landed_unknown === null ? formatMoney(landed_total) : reasons[landed_unknown];
