import { ApiError, isPassing } from '../api/api-error.ts';
import { messageOf } from '../api/reason-of.ts';

/** How long after the last change a draft is saved, in milliseconds. */
const PAUSE = 1_500;

/** How many drafts without an answer are remembered: those of a few minutes of typing. */
const MOST_UNANSWERED = 100;

/** Names the stored version that the screen's changes are based on. */
export interface Base {
  readonly uuid: string;
  readonly version: number;
}

/** How safely the input is stored. */
export type SaveState<Stored> =
  /** As it was opened, or taken from the service; nothing has been changed since. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  /** On this device only, until there is a connection. */
  | { readonly kind: 'offline' }
  /** On this device only; the sentence says why. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** Nothing is saved until one of both versions is chosen. */
  | { readonly kind: 'conflict'; readonly theirs: Stored };

/** Input that the service does not have yet, as it is kept on this device. */
export interface LocalDraft<Draft> {
  readonly draft: Draft;
  readonly base: Base | undefined;
}

/** How an editor begins. */
export interface DraftStart<Draft, Stored> {
  readonly draft: Draft;
  readonly base: Base | undefined;
  readonly stored: Stored | undefined;
  readonly state: SaveState<Stored>;
  /** True when the service does not have `draft` yet. */
  readonly isUnsaved: boolean;
  /** True when `draft` is earlier input that this device had kept. */
  readonly isRestored: boolean;
}

/** How a draft is read from what the service stores, and compared with it. */
export interface DraftFormat<Draft, Stored> {
  readonly read: (stored: Stored | undefined) => Draft;
  /** Returns true when saving the draft would change nothing on the service. */
  readonly isStored: (draft: Draft, stored: Stored | undefined) => boolean;
  /** Returns true when the service can store all of the draft; always, unless given. */
  readonly isComplete?: (draft: Draft) => boolean;
}

interface AutosaveOptions<Draft, Stored extends Base> extends DraftFormat<Draft, Stored> {
  readonly start: DraftStart<Draft, Stored>;
  /** Creates the draft when there is no base, else changes it by its version. */
  readonly send: (draft: Draft, base: Base | undefined) => Promise<Stored>;
  /** Returns the newest version on the service; undefined when nothing is stored there. */
  readonly find: (base: Base | undefined) => Promise<Stored | undefined>;
  /** Returns what prevents saving, as a sentence; nothing, unless given. */
  readonly problemOf?: (draft: Draft) => string | undefined;
  /** Keeps unsaved input on this device; removes it when there is none. */
  readonly keep: (unsaved: LocalDraft<Draft> | undefined) => void;
  readonly onState: (state: SaveState<Stored>) => void;
  readonly onStored: (stored: Stored) => void;
  readonly pause?: number;
}

export interface Autosave<Draft, Stored> {
  /** Saves what the editor began with, unless the service has it. */
  resume(): void;
  /** Keeps on the device what the editor began with, until it can be saved. */
  hold(): void;
  /** Keeps a change on the device at once, and saves it a moment after the last change. */
  change(draft: Draft): void;
  /** Saves pending changes now; resolves to true when nothing is left to save. */
  readonly flush: () => Promise<boolean>;
  /** Continues from the service's version: with its content, or with `draft` on top of it. */
  adopt(stored: Stored, draft?: Draft): void;
  /** Returns the version on the service, if this screen ever saved or opened one. */
  readonly base: () => Base | undefined;
}

const baseOf = ({ uuid, version }: Base): Base => ({ uuid, version });
const isNewer = (one: Base | undefined, other: Base | undefined): boolean =>
  one !== undefined && one.uuid === other?.uuid && one.version > other.version;

/**
 * Returns how an editor begins: with the stored version, with this device's unsaved input where its
 * base is still the newest, or with a conflict between both. Input that is based on a newer version
 * than the stored one was opened with a copy that the device keeps: it goes on from its own base.
 */
export function startOf<Draft, Stored extends Base>(
  stored: Stored | undefined,
  local: LocalDraft<Draft> | undefined,
  { read, isStored, isComplete = () => true }: DraftFormat<Draft, Stored>,
): DraftStart<Draft, Stored> {
  const base = stored === undefined ? undefined : baseOf(stored);
  if (local !== undefined && isNewer(local.base, base))
    return {
      draft: local.draft,
      base: local.base,
      stored,
      state: { kind: 'waiting' },
      isUnsaved: true,
      isRestored: true,
    };
  const isKnown = local !== undefined && isStored(local.draft, stored);
  if (local === undefined || (isKnown && isComplete(local.draft)))
    return {
      draft: read(stored),
      base,
      stored,
      state: { kind: 'unchanged' },
      isUnsaved: false,
      isRestored: false,
    };
  const isNewest = local.base?.uuid === base?.uuid && local.base?.version === base?.version;
  return {
    draft: local.draft,
    stored,
    ...(stored === undefined || isKnown || isNewest
      ? { base, state: { kind: 'waiting' } }
      : { base: local.base, state: { kind: 'conflict', theirs: stored } }),
    isUnsaved: true,
    isRestored: true,
  };
}

/**
 * Saves a draft, one request at a time, always with the latest input. Each save names the version
 * it is based on, so that two tabs never overwrite each other unnoticed.
 */
