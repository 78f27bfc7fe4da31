import { RuleError } from '../errors.ts';
import { networkShare } from './address-key.ts';
import { createArrivingForms, type ArrivingForm } from './arriving-forms.ts';

/**
 * How many are worked on at once, in the whole process and of one caller: a person whose token was seen alive before, a token not seen
 * yet, at the public endpoints, and of payment gateways that tell something. None takes a place of another kind. A form is
 * held in memory, up to 10 MiB; where its places are taken, one of them may have to make room (arriving-forms.ts). Strangers of one wider network (address-key.ts) have half of a kind's places together.
 */
const bounds = {
  request: { places: 128, each: 16 },
  newcomer: { places: 64, each: 32 },
  public: { places: 48, each: 12 },
  webhook: { places: 32, each: 16 },
  upload: { places: 16, each: 4 },
} as const;

export type CrowdKind = keyof typeof bounds;

/** Slower than this, in ms, there are too many inside; faster than that there may be more again. Never fewer than `fewest`. */
const pace = { slow: 1_200, fast: 600, fewest: 16 } as const;

/** Bounds how much is worked on at once, so that those who are let in are answered soon and in bounded memory. */
export interface Crowd {
  /**
   * Takes a place for a caller, a token as it was sent or an address and its wider network; throws `overloaded` when there
   * is none. Answers how to leave.
   */
  enter(kind: CrowdKind, caller: string, network?: string): () => void;
  /** A form that has a place is on its way, and may have to make room; answers how to say that it has come. */
  arriving(form: ArrivingForm): () => void;
  /** Whether no request of a session would be let in just now. */
  isFull(): boolean;
}

/**
 * With `limits` one who sends a thousand requests at once waits for their own alone, and where answers take long fewer
 * are let in at once, as many as the machine can answer within a second or two.
 */
export function createCrowd({
  limits,
  stopwatch = () => performance.now(),
}: {
  limits: boolean;
  stopwatch?: () => number;
}): Crowd {
  const crowds = {
    request: countInside(),
    newcomer: countInside(),
    public: countInside(),
    webhook: countInside(),
    upload: countInside(),
  };
  const forms = createArrivingForms({ stopwatch });
  let places: number = bounds.request.places;
  const adapt = (took: number): void => {
    if (took > pace.slow) places = Math.max(pace.fewest, places * 0.9);
    else if (took < pace.fast) places = Math.min(bounds.request.places, places + 0.5);
  };
  return {
    arriving: (form) => forms.add(form),
    isFull: () => crowds.request.all() >= places,
    enter(kind, caller, network) {
      const inside = crowds[kind];
      const most =
        kind === 'request'
          ? places
          : limits || kind === 'upload'
            ? bounds[kind].places
            : bounds.request.places;
      if (limits && inside.of(caller) >= bounds[kind].each) throw new RuleError('overloaded');
      if (
        limits &&
        network !== undefined &&
        inside.of(network) >= bounds[kind].places * networkShare.part
      )
        throw new RuleError('overloaded');
      if (inside.all() >= most && !(kind === 'upload' && forms.makeRoom(caller, inside.of)))
        throw new RuleError('overloaded');
      const entered = stopwatch();
      inside.add(caller, network, 1);
      return () => {
        inside.add(caller, network, -1);
        if (limits && kind === 'request') adapt(stopwatch() - entered);
      };
    },
  };
}

function countInside() {
  const byName = new Map<string, number>();
  let all = 0;
  const of = (name: string): number => byName.get(name) ?? 0;
  return {
    all: () => all,
    of,
    add(caller: string, network: string | undefined, change: 1 | -1): void {
      all += change;
      for (const name of network === undefined ? [caller] : [caller, network]) {
        const left = of(name) + change;
        if (left === 0) byName.delete(name);
        else byName.set(name, left);
      }
    },
  };
}
