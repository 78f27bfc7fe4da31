import { run } from './buildah.ts';

const BRIDGE = 'lavra-images';

/** A network in which containers have the fixed addresses that compose.yaml gives them. */
export interface ContainerNetwork {
  /**
   * Returns the name of a new network namespace. Without an address it reaches nothing but itself.
   */
  attach(name: string, address?: string): string;
  remove(): void;
}

/**
 * Creates a bridge over which this machine reaches the containers. What an earlier run left behind
 * is removed first.
 */
export function createNetwork(gateway: string): ContainerNetwork {
  const ip = (...args: readonly string[]): string => run('ip', args);
  const remove = (): void => {
    const names = [...ip('netns', 'list').matchAll(/^lv-\S+/gm)].map(([name]) => name);
    for (const name of names) ip('netns', 'del', name);
    if (ip('-brief', 'link').includes(BRIDGE)) ip('link', 'del', BRIDGE);
  };
  remove();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${gateway}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return {
    remove,
    attach(name, address) {
      const network = `lv-${name}`; // also a device's name, which has at most 15 characters
      ip('netns', 'add', network);
      ip('-n', network, 'link', 'set', 'lo', 'up');
      if (address !== undefined) {
        ip('link', 'add', network, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', network);
        ip('link', 'set', network, 'master', BRIDGE, 'up');
        ip('-n', network, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
        ip('-n', network, 'link', 'set', 'eth0', 'up');
      }
      return network;
    },
  };
}