export function createAutosave<Draft, Stored extends Base>(
  options: AutosaveOptions<Draft, Stored>,
): Autosave<Draft, Stored> {
  const { start, isComplete = () => true, problemOf = () => undefined, keep, onStored } = options;
  let { base, state } = start;
  let unsaved = start.isUnsaved ? start.draft : undefined;
  const deliver = createDelivery(options);
  const show = (next: SaveState<Stored>): void => {
    state = next;
    options.onState(next);
  };
  const fail = (next: SaveState<Stored>): false => {
    show(next);
    return false;
  };
  const continueFrom = (stored: Stored, rest: Draft | undefined): void => {
    base = baseOf(stored);
    keep(rest === undefined ? undefined : { draft: rest, base });
    onStored(stored);
  };
  const save = async (draft: Draft): Promise<boolean> => {
    const sentence = problemOf(draft);
    if (sentence !== undefined) return fail({ kind: 'refused', sentence });
    show({ kind: 'saving' });
    const outcome = await deliver(draft, base);
    if (outcome.kind !== 'delivered') return fail(outcome);
    if (unsaved === draft) unsaved = undefined;
    continueFrom(outcome.stored, unsaved ?? (isComplete(draft) ? undefined : draft));
    show({ kind: unsaved === undefined ? 'saved' : 'waiting' });
    return true;
  };
  const saveAll = async (): Promise<boolean> => {
    if (state.kind === 'conflict') return false;
    if (unsaved === undefined) return true;
    // Input typed meanwhile is saved next.
    return (await save(unsaved)) && saveAll();
  };
  const { flush, later, isRunning } = createRunner(saveAll, options.pause ?? PAUSE);
  const change = (draft: Draft): void => {
    unsaved = draft;
    keep({ draft, base });
    if (state.kind === 'conflict') return;
    if (!isRunning() && state.kind !== 'offline') show({ kind: 'waiting' });
    later();
  };
  return {
    change,
    flush,
    base: () => base,
    hold: () => (unsaved === undefined ? undefined : keep({ draft: unsaved, base })),
    resume: () => (unsaved === undefined ? keep(undefined) : change(unsaved)),
    adopt: (stored, draft) => {
      unsaved = draft;
      continueFrom(stored, draft);
      show({ kind: draft === undefined ? 'unchanged' : 'waiting' });
      void flush();
    },
  };
}

/** Runs `run` once at a time: at once, or after a pause that each further call begins anew. */
function createRunner(run: () => Promise<boolean>, pause: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    flush,
    later: () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void flush();
      }, pause);
    },
    isRunning: () => running !== undefined,
  };
}

type Outcome<Stored> =
  | { readonly kind: 'delivered'; readonly stored: Stored }
  | Extract<SaveState<Stored>, { kind: 'offline' | 'refused' | 'conflict' }>;

interface Delivery<Draft, Stored extends Base> extends Pick<
  AutosaveOptions<Draft, Stored>,
  'send' | 'find' | 'isStored'
> {
  readonly unanswered: readonly Draft[];
}

/** Returns how a draft is sent; one whose answer did not come may be what the service has stored. */
function createDelivery<Draft, Stored extends Base>(
  delivery: Omit<Delivery<Draft, Stored>, 'unanswered'>,
) {
  let unanswered: readonly Draft[] = [];
  return async (draft: Draft, base: Base | undefined): Promise<Outcome<Stored>> => {
    const outcome = await send(draft, base, { ...delivery, unanswered });
    if (outcome.kind === 'offline') unanswered = [...unanswered, draft].slice(-MOST_UNANSWERED);
    if (outcome.kind === 'delivered') unanswered = [];
    return outcome;
  };
}

/** Sends a draft. Never throws. */
async function send<Draft, Stored extends Base>(
  draft: Draft,
  base: Base | undefined,
  delivery: Delivery<Draft, Stored>,
): Promise<Outcome<Stored>> {
  try {
    return await sendOrCompare(draft, base, delivery);
  } catch (error) {
    return isPassing(error)
      ? { kind: 'offline' }
      : { kind: 'refused', sentence: sentenceOf(error) };
  }
}

/**
 * Sends a draft, or compares it with another version on the service: that may come from another tab
 * or device, or from here if its response was lost. In the last case what was typed since follows it.
 */
async function sendOrCompare<Draft, Stored extends Base>(
  draft: Draft,
  base: Base | undefined,
  { send, find, isStored, unanswered }: Delivery<Draft, Stored>,
): Promise<Outcome<Stored>> {
  const compare = async (theirs: Stored): Promise<Outcome<Stored>> => {
    if (isStored(draft, theirs)) return { kind: 'delivered', stored: theirs };
    if (unanswered.some((earlier) => isStored(earlier, theirs)))
      return { kind: 'delivered', stored: await send(draft, baseOf(theirs)) };
    return { kind: 'conflict', theirs };
  };
  const earlier = base === undefined ? await find(base) : undefined;
  if (earlier !== undefined) return compare(earlier);
  try {
    return { kind: 'delivered', stored: await send(draft, base) };
  } catch (error) {
    const theirs = isOutdated(error) ? await find(base) : undefined;
    if (theirs === undefined) throw error;
    return compare(theirs);
  }
}

/** Returns true when the version that a request named is no longer the one on the service. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'stale_version' || error.status === 404);

/** Returns why a save was refused: the message of the first field, or the error's own. */
function sentenceOf(error: unknown): string {
  const ofField = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined;
  return ofField ?? messageOf(error);
}
