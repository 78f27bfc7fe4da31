import {
  daysUntil,
  formatTimestamp,
  localDate,
  parseTimestamp,
} from '@lavra/domain/calendar/calendar';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';
import { daysOf } from './decimal.ts';

/**
 * The time zone of the service's days and timestamps, as the service names it in the portal's page;
 * used instead of the browser's. A page that names none is of a service in Brasília's time.
 */
export const serviceZone: string = zoneOfPage() ?? 'America/Sao_Paulo';

/** The zone's name for users: `horário de Brasília`. */
export const serviceZoneLabel: string = zoneLabel(serviceZone);

function zoneOfPage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const named = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content ?? '';
  return named === '' ? undefined : named;
}

/** Formats `2026-11-20` as `20/11/2026`; also the date of a timestamp. */
export function formatDate(date: string): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

/** Formats `2026-11-20 14:05:09` as `20/11/2026 às 14:05`. */
export const formatDateTime = (timestamp: string): string =>
  `${formatDate(timestamp)} às ${timestamp.slice(11, 16)}`;

/**
 * Formats a moment that is only just past as `14:05`. The service's zone is named where this
 * device's clock, which the user looks at beside it, shows another hour, as in Mato Grosso.
 */
export function formatClock(instant: Date): string {
  const [hour = '', minute = ''] = formatTimestamp(instant, serviceZone).slice(11).split(':');
  const isDevices = Number(hour) === instant.getHours() && Number(minute) === instant.getMinutes();
  return isDevices ? `${hour}:${minute}` : `${hour}:${minute} (${serviceZoneLabel})`;
}

/** Formats a moment with its day, `20/11/2026 14:05`, the zone as in `formatClock`. */
export const formatMoment = (instant: Date): string =>
  `${formatDate(localDate(instant, serviceZone))} ${formatClock(instant)}`;

/** Formats when the service stored something: `às 14:05`, on another day `em 20/11/2026`. */
export function formatStored(timestamp: string, now: Date): string {
  const instant = instantOf(timestamp);
  return instant === undefined || timestamp.slice(0, 10) !== localDate(now, serviceZone)
    ? `em ${formatDate(timestamp)}`
    : `às ${formatClock(instant)}`;
}

/** Formats a deadline; it includes the whole day, in the service's time zone. */
export const formatDeadline = (date: string): string =>
  `até ${formatDate(date)} (23h59, ${serviceZoneLabel})`;

/** Returns the time left until a deadline, in words. */
export function daysLeft(days: number): string {
  if (days < -1) return `Encerrada há ${-days} dias`;
  if (days === -1) return 'Encerrada ontem';
  if (days === 0) return 'Vence hoje';
  return days === 1 ? 'Vence amanhã' : `Faltam ${days} dias`;
}

/** Returns the instant of a service timestamp; undefined when it is not a valid one. */
export const instantOf = (timestamp: string): Date | undefined =>
  parseTimestamp(timestamp, serviceZone) ?? undefined;

/** Formats the time since a timestamp: `agora`, `há 5 min`, `há 3 h`, `ontem`, then the date. */
export function formatAgo(timestamp: string, now: Date): string {
  const instant = instantOf(timestamp);
  if (instant === undefined) return timestamp;
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  const days = -daysUntil(timestamp.slice(0, 10), localDate(now, serviceZone));
  if (days === 0) return `há ${Math.floor(minutes / 60)} h`;
  return days === 1 ? `ontem às ${timestamp.slice(11, 16)}` : formatDate(timestamp);
}

/** Formats how long ago a timestamp was, as an age: `há 5 min`, `há 3 h`, `há 1 dia`, `há 9 dias`. */
export function formatAge(timestamp: string, now: Date): string {
  const instant = instantOf(timestamp);
  const minutes = Math.max(0, now.getTime() - (instant ?? now).getTime()) / 60_000;
  if (minutes < 1) return 'há menos de 1 min';
  if (minutes < 60) return `há ${Math.floor(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `há ${hours} h`;
  const days = Math.floor(hours / 24);
  return `há ${daysOf(days)}`;
}

/** Formats the day of a timestamp as a list heading: `Hoje`, `Ontem`, then the date. */
export function dayHeading(timestamp: string, now: Date): string {
  const days = -daysUntil(timestamp.slice(0, 10), localDate(now, serviceZone));
  if (days === 0) return 'Hoje';
  return days === 1 ? 'Ontem' : formatDate(timestamp);
}

const months = [
  'jan',
  'fev',
  'mar',
  'abr',
  'mai',
  'jun',
  'jul',
  'ago',
  'set',
  'out',
  'nov',
  'dez',
] as const;

/** Formats the month `2026-11` as `nov/26`. */
export function formatMonth(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return `${months[Number(number) - 1] ?? number}/${year.slice(2)}`;
}
