import type { GatewayTrouble } from '../../platform/payment-gateway/payment-gateway.ts';

/** So many unclear answers in a row are about the gateway, not about one payment each. */
const UNCLEAR_IN_A_ROW = 5;
const silent: ReadonlySet<GatewayTrouble | undefined> = new Set([
  'credentials',
  'busy',
  'unreachable',
] as const);

/**
 * For a run that asks about one payment after the other: whether to stop after an answer. A gateway that is out of reach
 * or busy is left alone; an answer that is unclear is about its payment, until several come in a row.
 */
export function silence(): (trouble: GatewayTrouble | undefined) => boolean {
  let unclear = 0;
  return (trouble) => {
    unclear = trouble === 'unclear' ? unclear + 1 : 0;
    return trouble === 'unclear' ? unclear >= UNCLEAR_IN_A_ROW : silent.has(trouble);
  };
}
