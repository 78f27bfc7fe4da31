/**
 * Shares a freight over items by their value, in cents: the largest remainders get the cents that
 * rounding leaves, ties the first items. Items that are all worth nothing share it equally. The
 * shares sum to the freight.
 */
export function freightShares(freight: bigint, totals: readonly bigint[]): bigint[] {
  const sum = totals.reduce((all, total) => all + total, 0n);
  const weights = sum === 0n ? totals.map(() => 1n) : totals;
  const whole = sum === 0n ? BigInt(totals.length) : sum;
  if (whole === 0n) return [];
  const shares = weights.map((weight) => (freight * weight) / whole);
  const remainders = weights.map((weight, index) => ({
    index,
    remainder: (freight * weight) % whole,
  }));
  const left = freight - shares.reduce((all, share) => all + share, 0n);
  const first = remainders
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
    .slice(0, Number(left));
  for (const { index } of first) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}
