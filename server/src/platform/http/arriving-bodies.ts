import { networkShare, type Origin } from './address-key.ts';

const MIB = 1024 * 1024;

/**
 * What bodies on their way may hold in memory: in all, and of one sender. A wider network has half
 * of it all.
 */
const SHARES = { all: 64 * MIB, each: 8 * MIB } as const;

/**
 * What a body, and each piece that comes of it, takes beside its bytes: a megabyte may come byte
 * by byte.
 */
const COST = { body: 4_096, piece: 512 } as const;

/** A body that is on its way. */
export interface ArrivingBody {
  /** So many bytes of it have come. */
  readonly grow: (bytes: number) => void;
  /** It has come, or never will. */
  readonly end: () => void;
}

export interface ArrivingBodies {
  /**
   * `sender` is a person, or an address where none is known. `makeRoom` lets go of what came, and
   * refuses the body.
   */
  begin(sender: Origin, makeRoom: () => void): ArrivingBody;
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
  readonly makeRoom: () => void;
  held: number;
}

/**
 * Bounds what is held of bodies that have not ended: their senders may take minutes, and hold no
 * place meanwhile. Where a share is used up, a body of the sender who holds most makes room, the
 * one that came slowest. A slow one passes while there is room, and many bodies of one sender keep
 * no other's out.
 */
export function createArrivingBodies({
  stopwatch = () => performance.now(),
}: { stopwatch?: () => number } = {}): ArrivingBodies {
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
  const leave = (body: Body): void => {
    hold(body, -body.held);
    for (const { name, bodies } of body.groups) {
      bodies.delete(body);
      if (bodies.size === 0) byName.delete(name);
    }
  };
  const keepWithin = ({ groups }: Body): void => {
    for (let full = groups.find(isFull); full !== undefined; full = groups.find(isFull)) {
      const body = firstToGo(full.bodies, stopwatch());
      if (body === undefined) return;
      leave(body);
      body.makeRoom();
    }
  };
  return {
    begin({ key, network }, makeRoom) {
      const own = groupOf(`of ${key}`, SHARES.each);
      const around =
        network === undefined ? [] : [groupOf(`in ${network}`, SHARES.all * networkShare.part)];
      const groups = [own, ...around, groupOf('all', SHARES.all)];
      const body: Body = { own, groups, since: stopwatch(), makeRoom, held: 0 };
      for (const { bodies } of groups) bodies.add(body);
      hold(body, COST.body);
      return {
        grow: (bytes) => {
          if (!own.bodies.has(body)) return;
          hold(body, bytes + COST.piece);
          keepWithin(body);
        },
        end: () => {
          if (own.bodies.has(body)) leave(body);
        },
      };
    },
  };
}

const isFull = ({ held, most }: Group): boolean => held > most;

/** Of the senders who hold most, the body that came slowest. */
function firstToGo(bodies: Iterable<Body>, now: number): Body | undefined {
  const paceOf = ({ held, since }: Body): number => held / Math.max(1, now - since);
  let first: Body | undefined;
  for (const body of bodies) {
    const goesBefore =
      first === undefined ||
      body.own.held > first.own.held ||
      (body.own.held === first.own.held && paceOf(body) < paceOf(first));
    if (goesBefore) first = body;
  }
  return first;
}
