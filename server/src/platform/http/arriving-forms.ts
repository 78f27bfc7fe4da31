/** A form that is still arriving, and holds a slot of its own. */
export interface ArrivingForm {
  /** The sender's name in the concurrency limiter. */
  readonly person: string;
  /** Returns the number of bytes received so far. */
  readonly come: () => number;
  /** Releases the slot at once and refuses the form. */
  readonly makeRoom: () => void;
}

export interface ArrivingForms {
  /** Registers a form; returns the function to call when it is complete, or will not be. */
  add(form: ArrivingForm): () => void;
  /**
   * Called when all slots are taken: displaces one form in favour of a person, and returns whether
   * one was displaced. `heldBy` returns the number of slots a person holds.
   */
  makeRoom(person: string, heldBy: (person: string) => number): boolean;
}

/**
 * A form counts as slow below this rate, once `after` ms have passed; the same rate that readers of
 * exports must keep.
 */
export const FORM_PACE = { bytesPerSecond: 8 * 1024, after: 45_000 } as const;

/**
 * Chooses which form makes room when every slot is taken: a form of a person who holds at least two
 * slots more, or one slower than FORM_PACE; among these, one of the person with most slots, the
 * slowest first. Afterwards the person who lost a slot holds no fewer than the person who got it,
 * so that the slot is not taken back. As long as slots are free, a slow form may take its time.
 */
export function createArrivingForms({ stopwatch }: { stopwatch: () => number }): ArrivingForms {
  const since = new Map<ArrivingForm, number>();
  return {
    add(form) {
      since.set(form, stopwatch());
      return () => {
        since.delete(form);
      };
    },
    makeRoom(person, heldBy) {
      const most = heldBy(person) + 2;
      const candidates = Array.from(since, ([form, begun]) => {
        const took = stopwatch() - begun;
        const rate = form.come() / Math.max(1, took / 1_000);
        const isSlow = took > FORM_PACE.after && rate < FORM_PACE.bytesPerSecond;
        return { form, held: heldBy(form.person), isSlow, rate };
      }).filter(({ form, held, isSlow }) => form.person !== person && (held >= most || isSlow));
      const [first] = candidates.toSorted((a, b) => b.held - a.held || a.rate - b.rate);
      if (first === undefined) return false;
      since.delete(first.form);
      first.form.makeRoom();
      return true;
    },
  };
}
