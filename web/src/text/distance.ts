import { formatCount } from './decimal.ts';

/**
 * Formats a great-circle distance between two municipalities in km, rounded to tens as their seats
 * are only near the places meant: `cerca de 120 km em linha reta`.
 */
export function aboutDistance(km: number): string {
  if (km === 0) return 'no seu município';
  const tens = Math.round(km / 10) * 10;
  return tens === 0
    ? 'menos de 10 km em linha reta'
    : `cerca de ${formatCount(tens)}\u00A0km em linha reta`;
}
