import { LEAST_SUPPLIERS } from '@lavra/domain/order/least-suppliers';
import type { OrderActivity } from '@lavra/contract/orders/schemas';
import { formatCount } from '../../text/decimal.ts';

const few = `menos de ${LEAST_SUPPLIERS}`;

/**
 * Returns `Avisando os fornecedores…` where the order `isFresh`, as the notifications leave within
 * moments; then `21 avisados · 6 viram · menos de 3 estão preenchendo`. Below three there is one text for
 * every count, so that none shows what a single supplier did.
 */
export function activityText(
  { notified, viewed, drafting }: OrderActivity,
  isFresh: boolean,
): string {
  if (notified === 0 && isFresh) return 'Avisando os fornecedores…';
  return [
    notified === 0 ? 'Nenhum avisado ainda' : `${sentence(shown(notified))} avisados`,
    viewed === null ? `${few} viram` : `${shown(viewed)} viram`,
    drafting === null ? `${few} estão preenchendo` : `${shown(drafting)} estão preenchendo`,
  ].join(' · ');
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const shown = (count: number | null): string => (count === null ? few : formatCount(count));
