import { RuleError } from '../errors.ts';
import { networkShare } from './address-key.ts';
import { createArrivingForms, type ArrivingForm } from './arriving-forms.ts';

/**
 * How many requests of each kind are processed at once, in the whole process and per caller:
 * `request` is a person whose token was seen alive before, `newcomer` a token not seen yet,
 * `public` a public endpoint, `webhook` a notification of a payment gateway, `upload` a form. No
 * kind uses another kind's slots. A form is held in memory, up to 10 MiB; when its slots are taken,
 * one form may be displaced (arriving-forms.ts). Callers without a session from one wider network
 * (address-key.ts) share half of a kind's slots.
 */
const bounds = {
  request: { places: 128, each: 16 },
  newcomer: { places: 64, each: 32 },
  public: { places: 48, each: 12 },
  webhook: { places: 32, each: 16 },
  upload: { places: 16, each: 4 },
} as const;

export type CrowdKind = keyof typeof bounds;

/**
 * Request durations in ms: above `slow` the number of slots shrinks, below `fast` it grows again.
 * Never fewer than `fewest`.
 */
const pace = { slow: 1_200, fast: 600, fewest: 16 } as const;

/**
 * Limits how many requests are processed at once, so that those admitted are answered soon and in
 * bounded memory.
 */
export interface Crowd {
  /**
   * Acquires a slot for a caller (a person, or an address and its wider network); throws
   * `overloaded` when there is none. Returns the function that releases it.
   */
  enter(kind: CrowdKind, caller: string, network?: string): () => void;
  /**
   * Registers a form that holds a slot and is still arriving, and that may be displaced; returns
   * the function to call when it has arrived.
   */
  arriving(form: ArrivingForm): () => void;
  /** Returns whether a session's request would be refused at this moment. */
  isFull(): boolean;
}

/**
 * With `limits`, a caller who sends a thousand requests at once delays only their own; and where
 * replies take long, fewer requests are admitted at once, as many as the machine can answer within
 * a second or two.
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
