import { addDays } from '@lavra/domain/calendar/calendar';
import { instantOf } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';

const HOURS = 48;
const HOUR = 3_600_000;

export interface AnswerWindow {
  readonly text: string;
  readonly isLate: boolean;
}

/**
 * Returns how long suppliers still have to wait for the decision by the platform's standard: 48
 * hours from the end of the receiving phase, which is when the order was closed, or the end of its
 * deadline day. Returns undefined when the service's timestamp cannot be parsed.
 */
export function answerWindow(
  {
    closed_at,
    deadline_date,
  }: { readonly closed_at: string | null; readonly deadline_date: string },
  now: Date,
): AnswerWindow | undefined {
  const closed = instantOf(closed_at ?? `${addDays(deadline_date, 1)} 00:00:00`);
  if (closed === undefined) return undefined;
  const left = closed.getTime() + HOURS * HOUR - now.getTime();
  const hours = (span: number): string => countOf(Math.ceil(span / HOUR), ['hora', 'horas']);
  return left > 0
    ? { text: left <= HOUR ? 'Falta menos de 1 hora' : `Faltam ${hours(left)}`, isLate: false }
    : { text: `Elas acabaram há ${hours(Math.max(1, -left))}`, isLate: true };
}
