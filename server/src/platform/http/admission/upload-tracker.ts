/** An upload that is still arriving, and holds a slot of its own. */
export interface TrackedUpload {
  /** The sender's name in the concurrency limiter. */
  readonly person: string;
  /** Returns the number of bytes received so far. */
  readonly bytesReceived: () => number;
  /** Releases the slot at once and refuses the upload. */
  readonly displace: () => void;
}

export interface UploadTracker {
  /** Registers an upload; returns the function to call when it is complete, or will not be. */
  add(upload: TrackedUpload): () => void;
  /**
   * Called when all slots are taken: displaces one upload in favour of a person, and returns
   * whether one was displaced. `heldBy` returns the number of slots a person holds.
   */
  displaceOne(person: string, heldBy: (person: string) => number): boolean;
}

/**
 * An upload counts as slow below this rate, once `after` ms have passed; the same rate that readers
 * of exports must keep.
 */
const MIN_UPLOAD_RATE = { bytesPerSecond: 8 * 1024, after: 45_000 } as const;

/**
 * Chooses which upload is displaced when every slot is taken: one of a person who holds at least
 * two slots more, or one slower than MIN_UPLOAD_RATE; among these, one of the person with most
 * slots, the slowest first. Afterwards the person who lost a slot holds no fewer than the person
 * who got it, so that the slot is not taken back. As long as slots are free, a slow upload may take
 * its time.
 */
export function createUploadTracker({ stopwatch }: { stopwatch: () => number }): UploadTracker {
  const since = new Map<TrackedUpload, number>();
  return {
    add(upload) {
      since.set(upload, stopwatch());
      return () => {
        since.delete(upload);
      };
    },
    displaceOne(person, heldBy) {
      const most = heldBy(person) + 2;
      const candidates = Array.from(since, ([upload, begun]) => {
        const took = stopwatch() - begun;
        const rate = upload.bytesReceived() / Math.max(1, took / 1_000);
        const isSlow = took > MIN_UPLOAD_RATE.after && rate < MIN_UPLOAD_RATE.bytesPerSecond;
        return { upload, held: heldBy(upload.person), isSlow, rate };
      }).filter(({ upload, held, isSlow }) => upload.person !== person && (held >= most || isSlow));
      const [first] = candidates.toSorted((a, b) => b.held - a.held || a.rate - b.rate);
      if (first === undefined) return false;
      since.delete(first.upload);
      first.upload.displace();
      return true;
    },
  };
}
