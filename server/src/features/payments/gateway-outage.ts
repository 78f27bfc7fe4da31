import type { GatewayTrouble } from '../../platform/payment-gateway/payment-gateway.ts';

/**
 * This many consecutive unclear replies indicate a problem of the gateway, not of single payments.
 */
const UNCLEAR_IN_A_ROW = 5;
const silent: ReadonlySet<GatewayTrouble | undefined> = new Set([
  'credentials',
  'busy',
  'unreachable',
] as const);

/**
 * Creates a check for a run that queries one payment after the other: returns whether to stop after
 * a reply. An unreachable or busy gateway stops the run; an unclear reply concerns its payment
 * only, until several follow each other.
 */
export function createOutageCheck(): (trouble: GatewayTrouble | undefined) => boolean {
  let unclear = 0;
  return (trouble) => {
    unclear = trouble === 'unclear' ? unclear + 1 : 0;
    return trouble === 'unclear' ? unclear >= UNCLEAR_IN_A_ROW : silent.has(trouble);
  };
}
