import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { canonicalAddress, isPublicAddress } from './address-rules.ts';
import { ConnectError } from './connect-error.ts';
import { hostPort, plainHost } from './host-port.ts';

/** Resolves a name to all its addresses. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export const lookupAll: Lookup = async (name) =>
  (await systemLookup(name, { all: true })).map(({ address }) => address);

interface Rules {
  readonly allow: ReadonlySet<string>;
  readonly lookup: Lookup;
}

/**
 * Returns the addresses that may be connected to under a name: if one of them is not on the public
 * internet, all are rejected. Throws `ConnectError`.
 */
export async function checkedAddresses(
  host: string,
  port: number,
  { allow, lookup }: Rules,
): Promise<readonly string[]> {
  const name = plainHost(host);
  const addresses =
    isIP(name) === 0
      ? await lookup(name).catch((error: unknown) => {
          throw new ConnectError('unresolved', error);
        })
      : [name];
  if (addresses.length === 0) throw new ConnectError('unresolved');
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || allow.has(hostPort(canonicalAddress(address), port));
  if (!allow.has(hostPort(name, port)) && !addresses.every(isAllowed))
    throw new ConnectError('forbidden');
  return addresses;
}
