import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

// From IANA's registries of special-purpose addresses. Mail and requests go to addresses on the
// public internet only.
const closedIPv4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // a cloud's host service behind a public address
]);
/**
 * The routed unicast space; the rest is private, link-local or multicast, or maps to other
 * addresses.
 */
const openIPv6 = listOf('ipv6', ['2000::/3']);
const closedIPv6 = listOf('ipv6', [
  '2001::/23', // protocols of the IETF, including Teredo
  '2001:db8::/32',
  '3fff::/20', // documentation
  '2002::/16', // 6to4: an IPv4 address inside
]);
/** Ranges that carry an IPv4 address in the last 32 bits, which is the address really reached. */
const carriersOfIPv4 = listOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96']);

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Returns whether an address, as a resolver returns it, is on the public internet. False for a text
 * that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIPv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  if (carriersOfIPv4.check(address, 'ipv6')) return isPublicAddress(lastIPv4(address));
  return openIPv6.check(address, 'ipv6') && !closedIPv6.check(address, 'ipv6');
}

/**
 * Returns the canonical form of an address, `::FFFF:7F00:1` as `127.0.0.1`; any other text
 * unchanged.
 */
export function canonicalAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:/i.test(plain) && carriersOfIPv4.check(address, 'ipv6')
    ? lastIPv4(address)
    : plain;
}

function lastIPv4(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (dotted !== undefined) return dotted;
  // Both groups exist: the prefix leaves 32 bits, and the URL parser omits only groups of zeros.
  const groups = expanded(address).slice(-2);
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** Returns the eight groups of an IPv6 address. */
function expanded(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groupsOf = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groupsOf(head), tail === undefined ? [] : groupsOf(tail)];
  return [
    ...before,
    ...Array.from({ length: 8 - before.length - after.length }, () => 0),
    ...after,
  ];
}
