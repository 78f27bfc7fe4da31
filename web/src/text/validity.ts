import { localDate } from '@lavra/domain/calendar/calendar';
import { validityProblem } from '@lavra/domain/proposal/proposal-rules';
import { formatDate, serviceZone } from './dates.ts';

/** Returns whether an offer's last day, the service's, is over: it no longer binds its supplier. */
export const isExpired = (validityDate: string | null): validityDate is string =>
  validityDate !== null && validityDate < localDate(new Date(), serviceZone);

/** Returns the warning to a supplier whose offer ends too early, or null: the supplier decides. */
export function validityDoubt(validityDate: string | null, deadlineDate: string): string | null {
  const sentOn = localDate(new Date(), serviceZone);
  const problem = validityProblem({ validityDate, sentOn, deadlineDate });
  if (problem === null || validityDate === null) return null;
  return problem === 'past'
    ? `A validade ${formatDate(validityDate)} já passou: o produtor verá a proposta como vencida.`
    : `A validade termina em ${formatDate(validityDate)}, antes do prazo da cotação (${formatDate(deadlineDate)}): quando o produtor decidir, a proposta pode estar vencida.`;
}

/** Returns what accepting an expired offer means, after naming it: `A validade`. */
export const expiredText = (validityDate: string, what = 'A validade'): string =>
  `${what} passou em ${formatDate(validityDate)}: o fornecedor já não é obrigado a manter a proposta. Se aceitar, confirme com ele o preço e a entrega.`;
