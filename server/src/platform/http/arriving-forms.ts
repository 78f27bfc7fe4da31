/** A form that is on its way, in a place of its own. */
export interface ArrivingForm {
  /** As the crowd counts its sender. */
  readonly person: string;
  /** How many bytes have come so far. */
  readonly come: () => number;
  /** Leaves its place at once, and is refused. */
  readonly makeRoom: () => void;
}

export interface ArrivingForms {
  /** Answers how to say that the form has come, or never will. */
  add(form: ArrivingForm): () => void;
  /**
   * Where all places are taken: has one form make room for a person, and answers whether one did.
   * `heldBy` counts places.
   */
  makeRoom(person: string, heldBy: (person: string) => number): boolean;
}

/** Slower than so many bytes a second, once so many ms are over; as is asked of readers of exports. */
export const FORM_PACE = { bytesPerSecond: 8 * 1024, after: 45_000 } as const;

/**
 * Who finds every place taken gets that of a person who holds at least two more, or of a form that
 * has hardly come for 45 s: of the one with most places the form that comes slowest. After the
 * change the one who lost a place holds no fewer than the one who got it, so that nobody takes it
 * back. Where nobody waits, a slow form may take its time.
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
