/**
 * IPv4 addresses inside IPv6: as a dual-stack socket shows them, and behind a NAT64 with the
 * well-known prefix.
 */
const EMBEDDED = /^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):([0-9a-f]+):([0-9a-f]+)$/;

/** The keys under which an address is counted. */
export interface Origin {
  /**
   * Of IPv6 the /64, the range that one household or host is assigned and may choose freely from;
   * of IPv4 the address.
   */
  readonly key: string;
  /**
   * The /48 around the address, which a site or a hosting customer may be assigned: 65,536 keys
   * under one owner. IPv4 has none.
   */
  readonly network?: string | undefined;
}

/**
 * Limits for all keys of one network together, wherever a key has a limit of its own: `keys` times
 * a key's limit for what is counted over time, and `part` of all slots and seats.
 */
export const networkShare = { keys: 10, part: 0.5 } as const;

/**
 * Returns the keys to count an address by. Every counter by address uses it, so that each limit per
 * key has one per network too. IPv4 inside IPv6 counts as IPv4; a text that is no address is its
 * own key.
 */
export function originOf(ip: string): Origin {
  if (!ip.includes(':')) return { key: ip };
  const groups = groupsOf(ip.toLowerCase().replace(/%.*$/, ''));
  if (groups === undefined) return { key: ip };
  const whole = groups.join(':');
  const [, high, low] = EMBEDDED.exec(whole) ?? [];
  if (high !== undefined && low !== undefined)
    return { key: dotted(Number.parseInt(high, 16), Number.parseInt(low, 16)) };
  return {
    key: `${groups.slice(0, 4).join(':')}::/64`,
    network: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

const dotted = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Returns the eight groups of an IPv6 address, each in its shortest form. */
function groupsOf(ip: string): string[] | undefined {
  const written = ip.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a: string, b: string, c: string, d: string) =>
      `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  );
  const [left, right, more] = written
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  if (left === undefined || more !== undefined) return undefined;
  const missing = 8 - left.length - (right?.length ?? 0);
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [
    ...left,
    ...Array<string>(right === undefined ? 0 : missing).fill('0'),
    ...(right ?? []),
  ];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
