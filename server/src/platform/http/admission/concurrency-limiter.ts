import { RuleError } from '../../errors.ts';
import { networkShare } from '../address-key.ts';
import { createShares } from './shares.ts';
import { createUploadTracker, type TrackedUpload } from './upload-tracker.ts';

/**
 * How many requests of each kind are processed at once, in the whole process and per caller:
 * `request` is a person whose token was seen alive before, `newcomer` a token not seen yet,
 * `public` a public endpoint, `webhook` a notification of a payment gateway, `upload` a form. No
 * kind uses another kind's slots. A form is held in memory, up to 10 MiB; when its slots are taken,
 * one form may be displaced (upload-tracker.ts). Callers without a session from one wider network
 * (address-key.ts) share half of a kind's slots.
 */
const bounds = {
  request: { slots: 128, each: 16 },
  newcomer: { slots: 64, each: 32 },
  public: { slots: 48, each: 12 },
  webhook: { slots: 32, each: 16 },
  upload: { slots: 16, each: 4 },
} as const;

export type SlotKind = keyof typeof bounds;

/**
 * Request durations in ms: above `slow` slots shrink, below `fast` they grow again (shares.ts says
 * whose). Never fewer than
 * `fewest` in all and `each` of a person.
 */
const pace = { slow: 1_200, fast: 600, fewest: 16, each: 2 } as const;

/**
 * Limits how many requests are processed at once, so that those admitted are answered soon and in
 * bounded memory.
 */
export interface ConcurrencyLimiter {
  /**
   * Acquires a slot for a caller (a person, or an address and its wider network); throws
   * `overloaded` when there is none. Returns the function that releases it.
   */
  acquire(kind: SlotKind, caller: string, network?: string): () => void;
  /**
   * Registers an upload that holds a slot and is still arriving, and that may be displaced; returns
   * the function to call when it has arrived.
   */
  trackUpload(upload: TrackedUpload): () => void;
  /** Returns whether a session's request would be refused at this moment. */
  isFull(): boolean;
}

/**
 * With `limits`, a caller who sends a thousand requests at once delays only their own; and where
 * replies take long, fewer requests are admitted at once, as many as the machine can answer within
 * a second or two. A person's share shrinks with the total, so that a few persons never hold all
 * slots; and replies that are slow time and again shrink the share of whose they are, not the
 * total.
 */
export function createConcurrencyLimiter({
  limits,
  stopwatch = () => performance.now(),
}: {
  limits: boolean;
  stopwatch?: () => number;
}): ConcurrencyLimiter {
  const active = {
    request: createSlotCount(),
    newcomer: createSlotCount(),
    public: createSlotCount(),
    webhook: createSlotCount(),
    upload: createSlotCount(),
  };
  const uploads = createUploadTracker({ stopwatch });
  const shares = createShares({ stopwatch });
  let requestSlots: number = bounds.request.slots;
  const adapt = (person: string, took: number): void => {
    if (took > pace.slow) {
      // Another slow reply of the same person says nothing about the machine, however fast those
      // between the two were.
      if (!shares.wasSlow(person)) requestSlots = Math.max(pace.fewest, requestSlots * 0.9);
      shares.shrink(person);
    } else if (took < pace.fast) {
      requestSlots = Math.min(bounds.request.slots, requestSlots + 0.5);
      shares.grow(person);
    }
  };
  const eachOf = (kind: SlotKind, caller: string): number => {
    const { slots, each } = bounds[kind];
    if (kind !== 'request') return each;
    const part = Math.min(requestSlots / slots, shares.of(caller));
    return Math.max(pace.each, Math.floor(each * part));
  };
  return {
    trackUpload: (upload) => uploads.add(upload),
    isFull: () => active.request.all() >= requestSlots,
    acquire(kind, caller, network) {
      const count = active[kind];
      const most =
        kind === 'request'
          ? requestSlots
          : limits || kind === 'upload'
            ? bounds[kind].slots
            : bounds.request.slots;
      if (limits && count.of(caller) >= eachOf(kind, caller)) throw new RuleError('overloaded');
      if (
        limits &&
        network !== undefined &&
        count.of(network) >= bounds[kind].slots * networkShare.part
      )
        throw new RuleError('overloaded');
      if (count.all() >= most && !(kind === 'upload' && uploads.displaceOne(caller, count.of)))
        throw new RuleError('overloaded');
      const acquiredAt = stopwatch();
      count.add(caller, network, 1);
      return () => {
        count.add(caller, network, -1);
        if (limits && kind === 'request') adapt(caller, stopwatch() - acquiredAt);
      };
    },
  };
}

function createSlotCount() {
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
