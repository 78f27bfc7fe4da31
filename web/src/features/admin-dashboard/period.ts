import { addDays } from '@lavra/domain/calendar/calendar';

export interface Period {
  readonly start_date: string;
  readonly end_date: string;
}

export const periodWords = [
  ['7d', '7 dias'],
  ['30d', '30 dias'],
  ['90d', '90 dias'],
  ['mes', 'Este mês'],
  ['mes-passado', 'Mês passado'],
  ['ano', 'Este ano'],
] as const;
export type PeriodWord = (typeof periodWords)[number][0];

/** Returns the days of a named period. Every period includes today, except last month. */
export function periodOf(word: PeriodWord, today: string): Period {
  const month = `${today.slice(0, 7)}-01`;
  const last = addDays(month, -1);
  if (word === 'mes') return { start_date: month, end_date: today };
  if (word === 'mes-passado') return { start_date: `${last.slice(0, 7)}-01`, end_date: last };
  if (word === 'ano') return { start_date: `${today.slice(0, 4)}-01-01`, end_date: today };
  return { start_date: addDays(today, 1 - Number.parseInt(word)), end_date: today };
}
