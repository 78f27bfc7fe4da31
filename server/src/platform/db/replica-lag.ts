/** Follows how far a replica is behind its primary, by positions in the log that both report. */
export interface ReplicaLag {
  /** Notes a position of the primary, and when it was asked for (`performance.now()`). */
  primaryAt(position: number, askedAt: number): void;
  /** Notes the position up to which the replica has replayed the log. */
  replicaAt(position: number): void;
  /** The position that the replica reported last; -1 before it did. */
  readonly replayed: number;
  /**
   * Returns the age in ms of the newest state of the primary that the replica holds: of whatever
   * the primary had that long ago nothing is missing. 0 where nothing newer is known.
   */
  lagMs(now: number): number;
}

/** So many positions are kept of a primary whose replica stands still. */
const MOST = 200;

/**
 * Creates the measure. Neither server's clock matters, nor when the last transaction was: a primary
 * that writes nothing stays where it is, and a replica that has reached this place is not behind.
 */
export function createReplicaLag(startedAt: number): ReplicaLag {
  /** Positions of the primary that the replica has not reached yet, oldest first. */
  let ahead: { readonly position: number; readonly askedAt: number }[] = [];
  let heldSince = startedAt;
  let replayed = -1;
  const settle = (): void => {
    for (let [next] = ahead; next !== undefined && next.position <= replayed; [next] = ahead) {
      heldSince = next.askedAt;
      ahead.shift();
    }
  };
  return {
    primaryAt(position, askedAt) {
      // A primary that was promoted may begin before the place where the former one ended.
      if ((ahead.at(-1)?.position ?? 0) > position)
        ahead = ahead.filter((one) => one.position <= position);
      ahead.push({ position, askedAt });
      // Thinned out, the lag is at most overstated.
      if (ahead.length > MOST) ahead = ahead.filter((_one, index) => index % 2 === 1);
      settle();
    },
    replicaAt(position) {
      replayed = position;
      settle();
    },
    get replayed() {
      return replayed;
    },
    lagMs: (now) => (ahead.length === 0 && replayed >= 0 ? 0 : Math.max(0, now - heldSince)),
  };
}
