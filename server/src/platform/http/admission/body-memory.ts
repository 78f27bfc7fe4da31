import { networkShare, type Origin } from '../address-key.ts';

const MIB = 1024 * 1024;

/**
 * Memory limits for bodies that are still arriving: in all, and per sender. All senders of one
 * wider network (/48) share half of the total.
 */
const SHARES: BodyShares = { all: 64 * MIB, each: 8 * MIB };

/**
 * Bytes counted for a body, and for each piece of it, beyond its content: a megabyte may arrive
 * byte by byte.
 */
const COST = { body: 4_096, piece: 512 } as const;

interface BodyShares {
  readonly all: number;
  readonly each: number;
}

/** A body on its way. */
export interface TrackedBody {
  /** Counts bytes that have arrived. */
  readonly grow: (bytes: number) => void;
  /** Releases the body's share: it is complete, or will not be. */
  readonly end: () => void;
}

export interface BodyMemory {
  /**
   * Registers a body. `sender` is a person, or an address where the person is unknown. `evict`
   * drops the bytes received and refuses the body.
   */
  track(sender: Origin, evict: () => void): TrackedBody;
}

interface Group {
  readonly name: string;
  readonly most: number;
  readonly bodies: Set<Body>;
  held: number;
}
interface Body {
  readonly own: Group;
  readonly groups: readonly Group[];
  readonly since: number;
  readonly evict: () => void;
  held: number;
}

/**
 * Limits the memory of bodies that have not ended: their senders may take minutes, and hold no slot
 * meanwhile. When a limit is reached, the slowest body of the sender who holds most is dropped. A
 * slow body is accepted while there is room, and many bodies of one sender do not displace another
 * sender's.
 */
export function createBodyMemory({
  stopwatch = () => performance.now(),
  shares = SHARES,
}: { stopwatch?: () => number; shares?: BodyShares } = {}): BodyMemory {
  const byName = new Map<string, Group>();
  const groupOf = (name: string, most: number): Group => {
    const group = byName.get(name) ?? { name, most, bodies: new Set(), held: 0 };
    byName.set(name, group);
    return group;
  };
  const hold = (body: Body, bytes: number): void => {
    body.held += bytes;
    for (const group of body.groups) group.held += bytes;
  };
  const release = (body: Body): void => {
    hold(body, -body.held);
    for (const { name, bodies } of body.groups) {
      bodies.delete(body);
      if (bodies.size === 0) byName.delete(name);
    }
  };
  const evictUntilWithinLimits = ({ groups }: Body): void => {
    for (let full = groups.find(isFull); full !== undefined; full = groups.find(isFull)) {
      const body = nextToEvict(full.bodies, stopwatch());
      if (body === undefined) return;
      release(body);
      body.evict();
    }
  };
  return {
    track({ key, network }, evict) {
      const own = groupOf(`of ${key}`, shares.each);
      const around =
        network === undefined ? [] : [groupOf(`in ${network}`, shares.all * networkShare.part)];
      const groups = [own, ...around, groupOf('all', shares.all)];
      const body: Body = { own, groups, since: stopwatch(), evict, held: 0 };
      for (const { bodies } of groups) bodies.add(body);
      hold(body, COST.body);
      return {
        grow: (bytes) => {
          if (!own.bodies.has(body)) return;
          hold(body, bytes + COST.piece);
          evictUntilWithinLimits(body);
        },
        end: () => {
          if (own.bodies.has(body)) release(body);
        },
      };
    },
  };
}

const isFull = ({ held, most }: Group): boolean => held > most;

/** Returns the slowest body among those of the senders who hold most. */
function nextToEvict(bodies: Iterable<Body>, now: number): Body | undefined {
  const rateOf = ({ held, since }: Body): number => held / Math.max(1, now - since);
  let first: Body | undefined;
  for (const body of bodies) {
    const isWorse =
      first === undefined ||
      body.own.held > first.own.held ||
      (body.own.held === first.own.held && rateOf(body) < rateOf(first));
    if (isWorse) first = body;
  }
  return first;
}
