import type { Subscription } from '@lavra/contract/subscriptions/schemas';
import type { ChipTone } from '../../ui/chip.tsx';

export const subscriptionTones: Readonly<Record<Subscription['status'], ChipTone>> = {
  trial: 'info',
  active: 'good',
  expired: 'warn',
  cancelled: 'plain',
};

/** Describes a due date by the number of days until it. */
export function dueText(days: number): string {
  if (days === 0) return 'vence hoje';
  if (days === 1) return 'vence amanhã';
  if (days === -1) return 'venceu ontem';
  return days > 0 ? `em ${days} dias` : `há ${-days} dias`;
}
