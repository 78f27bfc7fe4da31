import type { PurchaseState } from '@lavra/domain/purchase/purchase-state';
import type { ChipTone } from '../../ui/chip.tsx';

export const purchaseTone: Readonly<Record<PurchaseState, ChipTone>> = {
  awarded: 'warn',
  confirmed: 'info',
  in_delivery: 'info',
  received: 'good',
  released: 'plain',
  cancelled: 'danger',
};
